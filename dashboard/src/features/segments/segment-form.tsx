/** The name of a segment, and the conditions of those that have some. */
import { Button, Checkbox, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAll } from '../../api/lists.ts'
import type { Filter, Segment } from '../../api/shapes.ts'
import { LeaveQuestion } from '../../ui/dialog.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { Section } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { useOpenMade } from '../../ui/use-open-made.ts'
import { useSay } from '../../ui/words.tsx'
import { Builder } from './builder.tsx'
import { groupOf } from './filter.ts'
import { Preview, usePreview } from './preview.tsx'
import { type Ready, readySegments } from './ready.ts'
import { segments as words } from './texts.ts'
import { useVocabulary } from './vocabulary.ts'

interface SegmentValues {
  readonly name: string
  readonly kind: Segment['kind']
  /** In a list, since a form takes objects of its values apart. */
  readonly conditions: readonly [Filter]
  readonly tracked: boolean
}

export function CreateForm() {
  const say = useSay()
  const form = useApiForm('project.segments.create', {
    stale: ['project.segments'],
    initial: {
      name: '',
      kind: 'dynamic',
      conditions: [{ all: [] }],
      tracked: false,
    } as SegmentValues,
    input: ({ name, kind, conditions: [filter], tracked }) => ({
      body: { name: name.trim(), kind, ...(kind === 'dynamic' ? { filter, tracked } : {}) },
    }),
    onDone: useOpenMade('/segments'),
  })
  const [origin, setOrigin] = useState('')
  const begin = ({ id, name, filter }: Ready) => {
    setOrigin(id)
    form.set('conditions', [filter])
    if (form.values.name.trim() === '') form.set('name', say(name))
  }
  return (
    <ApiForm form={form} action={say(common.create)}>
      <LeaveQuestion isChanged={form.isChanged} />
      <Section>
        <TextInput {...form.field('name')} label={say(common.name)} required maw={420} />
        <Radio.Group {...form.field('kind')} label={say(words.kind)} mt="sm">
          <Stack gap={6} mt="xs">
            <Radio
              value="dynamic"
              label={say(words.dynamic)}
              description={say(words.dynamicAbout)}
            />
            <Radio value="static" label={say(words.static)} description={say(words.staticAbout)} />
          </Stack>
        </Radio.Group>
      </Section>
      {form.values.kind === 'dynamic' && (
        <>
          <ReadyChoice choose={begin} />
          <Conditions form={{ ...form, origin }} />
        </>
      )}
    </ApiForm>
  )
}

export function ChangeForm({ segment }: { segment: Segment }) {
  const say = useSay()
  const { id, name, kind, filter, tracked } = segment
  const isDynamic = kind === 'dynamic'
  const form = useApiForm('project.segments.update', {
    stale: ['project.segments'],
    initial: { name, kind, conditions: [groupOf(filter)], tracked } as SegmentValues,
    input: values => ({
      id,
      body: {
        name: values.name.trim(),
        ...(isDynamic ? { filter: values.conditions[0], tracked: values.tracked } : {}),
      },
    }),
    onDone: () => notify(say(common.saved)),
  })
  return (
    <ApiForm form={form} action={say(common.save)}>
      <LeaveQuestion isChanged={form.isChanged} />
      <Section>
        <TextInput {...form.field('name')} label={say(common.name)} required maw={420} />
      </Section>
      {isDynamic && <Conditions form={form} />}
    </ApiForm>
  )
}

function ReadyChoice({ choose }: { choose: (ready: Ready) => void }) {
  const say = useSay()
  const { data: properties } = useAll('project.contactProperties.list')
  return (
    <Group gap="xs" role="group" aria-label={say(words.ready)}>
      <Text size="sm" c="dimmed">
        {say(words.ready)}
      </Text>
      {readySegments(properties ?? []).map(one => (
        <Button key={one.id} variant="default" size="compact-sm" onClick={() => choose(one)}>
          {say(one.name)}
        </Button>
      ))}
    </Group>
  )
}

interface ConditionsProps {
  readonly form: {
    readonly values: SegmentValues
    readonly set: (name: 'conditions', value: readonly [Filter]) => void
    readonly check: (name: 'tracked') => object
    /** Which ready segment it began with. */
    readonly origin?: string
  }
}

function Conditions({ form }: ConditionsProps) {
  const say = useSay()
  const vocabulary = useVocabulary()
  const [filter] = form.values.conditions
  const { query, isCounting, counts } = usePreview(filter)
  return (
    <Section title={say(words.conditions)} about={say(words.conditionsAbout)}>
      <div className="with-result">
        <div>
          <Builder
            // What is put there at once is read, not changed.
            key={form.origin ?? ''}
            filter={filter}
            set={next => form.set('conditions', [next])}
            vocabulary={vocabulary}
            counts={counts}
            isRead
          />
          <Checkbox
            {...form.check('tracked')}
            label={say(words.tracked)}
            description={say(words.trackedAbout)}
            mt="md"
          />
        </div>
        <div className="segment-result">
          <Preview query={query} isCounting={isCounting} />
        </div>
      </div>
    </Section>
  )
}
