/** Publishing: what happens to those inside is counted and shown before anything is done. */
import { Radio, Stack, Text } from '@mantine/core'
import type { Answer } from '../../api/calls.ts'
import { useLook } from '../../api/hooks.ts'
import type { Sequence } from '../../api/shapes.ts'
import { ApiForm, DialogButton, useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { Loaded } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
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

function PublishForm({ sequence: { id }, close }: { sequence: Sequence; close: () => void }) {
  const say = useSay()
  const form = useApiForm('project.sequences.publish', {
    stale: ['project.sequences'],
    initial: { inside: 'finish' as Inside },
    input: ({ inside }) => ({ id, body: { inside } }),
    onDone: ({ version }) => {
      close()
      notify(say(words.published, { n: version }))
    },
  })
  const { inside } = form.values
  const look = useLook('project.sequences.publish', { id, body: { dry_run: true, inside } })
  return (
    <ApiForm form={form} action={say(words.publish)} onCancel={close}>
      <Loaded query={look} lines={3}>
        {({ inside: counts }) => <Fate counts={counts} field={form.field('inside')} />}
      </Loaded>
    </ApiForm>
  )
}

const choices = [
  { value: 'finish', label: words.finish, about: words.finishAbout },
  { value: 'move', label: words.move, about: words.moveAbout },
  { value: 'leave', label: words.leave, about: words.leaveAbout },
] as const

function Fate({ counts, field }: { counts: Counts; field: object }) {
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
      <p role="status" className="note" data-tone="info">
        {say(words.counts, { finish, move, gone: leave + exit })}
      </p>
    </>
  )
}
