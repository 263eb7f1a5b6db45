/** The columns of the list of attempts to post to a webhook. */

import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { Attempt, WebhookEvent } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { Link } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { Time, useSpan } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { webhookEventTexts, webhooks as words } from './texts.ts'

type Choose = (attempt: Attempt) => void

export function useAttemptColumns(choose: Choose): readonly Column<Attempt>[] {
  return useMemo(
    () => [
      {
        id: 'answer',
        head: words.answer,
        cell: row => <AnswerBadge attempt={row} />,
        onPhone: 'title',
      },
      {
        id: 'event',
        head: words.event,
        cell: row => <Told attempt={row} />,
      },
      {
        id: 'took',
        head: words.took,
        cell: row => <Took attempt={row} />,
        isTight: true,
        isDim: true,
      },
      {
        id: 'at',
        head: words.at,
        cell: row => <Time at={row.at} />,
        isTight: true,
        isDim: true,
      },
      {
        id: 'details',
        head: words.details,
        isHeadHidden: true,
        cell: row => <DetailsButton attempt={row} choose={choose} />,
        isTight: true,
        onPhone: 'corner',
      },
    ],
    [choose],
  )
}

/** What it told of, and of whom; with the way to the email. */
function Told({ attempt }: { attempt: Attempt }) {
  const say = useSay()
  const where = useWhere()
  const { type, email_id: email, recipient, event_id: event } = attempt
  if (type === null) return <span className="mono break">{event}</span>
  const name = type in webhookEventTexts ? say(webhookEventTexts[type as WebhookEvent]) : type
  return (
    <span className="break">
      {name}
      {recipient && ` · ${inOwnLetters(recipient)}`}
      {email && (
        <>
          {' · '}
          <Link to={where.to(`/emails/${email}`)}>{say(words.seeEmail)}</Link>
        </>
      )}
    </span>
  )
}

interface AttemptProps {
  readonly attempt: Attempt
}

export function AnswerBadge({ attempt: { status_code: code } }: AttemptProps) {
  const say = useSay()
  const isGood = code !== null && code >= 200 && code < 300
  return (
    <span className="badge" data-tone={isGood ? 'good' : 'bad'}>
      {code ?? say(words.noAnswer)}
    </span>
  )
}

function Took({ attempt }: AttemptProps) {
  return useSpan()(attempt.duration_ms)
}

function DetailsButton({ attempt, choose }: AttemptProps & { choose: Choose }) {
  const say = useSay()
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={say(words.detailsOf, { event: attempt.event_id })}
      onClick={() => choose(attempt)}
    >
      {say(words.details)}
    </Button>
  )
}
