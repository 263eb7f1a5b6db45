/** What a campaign says, as whom, and to whom. */
import { Checkbox, NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Body } from '../../api/calls.ts'
import { useAll } from '../../api/lists.ts'
import type { Campaign } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { ApiForm, useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { Section } from '../../ui/show.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { TopicChoices } from '../topics/topic-choices.tsx'
import { useTopics, wholeText } from '../topics/topic-names.ts'
import { campaigns as words } from './texts.ts'

interface DraftValues {
  readonly name: string
  readonly from: string
  readonly replyTo: string
  readonly template: string
  readonly subject: string
  readonly preheader: string
  readonly html: string
  readonly topic: string
  readonly topics: string[]
  readonly segments: string[]
  readonly everybody: boolean
}

const fresh: DraftValues = {
  name: '',
  from: '',
  replyTo: '',
  template: '',
  subject: '',
  preheader: '',
  html: '',
  topic: '',
  topics: [],
  segments: [],
  everybody: false,
}

interface Letter {
  readonly template_id?: string
  readonly subject?: string
  readonly preheader?: string
  readonly html?: string
}
interface Chosen {
  readonly topics?: string[]
  readonly segments?: string[]
  readonly everybody?: boolean
}

function valuesOf(campaign: Campaign): DraftValues {
  const letter = (campaign.content ?? {}) as Letter
  const chosen = (campaign.audience ?? {}) as Chosen
  return {
    name: campaign.name,
    from: campaign.from ?? '',
    replyTo: campaign.reply_to.join(', '),
    template: letter.template_id ?? '',
    subject: letter.subject ?? '',
    preheader: letter.preheader ?? '',
    html: letter.html ?? '',
    topic: campaign.topic_id ?? '',
    topics: chosen.topics ?? [],
    segments: chosen.segments ?? [],
    everybody: chosen.everybody ?? false,
  }
}

const params = {
  reply_to: 'replyTo',
  topic_id: 'topic',
  audience: 'everybody',
  content: 'html',
} as const

type Change = Body<'project.campaigns.update'>

/** What is not filled in yet is left out of a draft. */
function bodyOf(values: DraftValues, before: Campaign | null): Change & { name: string } {
  const { template, subject, preheader, html, topics, segments, everybody, from, topic } = values
  const own = {
    ...(subject.trim() && { subject }),
    ...(preheader.trim() && { preheader }),
    ...(html.trim() && { html }),
  }
  const kept = before?.content as object | null | undefined
  const content = template === '' ? own : { template_id: template }
  const isLetter = Object.keys(content).length > 0
  const isChosen = everybody || topics.length > 0 || segments.length > 0
  const replies = values.replyTo.split(/[,;]\s*/).filter(one => one.trim() !== '')
  return {
    name: values.name.trim(),
    ...(from.trim() && { from: from.trim() }),
    ...((replies.length > 0 || before) && { reply_to: replies }),
    ...((topic || before) && { topic_id: (topic || null) as string }),
    ...(isLetter ? { content } : kept ? { content: null } : {}),
    ...(isChosen
      ? { audience: { topics, segments, everybody, match: 'any' as const } }
      : before?.audience
        ? { audience: null }
        : {}),
  }
}

export function CreateForm() {
  const say = useSay()
  const { to } = useWhere()
  const navigate = useNavigate()
  const form = useApiForm('project.campaigns.create', {
    stale: ['project.campaigns'],
    initial: fresh,
    params,
    input: values => ({
      body: bodyOf(values, null) as Body<'project.campaigns.create'>,
    }),
    onDone: ({ id }) => {
      notify(say(words.created))
      void navigate({ to: to(`/campaigns/${id}`) })
    },
  })
  return (
    <ApiForm form={form} action={say(common.create)}>
      <Fields form={form} />
    </ApiForm>
  )
}

export function ChangeForm({ campaign }: { campaign: Campaign }) {
  const say = useSay()
  const form = useApiForm('project.campaigns.update', {
    stale: ['project.campaigns'],
    initial: valuesOf(campaign),
    params,
    input: values => ({ id: campaign.id, body: bodyOf(values, campaign) }),
    onDone: () => notify(say(common.saved)),
  })
  return (
    <ApiForm form={form} action={say(common.save)}>
      <Fields form={form} />
    </ApiForm>
  )
}

interface FieldsProps {
  readonly form: {
    readonly values: DraftValues
    readonly field: (name: keyof DraftValues) => object
    readonly check: (name: keyof DraftValues) => object
  }
}

function Fields({ form }: FieldsProps) {
  const say = useSay()
  const templates = useAll('project.templates.list')
  const choices = [
    { value: '', label: say(words.ownLetter) },
    ...(templates.data ?? [])
      .filter(one => one.kind === 'email' && one.status === 'published')
      .map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <>
      <Section title={say(words.letter)}>
        <TextInput {...form.field('name')} label={say(common.name)} required mb="sm" maw={420} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mb="sm">
          <TextInput
            {...form.field('from')}
            label={say(words.from)}
            description={say(words.fromAbout)}
          />
          <TextInput
            {...form.field('replyTo')}
            label={say(words.replyTo)}
            description={say(words.fromAbout)}
          />
        </SimpleGrid>
        <NativeSelect
          {...form.field('template')}
          label={say(words.template)}
          data={choices}
          maw={420}
          mb="sm"
        />
        {form.values.template === '' && <OwnLetter form={form} />}
      </Section>
      <AudienceFields form={form} />
    </>
  )
}

function OwnLetter({ form }: FieldsProps) {
  const say = useSay()
  return (
    <>
      <TextInput {...form.field('subject')} label={say(words.subject)} mb="sm" />
      <TextInput
        {...form.field('preheader')}
        label={say(words.preheader)}
        description={say(words.preheaderAbout)}
        mb="sm"
      />
      <Textarea
        {...form.field('html')}
        label={say(words.html)}
        description={say(words.htmlAbout)}
        autosize
        minRows={8}
        maxRows={30}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
    </>
  )
}

function AudienceFields({ form }: FieldsProps) {
  const say = useSay()
  const { topics } = useTopics()
  const segments = useAll('project.segments.list')
  const choices = [
    { value: '', label: say(words.noTopic) },
    ...topics.map(({ id, name }) => ({ value: id, label: say(wholeText(name)) })),
  ]
  return (
    <Section title={say(words.audience)}>
      <NativeSelect
        {...form.field('topic')}
        label={say(words.topic)}
        description={say(words.topicAbout)}
        data={choices}
        maw={420}
        mb="md"
      />
      <TopicChoices field={form.field('topics')} label={say(words.topics)} />
      {(segments.data ?? []).length > 0 && (
        <Checkbox.Group {...form.field('segments')} label={say(words.segments)} mt="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={6} mt="xs">
            {segments.data!.map(({ id, name }) => (
              <Checkbox key={id} value={id} label={name} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
      <Checkbox {...form.check('everybody')} label={say(words.everybody)} mt="md" />
    </Section>
  )
}
