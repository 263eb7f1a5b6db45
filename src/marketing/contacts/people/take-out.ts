/**
 * Taking back what an import has written, as far as nobody has changed it since: whoever has said
 * something about what they get stays, and so does what they said.
 */

import type { Uuid } from '#kernel/base/ids.ts'
import { ownOf } from '#kernel/base/own.ts'
import type { TenantWorld } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import { changeTopics } from '../consent/consent.ts'
import { lastMethodsOf } from '../consent/consent-store.ts'
import { storedNames } from '../fields/contact-fields.ts'
import { changeContacts } from './address-change.ts'
import type { PropertyValue, StoredContact } from './contact.ts'
import type { ForgetContact } from './erase.ts'
import { deleteContact, lockContactsById } from './store.ts'

interface WrittenContact {
  readonly contactId: Uuid
  /** null: the import made it. */
  readonly before: StoredContact | null
  readonly after: StoredContact | null
  readonly joined: readonly Uuid[]
}

/** How many went away, went back, or stay as they are. */
interface TakenOut {
  readonly removed: number
  readonly restored: number
  readonly kept: number
}

export async function takeOut(
  tx: Tx,
  { world, tenant }: TenantWorld,
  written: readonly WrittenContact[],
  { actor, forget }: { readonly actor: string; readonly forget: ForgetContact },
): Promise<TakenOut> {
  const ids = written.map(one => one.contactId)
  const rows = await lockContactsById(tx, tenant, ids)
  const said = new Set<string>()
  for (const one of await lastMethodsOf(tx, tenant, ids)) {
    if (one.method === 'import') continue
    said.add(one.contact_id)
    said.add(`${one.contact_id} ${one.topic_id}`)
  }
  const now = new Map(rows.map(row => [row.id, row]))
  const leaving = written.flatMap(({ contactId, joined }) =>
    joined.flatMap(topicId => {
      const contact = now.get(contactId)
      const isOwn = said.has(`${contactId} ${topicId}`)
      return contact === undefined || isOwn ? [] : [{ contactId, email: contact.email, topicId }]
    }),
  )
  await changeTopics(
    tx,
    world,
    tenant,
    leaving.map(one => ({ ...one, action: 'leave', method: 'import', actor, isUndone: true })),
  )
  const back: { before: StoredContact; after: StoredContact }[] = []
  let removed = 0
  for (const { contactId, before, after } of written) {
    const current = now.get(contactId)
    if (current === undefined || after === null) continue
    if (before === null) {
      if (!isSame(current, after) || said.has(contactId)) continue
      await deleteContact(tx, tenant, contactId, world.clock.now())
      await forget(tx, tenant, contactId)
      removed += 1
      continue
    }
    const restored = goBack(current, before, after)
    if (!isSame(current, restored)) back.push({ before: current, after: restored })
  }
  await changeContacts(tx, { world, tenant }, back, { actor, method: 'import' })
  const restored = back.length
  return { removed, restored, kept: written.length - removed - restored }
}

const text = (value: unknown): string => JSON.stringify(value ?? null)

const isSame = (one: StoredContact, other: StoredContact): boolean =>
  fieldNames.every(name => text(one[name]) === text(other[name])) &&
  keysOf(one, other).every(
    key => text(ownOf(one.properties, key)) === text(ownOf(other.properties, key)),
  )

const fieldNames = ['email', ...storedNames] as const

const keysOf = (...contacts: readonly StoredContact[]): string[] => [
  ...new Set(contacts.flatMap(one => Object.keys(one.properties))),
]

/** Each field as it was, where it still is what the import made of it. */
function goBack(
  current: StoredContact,
  before: StoredContact,
  after: StoredContact,
): StoredContact {
  const properties: Record<string, PropertyValue> = { ...current.properties }
  for (const key of keysOf(before, after)) {
    if (text(ownOf(current.properties, key)) !== text(ownOf(after.properties, key))) continue
    const was = ownOf(before.properties, key)
    if (was === undefined) delete properties[key]
    else properties[key] = was
  }
  const fields = Object.fromEntries(
    fieldNames.map(name => [
      name,
      // An import of an older release kept nothing of a field that came later.
      text(current[name]) === text(after[name]) ? (before[name] ?? null) : current[name],
    ]),
  )
  return { ...current, ...fields, properties }
}
