/** The columns of the list of webhooks. */
import { useMemo } from 'react'
import { eventTypes, type Webhook } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { Link } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { Answered, useAnswering, WebhookState } from './answering.tsx'
import { webhookEventTexts, webhooks as words } from './texts.ts'

const isAllOfEmails = (events: Webhook['events']): boolean =>
  events.length === eventTypes.length && eventTypes.every(type => events.includes(type))

type Row = Pick<Webhook, 'id' | 'url' | 'events' | 'enabled'>

export function useWebhookColumns(): readonly Column<Row>[] {
  const say = useSay()
  const answering = useAnswering()
  return useMemo(
    () => [
      { id: 'url', head: words.url, cell: row => <Url row={row} />, onPhone: 'title' },
      {
        id: 'events',
        head: words.events,
        cell: ({ events }) =>
          isAllOfEmails(events)
            ? say(words.allEvents)
            : events.map(type => say(webhookEventTexts[type])).join(', '),
        isDim: true,
      },
      {
        id: 'answers',
        head: words.answers,
        cell: row => <Answered answers={answering.get(row.id)} />,
        isDim: true,
      },
      {
        id: 'status',
        head: common.status,
        cell: row => <WebhookState enabled={row.enabled} answers={answering.get(row.id)} />,
        isTight: true,
        onPhone: 'corner',
      },
    ],
    [say, answering],
  )
}

function Url({ row }: { row: Row }) {
  const where = useWhere()
  return (
    <span className="break webhook-url">
      <Link to={where.to(`/webhooks/${row.id}`)} className="row-link">
        {row.url}
      </Link>
    </span>
  )
}
