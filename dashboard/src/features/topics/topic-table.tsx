/** The columns of the list of topics. */
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import type { Topic } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { ChangeButton, DeleteOne } from '../../ui/row-actions.tsx'
import { Link } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { topics as words } from './texts.ts'
import { ChangeForm } from './topic-form.tsx'
import { wholeText } from './topic-names.ts'

export interface TopicCounts {
  readonly people: number
  readonly pending: number
}

export function useTopicColumns(
  counts: ReadonlyMap<string, TopicCounts>,
): readonly Column<Topic>[] {
  const say = useSay()
  return useMemo(
    () => [
      { id: 'name', head: common.name, cell: row => <Name row={row} />, onPhone: 'title' },
      {
        id: 'people',
        head: words.people,
        cell: row => <People row={row} count={counts.get(row.id)} />,
        isTight: true,
        isNumber: true,
      },
      { id: 'who', head: words.joinedBy, cell: row => say(words[row.joined_by]), isTight: true },
      {
        id: 'confirmed',
        head: words.doubleOptInShort,
        cell: row => say(row.double_opt_in ? common.yes : common.no),
        isTight: true,
      },
      {
        id: 'actions',
        head: common.actions,
        isHeadHidden: true,
        cell: row => <Actions row={row} />,
        isTight: true,
        onPhone: 'corner',
      },
    ],
    [say, counts],
  )
}

function Name({ row }: { row: Topic }) {
  const say = useSay()
  const about = say(wholeText(row.description))
  return (
    <>
      <span dir="auto">{say(wholeText(row.name))}</span>
      {about !== '–' && (
        <Text size="sm" c="dimmed" dir="auto">
          {about}
        </Text>
      )}
    </>
  )
}

function People({ row, count }: { row: Topic; count: TopicCounts | undefined }) {
  const say = useSay()
  const { whole } = useNumbers()
  const where = useWhere()
  if (count === undefined) return '–'
  const listOf = (state: 'subscribed' | 'pending') =>
    where.to(`/contacts?topic=${row.id}&state=${state}`)
  // The list of contacts is by what people chose: of a topic that all get, there is no such list.
  return (
    <>
      {row.joined_by === 'default' ? (
        whole(count.people)
      ) : (
        <Link to={listOf('subscribed')}>{whole(count.people)}</Link>
      )}
      {count.pending > 0 && (
        <div>
          <Link to={listOf('pending')}>{say(words.waiting, { n: count.pending })}</Link>
        </div>
      )}
    </>
  )
}

function Actions({ row }: { row: Topic }) {
  const say = useSay()
  const name = say(wholeText(row.name))
  return (
    <span style={{ display: 'inline-flex', gap: 4, alignItems: 'center' }}>
      <ChangeButton what={name} size="lg">
        {close => <ChangeForm topic={row} close={close} />}
      </ChangeButton>
      <DeleteOne
        call="project.topics.delete"
        id={row.id}
        what={name}
        about={say(words.removeAbout, { name })}
      />
    </span>
  )
}
