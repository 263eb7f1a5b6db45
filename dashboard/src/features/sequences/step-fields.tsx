/** What is asked of a step, by its type. */
import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAll } from '../../api/lists.ts'
import { useWhere } from '../../api/where.ts'
import { Link } from '../../ui/show.tsx'
import { SpanInput } from '../../ui/span-input.tsx'
import { useSay } from '../../ui/words.tsx'
import { UtmChoice } from '../audience/utm-choice.tsx'
import { SenderFields } from '../campaigns/sender-fields.tsx'
import { Line } from '../letters/fields.tsx'
import { useValueGroups } from '../letters/liquid.ts'
import { ValuesProvider } from '../letters/value-menu.tsx'
import { useVocabulary } from '../segments/vocabulary.ts'
import { useTopics } from '../topics/topic-names.ts'
import { Choice, Either } from './choice.tsx'
import type { FieldsProps } from './field-props.ts'
import { CaseFields, SplitFields } from './fork-fields.tsx'
import { GoalOrReason } from './goal-or-reason.tsx'
import { JsonInput } from './json-input.tsx'
import { stepForm as words } from './step-texts.ts'
import { UpdateFields } from './update-fields.tsx'
import { WaitFields } from './wait-fields.tsx'
import { Wheres } from './wheres.tsx'

export function StepFields(props: FieldsProps) {
  switch (props.step.type) {
    case 'email':
      return <LetterFields {...props} />
    case 'wait':
      return <WaitFields {...props} />
    case 'branch':
      return <CaseFields {...props} />
    case 'split':
      return <SplitFields {...props} />
    case 'wait_for_event':
      return <EventFields {...props} />
    case 'update_contact':
      return <UpdateFields {...props} />
    case 'topic':
      return <TopicFields {...props} />
    case 'segment':
      return <SegmentFields {...props} />
    case 'webhook':
      return <WebhookFields {...props} />
    case 'sequence':
      return <SequenceFields {...props} />
    case 'exit':
      return <ExitFields {...props} />
  }
}

/** A text that is not there where nothing is typed. */
const orGone = (text: string): string | undefined => (text === '' ? undefined : text)

function LetterFields({ step, put, at }: FieldsProps) {
  const say = useSay()
  const { to } = useWhere()
  const { data = [] } = useAll('project.templates.list')
  const groups = useValueGroups()
  const letters = data.filter(one => one.kind === 'email' && one.status === 'published')
  const isKnown = letters.some(one => one.id === step.template_id)
  const choices = [
    { value: '', label: say(words.chooseTemplate) },
    ...letters.map(({ id, name }) => ({ value: id, label: name })),
    ...(step.template_id && !isKnown ? [{ value: step.template_id, label: step.template_id }] : []),
  ]
  return (
    <>
      <NativeSelect
        {...at('template_id')}
        label={say(words.template)}
        value={step.template_id ?? ''}
        onChange={event => put({ template_id: orGone(event.currentTarget.value) })}
        data={choices}
        required
      />
      <Text size="sm" c="dimmed" mt={-6}>
        {say(letters.length === 0 ? words.noTemplates : words.otherTemplate)}{' '}
        <Link to={to('/templates')}>
          {say(letters.length === 0 ? words.toTemplates : words.seeTemplates)}
        </Link>
      </Text>
      <ValuesProvider value={groups}>
        <Line
          {...at('subject')}
          label={say(words.subject)}
          value={step.subject ?? ''}
          set={subject => put({ subject: orGone(subject) })}
        />
      </ValuesProvider>
      <OwnSender step={step} put={put} at={at} />
      <LetterCases step={step} put={put} />
      <StepUtm step={step} put={put} />
    </>
  )
}

/** Stays open once it is: what is typed and taken back again must not close it. */
function OwnSender({ step, put, at }: Pick<FieldsProps, 'step' | 'put' | 'at'>) {
  const say = useSay()
  const { error } = at('from')
  const [isOpen, setOpen] = useState(step.from !== undefined)
  return (
    <details
      open={isOpen || error !== undefined}
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary className="summary">{say(words.from)}</summary>
      <SenderFields
        value={step.from ?? ''}
        set={from => put({ from: orGone(from) })}
        error={error}
        isRequired={false}
      />
    </details>
  )
}

function StepUtm({ step, put }: Pick<FieldsProps, 'step' | 'put'>) {
  const [isOwn, setOwn] = useState(false)
  const value = step.utm === undefined ? {} : step.utm
  return <UtmChoice value={value} set={utm => put({ utm })} isOwn={isOwn} setOwn={setOwn} />
}

/** What becomes of the letter where it cannot simply go. */
function LetterCases({ step, put }: Pick<FieldsProps, 'step' | 'put'>) {
  const say = useSay()
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <Either
        label={say(words.onMissing)}
        value={step.on_missing ?? 'skip'}
        set={on_missing => put({ on_missing })}
        choices={{ skip: words.missingSkip, empty: words.missingEmpty }}
      />
      <Either
        label={say(words.ifCapped)}
        value={step.if_capped ?? 'wait'}
        set={if_capped => put({ if_capped })}
        choices={{ wait: words.cappedWait, skip: words.cappedSkip }}
      />
      <Either
        label={say(words.ifLate)}
        value={step.if_late ?? 'send'}
        set={if_late => put({ if_late })}
        choices={{ send: words.lateSend, skip: words.lateSkip }}
      />
    </SimpleGrid>
  )
}

function EventFields({ step, put, at }: FieldsProps) {
  const say = useSay()
  return (
    <>
      <TextInput
        {...at('event')}
        label={say(words.event)}
        description={say(words.eventAbout)}
        autoCapitalize="none"
        value={step.event ?? ''}
        onChange={event => put({ event: event.currentTarget.value })}
        required
      />
      <SpanInput
        {...at('within')}
        label={say(words.within)}
        value={step.within}
        set={within => put({ within })}
      />
      <Either
        label={say(words.since)}
        value={step.since ?? 'entry'}
        set={since => put({ since })}
        choices={{ entry: words.sinceEntry, step: words.sinceStep }}
      />
      <Wheres
        {...at('where')}
        wheres={step.where ?? []}
        set={where => put({ where: where.length === 0 ? undefined : where })}
        hasEntry
      />
    </>
  )
}

function TopicFields({ step, put, at }: FieldsProps) {
  const say = useSay()
  const { topics, nameOf } = useTopics()
  return (
    <>
      <Choice
        {...at('topic_id')}
        label={say(words.topic)}
        value={step.topic_id}
        set={id => put({ topic_id: id })}
        rows={topics.map(({ id }) => ({ id, name: nameOf(id) }))}
      />
      <Either
        {...at('action')}
        label={say(words.action)}
        value={step.action ?? 'leave'}
        set={action => put({ action })}
        choices={{ leave: words.leave, join: words.join }}
      />
    </>
  )
}

function SegmentFields({ step, put, at }: FieldsProps) {
  const say = useSay()
  const { segments } = useVocabulary()
  const lists = segments?.filter(one => one.kind === 'static')
  return (
    <>
      <Choice
        {...at('segment_id')}
        label={say(words.segment)}
        value={step.segment_id}
        set={id => put({ segment_id: id })}
        rows={lists ?? []}
        {...(lists?.length === 0 ? { description: say(words.noLists) } : {})}
      />
      <Either
        {...at('action')}
        label={say(words.action)}
        value={step.action ?? 'add'}
        set={action => put({ action })}
        choices={{ add: words.putIn, remove: words.takeOut }}
      />
    </>
  )
}

function WebhookFields({ step, put, at }: FieldsProps) {
  const say = useSay()
  return (
    <>
      <TextInput
        {...at('name')}
        label={say(words.webhookName)}
        value={step.name ?? ''}
        onChange={event => put({ name: event.currentTarget.value })}
        required
      />
      <JsonInput value={step.data} set={data => put({ data })} />
    </>
  )
}

function SequenceFields({ step, put, at }: FieldsProps) {
  const say = useSay()
  const { data = [] } = useAll('project.sequences.list')
  return (
    <Choice
      {...at('sequence_id')}
      label={say(words.sequence)}
      value={step.sequence_id}
      set={id => put({ sequence_id: id })}
      rows={data}
    />
  )
}

const ExitFields = ({ step, put, at }: FieldsProps) => (
  <GoalOrReason reason={step.reason} set={reason => put({ reason })} at={at('reason')} />
)
