/** The people of an import once it has ended: seen, put into a segment, and brought to be confirmed. */
import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import type { Body } from '../../api/calls.ts'
import type { ApiError } from '../../api/client.ts'
import { useApi, useChange, useRefresh } from '../../api/hooks.ts'
import { useAll } from '../../api/lists.ts'
import type { Import } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notify.ts'
import { LinkButton, Refused } from '../../ui/show.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { bulk } from '../contacts/texts.ts'
import { useTopics } from '../topics/topic-names.ts'
import { imports as words } from './texts.ts'

interface OfImport {
  readonly one: Import
}

/** `isRecent`: what it did can still be taken back, and its people can be gone through as a whole. */
export function Afterwards({ one, isRecent }: OfImport & { isRecent: boolean }) {
  const say = useSay()
  const where = useWhere()
  const { created, updated, unchanged } = one.counts
  // Of imports that ended long ago nobody may be known any more.
  const { data: known } = useApi(
    'project.contacts.list',
    { import: one.id, limit: 1 },
    { enabled: !isRecent },
  )
  if (!isRecent && !known?.data.length) return null
  return (
    <Group gap="sm">
      <LinkButton to={`${where.to('/contacts')}?import=${one.id}`}>
        {isRecent
          ? say(words.seePeople, { n: created + updated + unchanged })
          : say(words.seeKnown)}
      </LinkButton>
      {isRecent && (
        <DialogButton label={say(bulk.toList)}>
          {close => <ToList one={one} close={close} />}
        </DialogButton>
      )}
      {isRecent && <Confirming one={one} />}
    </Group>
  )
}

/** Goes through all of them, some at a time; resolves with how many it was about. */
function usePeople({ id }: Import) {
  const change = useChange('project.imports.people')
  const refresh = useRefresh()
  return async (body: Body<'project.imports.people'>): Promise<number> => {
    let n = 0
    let next: string | null = null
    do {
      const from: string | null = next
      const answer = await change.mutateAsync({
        id,
        body: { ...body, ...(from === null ? {} : { starting_after: from }) },
      })
      n += body.confirm === undefined ? answer.people : answer.waiting
      next = answer.next
    } while (next !== null)
    await Promise.all([refresh('project.contacts'), refresh('project.segments')])
    return n
  }
}

function ToList({ one, close }: OfImport & { close: () => void }) {
  const say = useSay()
  const run = usePeople(one)
  const { data: segments = [] } = useAll('project.segments.list')
  const lists = segments.filter(({ kind }) => kind === 'static')
  const [chosen, setChosen] = useState('')
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const segment = chosen || (lists[0]?.id ?? '')
  const go = async () => {
    setRunning(true)
    try {
      const n = await run({ segment })
      close()
      notify(say(bulk.done, { n }))
    } catch (refused) {
      setError(refused as ApiError)
      setRunning(false)
    }
  }
  return (
    <>
      <Text size="sm" mb="sm">
        {say(lists.length === 0 ? bulk.noLists : bulk.listAbout)}
      </Text>
      {lists.length > 0 && (
        <NativeSelect
          label={say(bulk.list)}
          value={segment}
          onChange={event => setChosen(event.currentTarget.value)}
          data={lists.map(({ id, name }) => ({ value: id, label: name }))}
          data-autofocus
        />
      )}
      <Refused error={error} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {say(common.cancel)}
        </Button>
        <Button loading={isRunning} disabled={segment === ''} onClick={() => void go()}>
          {say(bulk.toList)}
        </Button>
      </Group>
    </>
  )
}

/** Where a topic that they joined wants a confirmation, and some may still wait. */
function Confirming({ one }: OfImport) {
  const say = useSay()
  const run = usePeople(one)
  const { topics } = useTopics()
  const mustConfirm = topics.some(({ id, double_opt_in: is }) => is && one.topics.includes(id))
  if (!mustConfirm || one.confirm === 'elsewhere') return null
  const confirm = (by: 'send' | 'elsewhere') => async () => {
    const n = await run({ confirm: by })
    notify(say(by === 'send' ? words.asked : words.confirmed, { n }))
  }
  return (
    <>
      <ConfirmButton
        call="project.imports.people"
        title={say(words.confirmSend)}
        about={say(words.askAbout)}
        run={confirm('send')}
      />
      <ConfirmButton
        call="project.imports.people"
        title={say(words.confirmElsewhere)}
        about={say(words.elsewhereAbout, { source: one.consent?.source ?? '–' })}
        run={confirm('elsewhere')}
      />
    </>
  )
}
