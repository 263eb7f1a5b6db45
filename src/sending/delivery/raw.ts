/**
 * The bytes of an email to one recipient once more: as they were sent, or as they would be sent now.
 * They are not kept. The same input gives the same bytes (message.ts), and of what may change
 * afterwards the `sent` event remembers what was used (docs/decisions/0035-raw-messages.md).
 */
import { addressKey } from '#kernel/mail/address.ts'
import type { SigningKey } from '#kernel/mail/dkim.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { keysOf } from '../domains/sender-store.ts'
import type { OwnValues } from '../events/email.ts'
import type { EventDetails } from '../events/event.ts'
import { isForgotten, knownRecipients } from './kept.ts'
import { makeMessage, wholeContent } from './message.ts'
import type { Personalise } from './personalise.ts'
import { findSigner } from './signer.ts'
import { type Delivery, lastSent, loadContent, loadDeliveries, loadOwnValues } from './store.ts'

type Outside = Pick<World, 'db' | 'clock' | 'ids' | 'runtime' | 'settings'>

/** null: its content is forgotten. */
export async function rawMessage(
  world: Outside,
  personalise: Personalise,
  delivery: Delivery,
): Promise<Buffer | null> {
  const content = await loadContent(world.db, delivery)
  if (content === undefined || isForgotten(content)) return null
  const own = content.merging ? await ownValuesOf(world, delivery) : null
  if (content.merging && own === null) return null
  const { made, form } = (await lastSent(world.db, delivery)) ?? {}
  const whole = await wholeContent(content, delivery.stream === 'marketing', world)
  const { tracking } = made ?? {}
  const then: Delivery = { ...delivery, ...(tracking === undefined ? {} : { tracking }) }
  const message = await makeMessage(then, whole, {
    signer: { keys: await keysThen(world, delivery, made) },
    extras: await personalise(then, whole, own),
    host: made?.host ?? world.settings.MALOTE_HOSTNAME,
    world,
  })
  const sent = form === undefined ? message : await message.inForm?.(form)
  return Buffer.concat((sent ?? message).body)
}

/** What an email is to one of its recipients, the first one unless another is named; null: to nobody. */
export async function findDelivery(
  sql: Sql,
  { projectId, emailId }: Pick<Delivery, 'projectId' | 'emailId'>,
  named?: string,
): Promise<Delivery | null> {
  const wanted = named === undefined ? null : addressKey(named)
  const one = (await knownRecipients(sql, projectId, emailId)).find(
    ({ address }) => wanted === null || addressKey(address) === wanted,
  )
  if (one === undefined) return null
  const entry = { id: emailId, projectId, subject: emailId, n: one.n }
  return (await loadDeliveries(sql, [entry])).get(emailId) ?? null
}

const ownValuesOf = async (world: Outside, delivery: Delivery): Promise<OwnValues | null> =>
  (await loadOwnValues(world.db, [delivery])).get(delivery.emailId) ?? null

/** The keys that signed it, or would sign it now. */
async function keysThen(
  world: Outside,
  delivery: Delivery,
  made: EventDetails['made'],
): Promise<readonly SigningKey[]> {
  if (made === undefined) {
    const signer = await findSigner(world, delivery)
    return signer === null || signer === 'gone' ? [] : signer.keys
  }
  const domain = { projectId: delivery.projectId, name: delivery.senderDomain }
  const found = await keysOf(world.db, domain, made.keys)
  return made.keys.flatMap(selector => found.find(one => one.selector === selector) ?? [])
}
