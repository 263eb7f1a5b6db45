/** What was understood of a file, and what is to be decided before it runs. */
import { Button, Group, NativeSelect, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { useAll } from '../../api/lists.ts'
import type { Import } from '../../api/shapes.ts'
import { DialogButton, LeaveQuestion } from '../../ui/dialog.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { Section } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { useTopics } from '../topics/topic-names.ts'
import { ConsentSection } from './consent-section.tsx'
import { bodyOf, decisionsOf } from './decisions.ts'
import { FormChoices, HabitChoices } from './file-settings.tsx'
import { MappingTable } from './mapping-table.tsx'
import { imports as words } from './texts.ts'
import { FirstLines, Understood } from './understood.tsx'

interface DecideFormProps {
  readonly one: Import
  readonly onStarted?: () => void
}

export function DecideForm({ one, onStarted }: DecideFormProps) {
  const say = useSay()
  const recognised = one.recognised!
  const { form, runNow } = useDecideForm({ one, ...(onStarted ? { onStarted } : {}) })
  return (
    <ApiForm form={form} action={say(words.tryIt)}>
      <LeaveQuestion isChanged={form.isChanged} />
      <Section title={say(words.understood)} flush>
        <Understood recognised={recognised} />
        <MappingTable
          recognised={recognised}
          fields={form.values.fields}
          set={(column, field) => form.set('fields', { ...form.values.fields, [column]: field })}
        />
      </Section>
      <FormChoices one={one} recognised={recognised} />
      <HabitChoices recognised={recognised} field={name => form.field(name)} />
      <FirstLines recognised={recognised} />
      <Section title={say(words.existing)}>
        <Radio.Group {...form.field('on_existing')} aria-label={say(words.existing)}>
          <Stack gap={6}>
            <Radio value="update" label={say(words.update)} />
            <Radio value="keep" label={say(words.keep)} />
            <Radio value="skip" label={say(words.skip)} />
          </Stack>
        </Radio.Group>
        <ListChoice
          field={form.field('segment')}
          name={one.name ?? ''}
          choose={id => form.set('segment', id)}
        />
      </Section>
      <ConsentSection form={form} />
      <div>
        <Button variant="default" onClick={runNow}>
          {say(words.run)}
        </Button>
      </div>
      <Text size="sm" c="dimmed">
        {say(words.tryAbout)}
      </Text>
    </ApiForm>
  )
}

function useDecideForm({ one, onStarted }: DecideFormProps) {
  const { zone } = useTimes()
  const { topics } = useTopics()
  const isEarnest = useRef(false)
  const form = useApiForm('project.imports.start', {
    stale: ['project.imports', 'project.contactProperties', 'project.contacts'],
    initial: decisionsOf(one, one.recognised!),
    params: { consent: 'wording', 'consent.source': 'source', 'consent.at': 'at' },
    input: values => {
      const isTrial = !isEarnest.current
      const mustConfirm = topics.some(
        ({ id, double_opt_in: is }) => is && values.topics.includes(id),
      )
      return { id: one.id, body: bodyOf(values, { zone, mustConfirm, isTrial }) }
    },
    onDone: onStarted,
  })
  const runNow = () => {
    const element = form.element.current
    if (!element?.reportValidity()) return
    isEarnest.current = true
    // Sent before this returns, or not at all.
    element.requestSubmit()
    isEarnest.current = false
  }
  return { form, runNow }
}

interface ListChoiceProps {
  readonly field: object
  /** Of the file. */
  readonly name: string
  readonly choose: (id: string) => void
}

function ListChoice({ field, name, choose }: ListChoiceProps) {
  const say = useSay()
  const { data: segments = [] } = useAll('project.segments.list')
  const lists = segments.filter(segment => segment.kind === 'static')
  const data = lists.map(one => ({ value: one.id, label: one.name }))
  return (
    <Group align="flex-end" gap="sm" mt="sm">
      <NativeSelect
        {...field}
        w={420}
        maw="100%"
        label={say(words.segment)}
        data={[{ value: '', label: say(words.noSegment) }, ...data]}
      />
      <DialogButton label={say(words.newList)}>
        {close => <NewList name={name} choose={choose} close={close} />}
      </DialogButton>
    </Group>
  )
}

interface NewListProps extends Omit<ListChoiceProps, 'field'> {
  readonly close: () => void
}

/** A list for the people of the file, called as the file is. */
function NewList({ name, choose, close }: NewListProps) {
  const say = useSay()
  const form = useApiForm('project.segments.create', {
    stale: ['project.segments'],
    initial: { name: name.replace(/\.\w+$/, '') },
    input: values => ({ body: { name: values.name.trim(), kind: 'static' as const } }),
    onDone: ({ id }) => {
      close()
      choose(id)
    },
  })
  return (
    <ApiForm form={form} action={say(common.create)} onCancel={close}>
      <TextInput {...form.field('name')} label={say(common.name)} required data-autofocus />
    </ApiForm>
  )
}
