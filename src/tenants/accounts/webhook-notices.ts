/** Accounts hear of webhooks that acknowledge nothing. */
import { minuteMs } from '#kernel/base/durations.ts'
import { show } from '#kernel/base/ids.ts'
import { fill } from '#kernel/base/languages.ts'
import type { World } from '#kernel/world/world.ts'
import type { PeriodicJob } from '#platform/queue/jobs.ts'
import { failingWebhooks } from '#platform/webhooks/failing.ts'
import type { WebhookHealth } from '#platform/webhooks/failing-store.ts'
import { tellLasting } from './lasting.ts'
import { accountsOfProjects } from './store.ts'

export const webhookNoticesJob: PeriodicJob = {
  name: 'failing webhooks',
  everyMs: minuteMs,
  run: watchWebhooks,
}

export async function watchWebhooks(world: World): Promise<void> {
  const failing = await failingWebhooks(world)
  const accounts = await accountsOfProjects(
    world.db,
    failing.map(one => one.projectId),
  )
  const found = failing.flatMap(one => {
    const accountId = accounts.get(one.projectId)
    return accountId === undefined ? [] : [{ accountId, ...noticeOf(one) }]
  })
  await tellLasting(world, 'webhook ', found)
}

const shownLength = 200

function noticeOf({ projectId, id, url, messages, since }: WebhookHealth) {
  return {
    projectId,
    // Webhooks are shared by both modes.
    mode: null,
    level: 'warning',
    code: 'webhook_failing',
    cause: `webhook ${id}`,
    data: { webhook_id: show('whk', id), url, messages, since: since?.toISOString() ?? null },
    text: fill(text, { url: url.slice(0, shownLength), messages }),
  } as const
}

const text = {
  en: 'The webhook {url} has not acknowledged any of the last {messages} messages. See its attempts; what is not acknowledged is tried for a while and then given up.',
  pt: 'O webhook {url} não confirmou nenhuma das últimas {messages} mensagens. Veja as tentativas; o que não é confirmado é tentado por algum tempo e depois abandonado.',
}
