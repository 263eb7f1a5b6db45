/** What a form asks, what people agree to by it, and how it looks. */
import { Checkbox, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core'
import type { Body } from '../../api/calls.ts'
import type { SignUpForm } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { LeaveQuestion } from '../../ui/dialog.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { Link, Section } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { useOpenMade } from '../../ui/use-open-made.ts'
import { useSay } from '../../ui/words.tsx'
import { ColourPair } from '../audience/colour-pair.tsx'
import { topics as topicWords } from '../topics/texts.ts'
import { TopicChoices } from '../topics/topic-choices.tsx'
import { typedText, useTopics } from '../topics/topic-names.ts'
import { ConfirmLetter } from './confirm-letter.tsx'
import {
  freshPopup,
  PopupFields,
  type PopupValues,
  popupOf,
  popupParams,
  valuesOfPopup,
} from './popup-fields.tsx'
import { type Question, Questions } from './questions.tsx'
import { forms as words } from './texts.ts'

interface FormValues extends PopupValues {
  readonly name: string
  readonly topics: string[]
  readonly questions: readonly Question[]
  readonly wordingPt: string
  readonly wordingEn: string
  readonly double_opt_in: boolean
  /** '': ours. */
  readonly confirm_template_id: string
  readonly redirect_url: string
  readonly thanksPt: string
  readonly thanksEn: string
  readonly origins: string
  readonly color: string
  readonly background: string
  readonly enabled: boolean
}

const fresh: FormValues = {
  name: '',
  topics: [],
  questions: [],
  wordingPt: '',
  wordingEn: '',
  double_opt_in: true,
  confirm_template_id: '',
  redirect_url: '',
  thanksPt: '',
  thanksEn: '',
  origins: '',
  color: '',
  background: '',
  enabled: true,
  ...freshPopup,
}

const valuesOf = (form: SignUpForm): FormValues => ({
  name: form.name,
  topics: form.topics,
  questions: form.fields.map(({ key, label, required }) => ({
    key,
    labelPt: label.pt ?? '',
    labelEn: label.en ?? '',
    required,
  })),
  wordingPt: form.wording.pt ?? '',
  wordingEn: form.wording.en ?? '',
  double_opt_in: form.double_opt_in,
  confirm_template_id: form.confirm_template_id ?? '',
  redirect_url: form.redirect_url ?? '',
  thanksPt: form.thanks.pt ?? '',
  thanksEn: form.thanks.en ?? '',
  origins: form.allowed_origins.join('\n'),
  color: form.style.color ?? '',
  background: form.style.background ?? '',
  enabled: form.enabled,
  ...valuesOfPopup(form.popup),
})

const params = {
  fields: 'questions',
  wording: 'wordingPt',
  thanks: 'thanksPt',
  allowed_origins: 'origins',
  style: 'color',
  ...popupParams,
} as const

function bodyOf(values: FormValues, logo: string | undefined): Body<'project.forms.create'> {
  const { color, background } = values
  return {
    name: values.name.trim(),
    topics: values.topics,
    fields: values.questions.map(({ key, labelPt, labelEn, required }) => ({
      key,
      label: typedText(labelPt, labelEn),
      required,
    })),
    wording: typedText(values.wordingPt, values.wordingEn),
    double_opt_in: values.double_opt_in,
    confirm_template_id: values.confirm_template_id,
    redirect_url: values.redirect_url.trim(),
    thanks: typedText(values.thanksPt, values.thanksEn),
    allowed_origins: values.origins.split(/\s+/).filter(one => one !== ''),
    style: {
      ...(color.trim() && { color: color.trim() }),
      ...(background.trim() && { background: background.trim() }),
      ...(logo && { logo }),
    },
    enabled: values.enabled,
    popup: popupOf(values),
  }
}

export function CreateForm() {
  const say = useSay()
  const form = useApiForm('project.forms.create', {
    stale: ['project.forms'],
    initial: fresh,
    params,
    input: values => {
      const { redirect_url: redirect, ...body } = bodyOf(values, undefined)
      return { body: { ...body, ...(redirect && { redirect_url: redirect }) } }
    },
    onDone: useOpenMade('/forms', words.created),
  })
  return (
    <ApiForm form={form} action={say(common.create)}>
      <LeaveQuestion isChanged={form.isChanged} />
      <Fields form={form} />
    </ApiForm>
  )
}

export function ChangeForm({ form: known }: { form: SignUpForm }) {
  const say = useSay()
  const form = useApiForm('project.forms.update', {
    stale: ['project.forms'],
    initial: valuesOf(known),
    params,
    input: values => ({ id: known.id, body: bodyOf(values, known.style.logo) }),
    onDone: () => notify(say(common.saved)),
  })
  return (
    <ApiForm form={form} action={say(common.save)}>
      <LeaveQuestion isChanged={form.isChanged} />
      <Fields form={form} />
    </ApiForm>
  )
}

interface FieldsProps {
  readonly form: {
    readonly values: FormValues
    readonly set: ((name: 'questions', value: readonly Question[]) => void) &
      ((name: 'color' | 'background' | 'confirm_template_id', value: string) => void)
    readonly field: (name: keyof FormValues) => object
    readonly check: (name: keyof FormValues) => object
    readonly errorOf: (name: 'isPopup') => string | undefined
  }
}

function Fields({ form }: FieldsProps) {
  const say = useSay()
  return (
    <>
      <Section title={say(words.definition)}>
        <TextInput {...form.field('name')} label={say(common.name)} required maw={420} mb="sm" />
        <Topics field={form.field('topics')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt="sm">
          <Textarea
            {...form.field('wordingPt')}
            label={say(words.wordingPt)}
            description={say(words.wordingAbout)}
            autosize
            minRows={2}
          />
          <Textarea
            {...form.field('wordingEn')}
            label={say(words.wordingEn)}
            description={say(words.wordingAbout)}
            autosize
            minRows={2}
          />
        </SimpleGrid>
        <Checkbox {...form.check('double_opt_in')} label={say(words.doubleOptIn)} mt="sm" />
        {form.values.double_opt_in && (
          <ConfirmLetter
            field={form.field('confirm_template_id')}
            value={form.values.confirm_template_id}
            set={template => form.set('confirm_template_id', template)}
          />
        )}
        <Checkbox {...form.check('enabled')} label={say(words.enabled)} mt="sm" />
      </Section>
      <Section title={say(words.asks)} about={say(words.asksAbout)}>
        <Questions
          questions={form.values.questions}
          set={questions => form.set('questions', questions)}
          field={form.field('questions')}
        />
      </Section>
      <Looks form={form} />
      <PopupFields form={form} />
    </>
  )
}

function Topics({ field }: { field: object }) {
  const say = useSay()
  const where = useWhere()
  const { topics } = useTopics()
  if (topics.length > 0) return <TopicChoices field={field} label={say(words.topics)} />
  return (
    <Text size="sm">
      {say(words.needsTopic)}
      <Link to={where.to('/topics')}>{say(topicWords.title)}</Link>
    </Text>
  )
}

function Looks({ form }: FieldsProps) {
  const say = useSay()
  return (
    <Section>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <ColourPair form={form} words={words} />
      </SimpleGrid>
      <TextInput
        {...form.field('redirect_url')}
        label={say(words.redirect)}
        description={say(words.redirectAbout)}
        placeholder="https://"
        mt="sm"
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt="sm">
        <Textarea
          {...form.field('thanksPt')}
          label={say(words.thanksPt)}
          description={say(words.thanksAbout)}
          autosize
          minRows={2}
        />
        <Textarea
          {...form.field('thanksEn')}
          label={say(words.thanksEn)}
          description={say(words.thanksAbout)}
          autosize
          minRows={2}
        />
      </SimpleGrid>
      <Textarea
        {...form.field('origins')}
        label={say(words.origins)}
        description={say(words.originsAbout)}
        autosize
        minRows={2}
        mt="sm"
      />
    </Section>
  )
}
