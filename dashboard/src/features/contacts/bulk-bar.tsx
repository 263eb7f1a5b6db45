/** What can be done with all contacts that are chosen in a list, one after another. */
import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ApiError } from '../../api/client.ts'
import { useChange, useRefresh } from '../../api/hooks.ts'
import { useAll } from '../../api/lists.ts'
import type { Contact } from '../../api/shapes.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { FileButton } from '../../ui/export.tsx'
import { notify } from '../../ui/notify.ts'
import type { Selection } from '../../ui/table-model.ts'
import { common, tableTexts } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { useTopics } from '../topics/topic-names.ts'
import { bulk as words } from './texts.ts'

/** As many as the address of a call holds. */
const maxExported = 200

interface BulkBarProps {
  readonly selection: Selection
  /** Those that are in the list, the chosen ones among them. */
  readonly rows: readonly Contact[]
}

export function BulkBar({ selection, rows }: BulkBarProps) {
  const say = useSay()
  const ids = [...selection.ids]
  if (ids.length === 0) return null
  const title = say(tableTexts.selected, { n: ids.length })
  const clear = () => selection.set(new Set())
  return (
    <section className="selected" aria-label={title}>
      <Text size="sm" fw={550} role="status">
        {title}
      </Text>
      <TopicButton ids={ids} state="subscribed" clear={clear} />
      <TopicButton ids={ids} state="unsubscribed" clear={clear} />
      <ListButton ids={ids} clear={clear} />
      {ids.length <= maxExported && (
        <FileButton
          call="project.contacts.export"
          input={{ ids: ids.join(',') }}
          file="contacts.csv"
          label={say(common.export)}
        />
      )}
      <RemoveButton ids={ids} rows={rows} selection={selection} />
      <Button size="compact-sm" variant="subtle" color="gray" className="plain" onClick={clear}>
        {say(tableTexts.selectNone)}
      </Button>
    </section>
  )
}

interface BulkProps {
  readonly ids: readonly string[]
  readonly clear: () => void
}

function TopicButton({ ids, state, clear }: BulkProps & { state: 'subscribed' | 'unsubscribed' }) {
  const say = useSay()
  const { topics, nameOf } = useTopics()
  const change = useChange('project.contacts.setTopics')
  const isIn = state === 'subscribed'
  const label = say(isIn ? words.joinTopic : words.leaveTopic)
  return (
    <DialogButton call="project.contacts.setTopics" label={label} look="row">
      {close => (
        <ChooseOne
          label={say(words.topic)}
          about={say(isIn ? words.joinAbout : words.leaveAbout)}
          action={label}
          choices={topics.map(({ id }) => ({ value: id, label: nameOf(id) }))}
          ids={ids}
          run={(id, topic) => change.mutateAsync({ id, body: { topics: [{ id: topic, state }] } })}
          done={clear}
          close={close}
        />
      )}
    </DialogButton>
  )
}

const maxMembersAtOnce = 1_000

function ListButton({ ids, clear }: BulkProps) {
  const say = useSay()
  const { data: segments = [] } = useAll('project.segments.list')
  const add = useChange('project.segments.addMembers')
  const lists = segments.filter(({ kind }) => kind === 'static')
  const parts = Array.from({ length: Math.ceil(ids.length / maxMembersAtOnce) }, (_, n) =>
    ids.slice(n * maxMembersAtOnce, (n + 1) * maxMembersAtOnce),
  )
  return (
    <DialogButton call="project.segments.addMembers" label={say(words.toList)} look="row">
      {close => (
        <ChooseOne
          label={say(words.list)}
          about={say(lists.length === 0 ? words.noLists : words.listAbout)}
          action={say(words.toList)}
          choices={lists.map(({ id, name }) => ({ value: id, label: name }))}
          ids={parts.map((_, n) => String(n))}
          counts={parts.map(part => part.length)}
          run={(n, id) => add.mutateAsync({ id, body: { contacts: [...parts[Number(n)]!] } })}
          done={clear}
          close={close}
        />
      )}
    </DialogButton>
  )
}

interface ChooseOneProps {
  readonly label: string
  readonly about: ReactNode
  readonly action: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly ids: readonly string[]
  /** How many people each of them stands for; one each. */
  readonly counts?: readonly number[]
  readonly run: (id: string, choice: string) => Promise<unknown>
  readonly done: () => void
  readonly close: () => void
}

/** A refusal of one keeps no other from it: how many it was done for is said at the end. */
function ChooseOne(props: ChooseOneProps) {
  const { label, about, action, choices, ids, counts, run, done, close } = props
  const say = useSay()
  const refresh = useRefresh()
  const [choice, setChoice] = useState(choices[0]?.value ?? '')
  const [gone, setGone] = useState<number | null>(null)
  const go = async () => {
    const refusals: string[] = []
    let n = 0
    for (const [at, id] of ids.entries()) {
      setGone(n)
      try {
        await run(id, choice)
        n += counts?.[at] ?? 1
      } catch (error) {
        refusals.push((error as ApiError).message)
      }
    }
    await Promise.all([refresh('project.contacts'), refresh('project.segments')])
    close()
    done()
    notify(say(words.done, { n }))
    if (refusals.length > 0) {
      const why = [...new Set(refusals)].join(' ')
      notify(`${say(words.refused, { n: refusals.length })} ${why}`, { isBad: true })
    }
  }
  return (
    <>
      <Text size="sm" mb="sm">
        {about}
      </Text>
      {choices.length > 0 && (
        <NativeSelect
          label={label}
          value={choice}
          onChange={event => setChoice(event.currentTarget.value)}
          data={[...choices]}
          data-autofocus
        />
      )}
      <Group justify="flex-end" mt="md">
        <Text size="sm" role="status">
          {gone !== null && say(words.going, { n: gone })}
        </Text>
        <Button variant="default" onClick={close}>
          {say(common.cancel)}
        </Button>
        <Button loading={gone !== null} disabled={choice === ''} onClick={() => void go()}>
          {action}
        </Button>
      </Group>
    </>
  )
}

interface RemoveButtonProps extends BulkBarProps {
  readonly ids: readonly string[]
}

function RemoveButton({ ids, rows, selection }: RemoveButtonProps) {
  const say = useSay()
  const remove = useChange('project.contacts.delete')
  const refresh = useRefresh()
  const chosen = rows.filter(({ id }) => selection.ids.has(id))
  const joined = chosen.filter(({ topics }) => topics.some(one => one.state === 'subscribed'))
  const removeAll = async () => {
    const left = new Set(ids)
    try {
      // One after the other: a refusal says which are left.
      for (const id of ids) {
        await remove.mutateAsync({ id })
        left.delete(id)
      }
    } finally {
      selection.set(left)
      await refresh('project.segments')
    }
  }
  return (
    <ConfirmButton
      call="project.contacts.delete"
      look="row"
      label={say(common.remove)}
      ariaLabel={say(tableTexts.removeSelected)}
      title={say(tableTexts.removeSelected)}
      about={`${say(words.removeAbout, { n: ids.length })} ${say(words.removeJoined, { n: joined.length })} ${say(words.removeKept)}`}
      action={say(common.remove)}
      done={say(common.removed)}
      tone="danger"
      typed={String(ids.length)}
      run={removeAll}
    />
  )
}
