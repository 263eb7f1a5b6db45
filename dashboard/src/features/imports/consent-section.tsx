/** On what ground people join topics, and what becomes of those who would have to confirm. */
import { Radio, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { DialogButton } from '../../ui/dialog.tsx'
import { Section } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { topics as topicWords } from '../topics/texts.ts'
import { TopicChoices } from '../topics/topic-choices.tsx'
import { AddForm } from '../topics/topic-form.tsx'
import { useTopics } from '../topics/topic-names.ts'
import type { Decisions } from './decisions.ts'
import { agrees } from './mapping-table.tsx'
import { imports as words } from './texts.ts'

interface ConsentSectionProps {
  readonly form: {
    readonly values: Decisions
    readonly set: (name: 'topics', topics: string[]) => void
    readonly field: (name: keyof Decisions) => object
  }
}

export function ConsentSection({ form }: ConsentSectionProps) {
  const say = useSay()
  const { topics } = useTopics()
  const { basis } = form.values
  return (
    <Section title={say(words.consent)} about={say(words.consentAbout)}>
      <Stack gap="sm">
        {topics.length === 0 ? (
          <Stack gap="xs" align="flex-start">
            <Text c="dimmed">{say(words.noTopics)}</Text>
            <AddTopic form={form} />
          </Stack>
        ) : (
          <Radio.Group {...form.field('basis')} aria-label={say(words.basis)}>
            <Stack gap={6}>
              <Radio value="" label={say(words.basisNone)} />
              <Radio value="consent" label={say(words.basisConsent)} />
              <Radio value="legitimate_interest" label={say(words.basisInterest)} />
              <Radio value="contract" label={say(words.basisContract)} />
            </Stack>
          </Radio.Group>
        )}
        {topics.length > 0 && basis !== '' && <Evidence form={form} />}
      </Stack>
    </Section>
  )
}

/** What was just made is meant. */
function AddTopic({ form }: ConsentSectionProps) {
  const say = useSay()
  const { topics } = form.values
  return (
    <DialogButton label={say(topicWords.add)} size="lg">
      {close => <AddForm close={close} onMade={id => form.set('topics', [...topics, id])} />}
    </DialogButton>
  )
}

function Evidence({ form }: ConsentSectionProps) {
  const say = useSay()
  const [column] = Object.entries(form.values.fields).find(([, field]) => field === agrees) ?? []
  return (
    <>
      <Stack gap="xs" align="flex-start">
        <TopicChoices field={form.field('topics')} label={say(words.topics)} isRequired />
        <AddTopic form={form} />
      </Stack>
      {column !== undefined && <Text size="sm">{say(words.agreesAbout, { column })}</Text>}
      <Textarea
        {...form.field('wording')}
        label={say(words.wording)}
        required
        autosize
        minRows={2}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          {...form.field('source')}
          label={say(words.source)}
          placeholder={say(words.sourceAbout)}
          required
        />
        <TextInput {...form.field('at')} type="date" label={say(words.at)} />
      </SimpleGrid>
      <NotConfirmed form={form} />
    </>
  )
}

const ways = [
  { value: 'send', label: words.confirmSend, about: words.confirmSendAbout },
  { value: 'elsewhere', label: words.confirmElsewhere, about: words.confirmElsewhereAbout },
  { value: 'none', label: words.confirmNone, about: words.confirmNoneAbout },
] as const

/** Asked where a topic that they join wants a confirmation. */
function NotConfirmed({ form }: ConsentSectionProps) {
  const say = useSay()
  const { topics, nameOf } = useTopics()
  const waits = topics.filter(one => one.double_opt_in && form.values.topics.includes(one.id))
  if (waits.length === 0) return null
  const names = waits.map(one => nameOf(one.id)).join(', ')
  return (
    <Radio.Group {...form.field('confirm')} label={say(words.notConfirmed, { topics: names })}>
      <Stack gap={6} mt="xs">
        {ways.map(({ value, label, about }) => (
          <Radio key={value} value={value} label={say(label)} description={say(about)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
