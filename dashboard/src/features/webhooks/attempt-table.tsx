/** The columns of the list of attempts to post to a webhook. */
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { Attempt } from '../../api/shapes.ts'
import type { Column } from '../../ui/table-model.ts'
import { Time, useSpan } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { webhooks as words } from './texts.ts'

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
        cell: row => <span className="mono break">{row.event_id}</span>,
        isDim: true,
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
