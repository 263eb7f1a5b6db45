/** Who comes into a sequence and out of it, and as whom and when it writes. */
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { Sequence } from '../../api/shapes.ts'
import { LeaveQuestion } from '../../ui/dialog.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { ItemList } from '../../ui/item-list.tsx'
import { notify } from '../../ui/notify.ts'
import { Section } from '../../ui/show.tsx'
import { SpanInput } from '../../ui/span-input.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { SenderFields } from '../campaigns/sender-fields.tsx'
import { useTopics } from '../topics/topic-names.ts'
import { ExitFields } from './exit-fields.tsx'
import { type Fault, faultOf } from './fault.ts'
import { FilterFields } from './filter-fields.tsx'
import { rules as words } from './rule-texts.ts'
import { definitionOf, type Trigger } from './sequence.ts'
import { TriggerFields } from './trigger-fields.tsx'
import { bodyOf, ruleParams, rulesOf } from './use-rules.ts'

function useRulesForm(sequence: Sequence) {
  const say = useSay()
  return useApiForm('project.sequences.update', {
    stale: ['project.sequences'],
    initial: rulesOf(sequence),
    params: ruleParams,
    input: values => ({ id: sequence.id, body: bodyOf(values) }),
    onDone: () => notify(say(common.saved)),
  })
}
type Form = ReturnType<typeof useRulesForm>

interface PartProps {
  readonly form: Form
}

export function RulesForm({ sequence }: { sequence: Sequence }) {
  const say = useSay()
  const form = useRulesForm(sequence)
  const fault = faultOf(form.error)
  const letters = definitionOf(sequence).steps.filter(one => one.type === 'email')
  return (
    <ApiForm form={form} action={say(common.save)}>
      <LeaveQuestion isChanged={form.isChanged} />
      <LetterRules form={form} />
      <Beginnings form={form} fault={fault} />
      <Section title={say(words.entry)} about={say(words.entryAbout)}>
        <FilterFields
          filter={form.values.entry[0]}
          set={filter => form.set('entry', [filter])}
          {...errorOf(fault, 'entry_filter')}
        />
      </Section>
      <Section title={say(words.exits)} about={say(words.exitsAbout)}>
        <ExitFields
          exits={form.values.exits}
          set={exits => form.set('exits', exits)}
          fault={fault}
          letters={letters}
        />
      </Section>
      <AgainRules form={form} />
    </ApiForm>
  )
}

const errorOf = (fault: Fault | null, list: string): { readonly error?: string } =>
  fault?.list === list ? { error: fault.message } : {}

function LetterRules({ form }: PartProps) {
  const say = useSay()
  const { topics, nameOf } = useTopics()
  const choices = [
    { value: '', label: say(words.noTopic) },
    ...topics.map(({ id }) => ({ value: id, label: nameOf(id) })),
  ]
  return (
    <Section title={say(words.letters)}>
      <TextInput {...form.field('name')} label={say(common.name)} required maw={420} mb="sm" />
      <SenderFields
        value={form.values.from}
        set={from => form.set('from', from)}
        error={form.errorOf('from')}
        isRequired={false}
      />
      <NativeSelect
        {...form.field('topic')}
        label={say(words.topic)}
        description={say(words.topicAbout)}
        data={choices}
        maw={420}
        mt="sm"
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt="sm">
        <TextInput
          {...form.field('quietFrom')}
          type="time"
          label={say(words.quietFrom)}
          required={form.values.quietUntil !== ''}
          description={say(words.quietAbout)}
        />
        <TextInput
          {...form.field('quietUntil')}
          type="time"
          label={say(words.quietUntil)}
          required={form.values.quietFrom !== ''}
          description={say(words.quietAbout)}
        />
      </SimpleGrid>
      <TextInput
        {...form.field('rate')}
        label={say(words.rate)}
        description={say(words.rateAbout)}
        inputMode="numeric"
        onChange={event => form.set('rate', event.currentTarget.value.replaceAll(/\D/g, ''))}
        maw={420}
        mt="sm"
      />
    </Section>
  )
}

function Beginnings({ form, fault }: PartProps & { fault: Fault | null }) {
  const say = useSay()
  return (
    <Section title={say(words.triggers)} about={say(words.triggersAbout)}>
      <ItemList
        items={form.values.triggers}
        set={triggers => form.set('triggers', triggers)}
        addLabel={say(words.addTrigger)}
        fresh={(): Trigger => ({ on: 'topic_joined' })}
      >
        {(trigger, n, put) => (
          <TriggerFields
            trigger={trigger}
            n={n}
            set={put}
            fault={fault?.list === 'triggers' && fault.n === n ? fault : null}
          />
        )}
      </ItemList>
    </Section>
  )
}

function AgainRules({ form }: PartProps) {
  const say = useSay()
  const { again, gap } = form.values
  return (
    <Section title={say(words.again)}>
      <NativeSelect
        {...form.field('again')}
        aria-label={say(words.again)}
        data={[
          { value: 'never', label: say(words.never) },
          { value: 'after_exit', label: say(words.afterExit) },
          { value: 'always', label: say(words.always) },
        ]}
        maw={420}
      />
      {again !== 'never' && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt="sm">
          <SpanInput
            label={say(words.gap)}
            value={gap || undefined}
            set={next => form.set('gap', next ?? '')}
          />
          <TextInput
            {...form.field('keyOf')}
            label={say(words.keyOf)}
            description={say(words.keyAbout)}
            autoCapitalize="none"
          />
        </SimpleGrid>
      )}
    </Section>
  )
}
