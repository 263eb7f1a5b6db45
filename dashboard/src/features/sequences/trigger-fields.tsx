/** One thing that lets people into a sequence. */
import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useSay } from '../../ui/words.tsx'
import { useVocabulary } from '../segments/vocabulary.ts'
import { Choice } from './choice.tsx'
import { atOf, type Fault } from './fault.ts'
import { RemovablePart } from './removable-part.tsx'
import { rules as words } from './rule-texts.ts'
import type { Trigger } from './sequence.ts'
import { stepForm, triggerWords } from './step-texts.ts'
import { DateFields } from './wait-fields.tsx'
import { Wheres } from './wheres.tsx'

interface TriggerFieldsProps {
  readonly trigger: Trigger
  readonly n: number
  readonly set: (trigger: Trigger | null) => void
  readonly fault: Fault | null
}

type On = Trigger['on']

export function TriggerFields({ trigger, n, set, fault }: TriggerFieldsProps) {
  const say = useSay()
  return (
    <RemovablePart
      title={say(words.trigger, { n: n + 1 })}
      removeLabel={say(words.removeTrigger, { n: n + 1 })}
      remove={() => set(null)}
    >
      <Stack gap="sm">
        <NativeSelect
          label={say(words.on)}
          value={trigger.on}
          onChange={event => set({ on: event.currentTarget.value as On })}
          data={Object.entries(triggerWords).map(([value, text]) => ({ value, label: say(text) }))}
          maw={420}
        />
        <Details trigger={trigger} set={set} fault={fault} />
      </Stack>
    </RemovablePart>
  )
}

function Details({ trigger, set, fault }: Omit<TriggerFieldsProps, 'n'>) {
  const say = useSay()
  const { topics = [], segments = [] } = useVocabulary()
  const at = atOf(fault)
  switch (trigger.on) {
    case 'topic_joined':
      return (
        <Choice
          {...at('topic_id')}
          label={say(words.topic)}
          value={trigger.topic_id}
          set={id => set({ on: trigger.on, ...(id ? { topic_id: id } : {}) })}
          rows={topics}
          maw={420}
        />
      )
    case 'segment_entered':
      return (
        <Choice
          {...at('segment_id')}
          label={say(words.segment)}
          description={say(words.segmentAbout)}
          value={trigger.segment_id}
          set={id => set({ on: trigger.on, ...(id ? { segment_id: id } : {}) })}
          rows={segments}
          maw={420}
        />
      )
    case 'event':
      return <OfEvent trigger={trigger} set={set} fault={fault} />
    case 'date':
      return (
        <>
          <DateFields of={trigger} set={next => set({ ...keptYearly(trigger), ...next })} at={at} />
          <Checkbox
            label={say(words.yearly)}
            checked={trigger.yearly ?? false}
            onChange={event => set({ ...trigger, yearly: event.currentTarget.checked })}
          />
        </>
      )
    case 'api':
      return null
  }
}

const keptYearly = ({ on, yearly }: Trigger): Trigger => ({ on, ...(yearly ? { yearly } : {}) })

function OfEvent({ trigger, set, fault }: Omit<TriggerFieldsProps, 'n'>) {
  const say = useSay()
  const at = atOf(fault)
  const { where, ...rest } = trigger
  return (
    <>
      <TextInput
        {...at('name')}
        label={say(stepForm.event)}
        description={say(stepForm.eventAbout)}
        autoCapitalize="none"
        value={trigger.name ?? ''}
        onChange={event => set({ ...trigger, name: event.currentTarget.value })}
        required
        maw={420}
      />
      <Wheres
        {...at('where')}
        wheres={where ?? []}
        set={next => set(next.length === 0 ? rest : { ...rest, where: next })}
      />
    </>
  )
}
