/** What a person asked for: each topic with since when, how that is known, and the way to change it. */
import { TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { useApi, useChange } from '../../api/hooks.ts'
import type { Contact, Topic, TopicState } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { Link, None, Section, Tag, type Tone } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { Time, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { momentOf } from '../../ui/zone.ts'
import { methodTexts } from '../consent/texts.ts'
import { topics as topicWords } from '../topics/texts.ts'
import { stateTexts, useTopics, wholeText } from '../topics/topic-names.ts'
import { person as words } from './texts.ts'

interface Line {
  readonly topic: Topic
  readonly contactId: string
  readonly state: TopicState
  readonly since: string | null
  readonly method: keyof typeof methodTexts | null
}

const tones: Readonly<Record<TopicState, Tone>> = {
  subscribed: 'good',
  pending: 'wait',
  unsubscribed: 'bad',
  none: 'calm',
}

export function ContactTopics({ contact }: { contact: Contact }) {
  const say = useSay()
  const where = useWhere()
  const { topics } = useTopics()
  const { data: consents } = useApi('project.contacts.consents', { id: contact.id, limit: 100 })
  const columns = useTopicColumns()
  const rows = topics.map((topic): Line => {
    const known = contact.topics.find(one => one.id === topic.id)
    // Newest first: the first record of a topic says how it came to be as it is.
    const last = consents?.data.find(one => one.topic_id === topic.id)
    return {
      topic,
      contactId: contact.id,
      state: known?.state ?? 'none',
      since: known?.since ?? null,
      method: last?.method ?? null,
    }
  })
  return (
    <Section
      title={say(topicWords.title)}
      about={say(words.topicsAbout)}
      aside={<Link to={where.to(`/consent?contact=${contact.id}`)}>{say(words.proof)}</Link>}
      flush
    >
      {rows.length === 0 ? (
        <None>{say(words.noTopics)}</None>
      ) : (
        <DataTable
          label={say(topicWords.title)}
          columns={columns}
          rows={rows}
          idOf={row => row.topic.id}
        />
      )}
    </Section>
  )
}

function useTopicColumns(): readonly Column<Line>[] {
  const say = useSay()
  return useMemo(
    () => [
      {
        id: 'topic',
        head: topicWords.topic,
        cell: row => say(wholeText(row.topic.name)),
        onPhone: 'title',
      },
      {
        id: 'state',
        head: common.status,
        cell: row => <StateTag row={row} />,
        isTight: true,
        onPhone: 'corner',
      },
      {
        id: 'since',
        head: words.since,
        cell: row => (row.since ? <Time at={row.since} form="full" /> : '–'),
        isTight: true,
        isDim: true,
      },
      {
        id: 'how',
        head: words.how,
        cell: row => (row.method ? say(methodTexts[row.method]) : '–'),
        isTight: true,
      },
      {
        id: 'actions',
        head: common.actions,
        isHeadHidden: true,
        cell: row => <ChangeTopic row={row} />,
        isTight: true,
      },
    ],
    [say],
  )
}

function StateTag({ row: { state, topic } }: { row: Line }) {
  const say = useSay()
  const isByDefault = state === 'none' && topic.joined_by === 'default'
  if (isByDefault) return <Tag tone="good">{say(topicWords.byDefault)}</Tag>
  return <Tag tone={tones[state]}>{say(stateTexts[state])}</Tag>
}

function ChangeTopic({ row }: { row: Line }) {
  const say = useSay()
  const { contactId, topic } = row
  const name = say(wholeText(topic.name))
  const change = useChange('project.contacts.setTopics', 'project.contacts')
  const isByDefault = row.state === 'none' && topic.joined_by === 'default'
  if (isByDefault || row.state === 'subscribed' || row.state === 'pending') {
    const body = { topics: [{ id: topic.id, state: 'unsubscribed' as const }] }
    return (
      <ConfirmButton
        call="project.contacts.setTopics"
        look="row"
        label={say(words.unsubscribe)}
        title={say(words.unsubscribeWhat, { topic: name })}
        ariaLabel={say(words.unsubscribeWhat, { topic: name })}
        about={say(words.unsubscribeAbout)}
        tone="danger"
        done={say(common.saved)}
        run={() => change.mutateAsync({ id: contactId, body })}
      />
    )
  }
  const title = say(words.subscribeWhat, { topic: name })
  return (
    <DialogButton
      call="project.contacts.setTopics"
      look="row"
      label={say(words.subscribe)}
      title={title}
      ariaLabel={title}
    >
      {close => <JoinForm row={row} close={close} />}
    </DialogButton>
  )
}

/** Joining for somebody needs to be said: who has left comes back by their own later act alone. */
function JoinForm({ row, close }: { row: Line; close: () => void }) {
  const say = useSay()
  const { zone } = useTimes()
  const form = useApiForm('project.contacts.setTopics', {
    stale: ['project.contacts'],
    initial: { at: '', source: '' },
    params: { topics: 'at' },
    input: ({ at, source }) => ({
      id: row.contactId,
      body: {
        topics: [
          {
            id: row.topic.id,
            state: 'subscribed' as const,
            ...(at && {
              consent: { at: momentOf(at, zone), ...(source.trim() && { source: source.trim() }) },
            }),
          },
        ],
      },
    }),
    onDone: () => {
      close()
      notify(say(common.saved))
    },
  })
  return (
    <ApiForm form={form} action={say(words.subscribe)} onCancel={close}>
      <TextInput
        {...form.field('at')}
        type="datetime-local"
        label={say(words.agreedAt)}
        description={say(words.agreedAtAbout, { zone })}
        data-autofocus
      />
      <TextInput
        {...form.field('source')}
        label={say(words.agreedWhere)}
        description={say(words.agreedWhereAbout)}
      />
    </ApiForm>
  )
}
