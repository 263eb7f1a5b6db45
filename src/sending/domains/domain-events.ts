/** What happens to domains, told to webhooks that name it: in the transaction of the change. */
import { show } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { enqueueWebhooks } from '#platform/webhooks/enqueue.ts'
import { domainInResendForm } from './resend-form.ts'
import { showDomain } from './serialize.ts'
import type { Domain } from './store.ts'

const about = (en: string, pt: string): Text => ({ en, pt })

export const domainEvents = {
  'domain.created': about('A domain was registered.', 'Um domínio foi cadastrado.'),
  'domain.updated': about(
    'The status of a domain or of one of its records changed.',
    'O status de um domínio ou de um de seus registros mudou.',
  ),
  'domain.deleted': about(
    'A domain was removed, expired, or was claimed by its owner.',
    'Um domínio foi removido, expirou ou foi reivindicado pelo dono.',
  ),
} as const satisfies Record<string, Text>

export type DomainEvent = keyof typeof domainEvents
export const domainEventNames = Object.keys(domainEvents) as DomainEvent[]

export const domainWildcard = 'domain.*'

export type DomainWorld = Pick<World, 'ids' | 'clock' | 'signals' | 'handoff' | 'settings'>

export function tellDomain(
  tx: Tx,
  world: DomainWorld,
  type: DomainEvent,
  domains: readonly Domain[],
): Promise<void> {
  return enqueueWebhooks(
    tx,
    world,
    domains.map(row => {
      const eventId = world.ids.next()
      const mode = row.made_by_mode ?? 'live'
      const domain = showDomain(world, row)
      const test = mode === 'test' ? { test: true } : {}
      return {
        projectId: row.project_id,
        mode,
        eventId,
        type,
        at: world.clock.now(),
        data: { event_id: show('evt', eventId), domain, ...test },
        resend: { heardAs: type, type, data: { ...domainInResendForm(domain), ...test } },
      }
    }),
  )
}
