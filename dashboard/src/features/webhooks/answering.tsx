/** How a webhook is answered: whether it fails, how much is acknowledged, and the last answer. */
import { useMemo } from 'react'
import { useApi } from '../../api/hooks.ts'
import type { Webhook, WebhookAnswers } from '../../api/shapes.ts'
import { Badge, Tag } from '../../ui/show.tsx'
import { Time, useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { webhooks as words } from './texts.ts'

const paceMs = 10_000

/** Of all webhooks of the project, by their ids. */
export function useAnswering(): ReadonlyMap<string, WebhookAnswers> {
  const { data } = useApi('project.webhookAnswers.list', {}, { everyMs: paceMs })
  return useMemo(() => new Map(data?.data.map(one => [one.id, one])), [data])
}

interface AnsweringProps {
  readonly answers: WebhookAnswers | undefined
}

/** That it is on says nothing of one that nobody answers. */
export function WebhookState({ enabled, answers }: AnsweringProps & Pick<Webhook, 'enabled'>) {
  const say = useSay()
  if (enabled && answers?.failing) return <Tag tone="bad">{say(words.failing)}</Tag>
  return <Badge state={enabled ? 'enabled' : 'paused'} />
}

export function Answered({ answers }: AnsweringProps) {
  const say = useSay()
  const { share } = useNumbers()
  if (!answers?.last) return '–'
  const { acknowledged, attempts, last } = answers
  return (
    <>
      {say(words.answered, {
        n: acknowledged,
        of: attempts,
        share: share(acknowledged / attempts),
      })}
      {' · '}
      {say(words.lastAnswer)} {last.status_code ?? say(words.noAnswer).toLowerCase()},{' '}
      <Time at={last.at} />
    </>
  )
}
