/** Publishing: what happens to those inside is counted and shown before anything is done. */
import { NativeSelect, Radio, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Answer } from '../../api/calls.ts'
import { useApi, useLook } from '../../api/hooks.ts'
import type { Sequence } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { DialogButton } from '../../ui/dialog.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { Loaded } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { useSay } from '../../ui/words.tsx'
import { useDistinctNames } from './sentences.ts'
import { definitionOf } from './sequence.ts'
import { goneOf } from './step-figures.tsx'
import { actions as words } from './texts.ts'
import type { Readiness } from './use-readiness.ts'

interface PublishProps {
  readonly sequence: Sequence
  readonly ready: Readiness
}

export function PublishButton({ sequence, ready }: PublishProps) {
  const say = useSay()
  const { isReady, version = (sequence.published_version ?? 0) + 1 } = ready
  if (!isReady) return null
  return (
    <DialogButton
      call="project.sequences.publish"
      look="filled"
      label={say(words.publish)}
      title={say(words.publishTitle, { n: version })}
    >
      {close => <PublishForm sequence={sequence} close={close} />}
    </DialogButton>
  )
}

type Inside = 'finish' | 'move' | 'leave'
type Counts = Answer<'project.sequences.publish'>['inside']

function PublishForm({ sequence, close }: { sequence: Sequence; close: () => void }) {
  const say = useSay()
  const { id } = sequence
  const form = useApiForm('project.sequences.publish', {
    stale: ['project.sequences'],
    initial: { inside: 'finish' as Inside, map: {} as Readonly<Record<string, string>> },
    input: values => ({ id, body: bodyOf(values) }),
    onDone: ({ version }) => {
      close()
      notify(say(words.published, { n: version }))
    },
  })
  const isTest = useWhere().mode === 'test'
  const { inside, map } = form.values
  const body = { dry_run: true, ...bodyOf(form.values) }
  const look = useLook('project.sequences.publish', { id, body })
  return (
    <ApiForm form={form} action={say(words.publish)} onCancel={close}>
      {isTest && (
        <p className="note" data-tone="wait">
          {say(words.publishesLive)}
        </p>
      )}
      <Loaded query={look} lines={3}>
        {({ inside: counts }) => (
          <Fate counts={counts} field={form.field('inside')}>
            {inside === 'move' && (
              <WhereTo sequence={sequence} map={map} set={to => form.set('map', to)} />
            )}
          </Fate>
        )}
      </Loaded>
    </ApiForm>
  )
}

/** What is sent for what was chosen. */
const bodyOf = ({ inside, map }: { inside: Inside; map: Readonly<Record<string, string>> }) =>
  inside === 'move' && Object.keys(map).length > 0 ? { inside, map } : { inside }

interface WhereToProps {
  readonly sequence: Sequence
  readonly map: Readonly<Record<string, string>>
  readonly set: (map: Readonly<Record<string, string>>) => void
}

/** Where those go whose step is gone. */
function WhereTo({ sequence, map, set }: WhereToProps) {
  const say = useSay()
  const { data: stats } = useApi('project.sequences.stats', { id: sequence.id })
  const { steps } = definitionOf(sequence)
  const nameOf = useDistinctNames(steps)
  const choices = steps.map(({ key }) => ({ value: key, label: nameOf(key) }))
  return goneOf(stats?.steps ?? [], steps).map(({ key, waiting: n }) => (
    <NativeSelect
      key={key}
      label={say(words.whereTo, { n, step: key })}
      value={map[key] ?? ''}
      onChange={({ currentTarget: { value } }) => {
        const { [key]: _before, ...rest } = map
        set(value === '' ? rest : { ...rest, [key]: value })
      }}
      data={[{ value: '', label: say(words.goesOut) }, ...choices]}
    />
  ))
}

const choices = [
  { value: 'finish', label: words.finish, about: words.finishAbout },
  { value: 'move', label: words.move, about: words.moveAbout },
  { value: 'leave', label: words.leave, about: words.leaveAbout },
] as const

interface FateProps {
  readonly counts: Counts
  readonly field: object
  readonly children: ReactNode
}

function Fate({ counts, field, children }: FateProps) {
  const say = useSay()
  const { finish, move, leave, exit } = counts
  const n = finish + move + leave + exit
  if (n === 0) return <Text size="sm">{say(words.publishNobody)}</Text>
  return (
    <>
      <Radio.Group {...field} label={say(words.insideQuestion, { n })}>
        <Stack gap={8} mt="xs">
          {choices.map(({ value, label, about }) => (
            <Radio key={value} value={value} label={say(label)} description={say(about)} />
          ))}
        </Stack>
      </Radio.Group>
      {children}
      <p role="status" className="note" data-tone="info">
        {say(words.counts, { finish, move, gone: leave + exit })}
      </p>
    </>
  )
}
