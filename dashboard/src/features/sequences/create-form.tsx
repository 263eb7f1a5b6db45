/**
 * A new sequence: empty, or one that is ready with its letters; its name, as whom it writes, and of
 * which topic it is. The rest comes on its page.
 */
import { NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { Section } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { useOpenMade } from '../../ui/use-open-made.ts'
import { useSay } from '../../ui/words.tsx'
import { SenderFields } from '../campaigns/sender-fields.tsx'
import { useTopics } from '../topics/topic-names.ts'
import { type SeriesName, seriesNames, siteOf } from './ready.ts'
import { ready } from './ready-texts.ts'
import { rules } from './rule-texts.ts'
import { sequences as words } from './texts.ts'
import { useReady } from './use-ready.ts'

type Start = SeriesName | 'empty'

interface Values {
  readonly start: Start
  readonly name: string
  readonly from: string
  readonly topic: string
  readonly site: string
}

export function CreateForm() {
  const say = useSay()
  const { topics, nameOf } = useTopics()
  const form = useCreating()
  const { start, from } = form.values
  const choose = (next: Start) => {
    form.set('start', next)
    form.set('name', next === 'empty' ? '' : say(ready[next].name))
  }
  return (
    <ApiForm form={form} action={say(common.create)}>
      <Section>
        <Starts start={start} choose={choose} />
        <TextInput {...form.field('name')} label={say(common.name)} required mb="sm" maw={420} />
        <SenderFields
          value={from}
          set={value => form.set('from', value)}
          error={form.errorOf('from')}
          isRequired={start !== 'empty'}
        />
        <NativeSelect
          {...form.field('topic')}
          label={say(rules.topic)}
          description={say(words.topicAbout)}
          data={[
            { value: '', label: say(rules.noTopic) },
            ...topics.map(({ id }) => ({ value: id, label: nameOf(id) })),
          ]}
          mt="sm"
          maw={420}
        />
        {start !== 'empty' && (
          <TextInput
            {...form.field('site')}
            type="url"
            label={say(ready.site)}
            description={say(ready.siteAbout)}
            placeholder={siteOf(from)}
            mt="sm"
            maw={420}
          />
        )}
      </Section>
    </ApiForm>
  )
}

function useCreating() {
  const say = useSay()
  const make = useReady()
  const open = useOpenMade('/sequences')
  const initial: Values = { start: 'empty', name: '', from: '', topic: '', site: '' }
  return useApiForm('project.sequences.create', {
    stale: ['project.sequences'],
    initial,
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
    onDone: async (made, { start, from, topic, site }) => {
      if (start === 'empty') notify(say(words.created))
      else {
        const to = site.trim() || siteOf(from)
        const wanted = { id: made.id, series: start, topicId: topic || null, site: to }
        await make(wanted).then(
          () => notify(say(ready.made)),
          error => notify(say(ready.failed, { why: error.message }), { isBad: true }),
        )
      }
      open(made)
    },
  })
}

interface StartsProps {
  readonly start: Start
  readonly choose: (start: Start) => void
}

function Starts({ start, choose }: StartsProps) {
  const say = useSay()
  return (
    <Radio.Group
      label={say(ready.begin)}
      value={start}
      onChange={value => choose(value as Start)}
      mb="md"
    >
      <Stack gap={8} mt="xs">
        {(['empty', ...seriesNames] as const).map(value => (
          <Radio
            key={value}
            value={value}
            label={say(ready[value].name)}
            description={say(ready[value].about)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
