/** A topic: what people read of it, and who gets it. */
import { Checkbox, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { Topic } from '../../api/shapes.ts'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { topics as words } from './texts.ts'
import { typedText } from './topic-names.ts'

interface TopicValues {
  readonly namePt: string
  readonly nameEn: string
  readonly aboutPt: string
  readonly aboutEn: string
  readonly joined_by: Topic['joined_by']
  readonly double_opt_in: boolean
  readonly public: boolean
  readonly exempt_from_cap: boolean
}

const initial: TopicValues = {
  namePt: '',
  nameEn: '',
  aboutPt: '',
  aboutEn: '',
  joined_by: 'choice',
  double_opt_in: true,
  public: true,
  exempt_from_cap: false,
}

const params = { name: 'namePt', description: 'aboutPt' } as const

const bodyOf = ({ namePt, nameEn, aboutPt, aboutEn, ...rest }: TopicValues) => ({
  ...rest,
  name: typedText(namePt, nameEn),
  description: typedText(aboutPt, aboutEn),
})

interface AddFormProps {
  readonly close: () => void
  readonly onMade?: (id: string) => void
}

export function AddForm({ close, onMade }: AddFormProps) {
  const say = useSay()
  const form = useApiForm('project.topics.create', {
    stale: ['project.topics', 'project.segments'],
    initial,
    params,
    input: values => ({ body: bodyOf(values) }),
    onDone: ({ id }) => {
      close()
      onMade?.(id)
      notify(say(words.added))
    },
  })
  return (
    <ApiForm form={form} action={say(common.add)} onCancel={close}>
      <TopicFields form={form} />
    </ApiForm>
  )
}

export function ChangeForm({ topic, close }: { topic: Topic; close: () => void }) {
  const say = useSay()
  const { id, name, description } = topic
  const form = useApiForm('project.topics.update', {
    stale: ['project.topics'],
    initial: {
      namePt: name.pt ?? '',
      nameEn: name.en ?? '',
      aboutPt: description.pt ?? '',
      aboutEn: description.en ?? '',
      joined_by: topic.joined_by,
      double_opt_in: topic.double_opt_in,
      public: topic.public,
      exempt_from_cap: topic.exempt_from_cap,
    } as TopicValues,
    params,
    input: values => ({ id, body: bodyOf(values) }),
    onDone: () => {
      close()
      notify(say(common.saved))
    },
  })
  return (
    <ApiForm form={form} action={say(common.save)} onCancel={close}>
      <TopicFields form={form} />
    </ApiForm>
  )
}

interface TopicFieldsProps {
  readonly form: {
    readonly field: (name: keyof TopicValues) => object
    readonly check: (name: keyof TopicValues) => object
  }
}

function TopicFields({ form }: TopicFieldsProps) {
  const say = useSay()
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput {...form.field('namePt')} label={say(words.namePt)} data-autofocus />
        <TextInput {...form.field('nameEn')} label={say(words.nameEn)} />
        <TextInput {...form.field('aboutPt')} label={say(words.descriptionPt)} />
        <TextInput {...form.field('aboutEn')} label={say(words.descriptionEn)} />
      </SimpleGrid>
      <Radio.Group {...form.field('joined_by')} label={say(words.joinedBy)}>
        <Stack gap={6} mt="xs">
          <Radio value="choice" label={say(words.choice)} />
          <Radio value="default" label={say(words.default)} />
        </Stack>
      </Radio.Group>
      <Checkbox {...form.check('double_opt_in')} label={say(words.doubleOptIn)} />
      <Checkbox {...form.check('public')} label={say(words.public)} />
      <Checkbox {...form.check('exempt_from_cap')} label={say(words.exempt)} />
    </>
  )
}
