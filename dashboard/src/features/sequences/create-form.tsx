/** A new sequence: its name, as whom it writes, and of which topic it is. The rest comes on its page. */
import { NativeSelect, TextInput } from '@mantine/core'
import { ApiForm, useApiForm } from '../../ui/form.tsx'
import { Section } from '../../ui/show.tsx'
import { common } from '../../ui/texts.ts'
import { useOpenMade } from '../../ui/use-open-made.ts'
import { useSay } from '../../ui/words.tsx'
import { useTopics } from '../topics/topic-names.ts'
import { rules } from './rule-texts.ts'
import { sequences as words } from './texts.ts'

export function CreateForm() {
  const say = useSay()
  const { topics, nameOf } = useTopics()
  const form = useApiForm('project.sequences.create', {
    stale: ['project.sequences'],
    initial: { name: '', from: '', topic: '' },
    params: { topic_id: 'topic' },
    input: ({ name, from, topic }) => ({
      body: {
        name: name.trim(),
        ...(from.trim() === '' ? {} : { from: from.trim() }),
        // Whoever joins the topic is whom one writes to first.
        ...(topic === ''
          ? {}
          : { topic_id: topic, triggers: [{ on: 'topic_joined' as const, topic_id: topic }] }),
      },
    }),
    onDone: useOpenMade('/sequences', words.created),
  })
  return (
    <ApiForm form={form} action={say(common.create)}>
      <Section>
        <TextInput {...form.field('name')} label={say(common.name)} required mb="sm" maw={420} />
        <TextInput
          {...form.field('from')}
          label={say(rules.from)}
          description={say(rules.fromAbout)}
          mb="sm"
          maw={420}
        />
        <NativeSelect
          {...form.field('topic')}
          label={say(rules.topic)}
          description={say(words.topicAbout)}
          data={[
            { value: '', label: say(rules.noTopic) },
            ...topics.map(({ id }) => ({ value: id, label: nameOf(id) })),
          ]}
          maw={420}
        />
      </Section>
    </ApiForm>
  )
}
