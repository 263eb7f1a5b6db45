/** Webhooks that acknowledge nothing: twenty messages or more since the last that was. */
import { floorId } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { selectHealth, type WebhookHealth } from './failing-store.ts'

const minMessages = 20
const page = 1_000

export async function failingWebhooks({ db }: Pick<World, 'db'>): Promise<WebhookHealth[]> {
  const failing: WebhookHealth[] = []
  let after = { projectId: floorId(0), id: floorId(0) }
  for (;;) {
    const seen = await selectHealth(db, after, page)
    failing.push(...seen.filter(one => one.messages >= minMessages))
    const last = seen.at(-1)
    if (last === undefined || seen.length < page) return failing
    after = last
  }
}
