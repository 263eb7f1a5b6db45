/**
 * Writing contacts, one or thousands: a contact is found by `external_id`, else by the key of its
 * address, which is that of the suppression list. Fields given are written, properties merged. All
 * writes of a call are worked out in memory over the rows as they stand, in order, so that the same
 * address twice is one contact; then come one statement of inserts and one of changes. Whether a row
 * is new is decided by the unique indexes, not by the look before.
 */
import { assert } from '#kernel/base/assert.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { suppressionKey } from '#kernel/mail/address.ts'
import type { Tenant, TenantWorld } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import { number } from '#tenants/limits/money.ts'
import { recallLeavings } from '../consent/leavings.ts'
import { eachStored } from '../fields/contact-fields.ts'
import { type AskedAgain, type Changing, changeContacts } from './address-change.ts'
import type { ContactFields, ContactSource, PropertyValue, StoredContact } from './contact.ts'
import { countOfFreeTests, insertContacts, lockContactsByKey } from './store.ts'

/** What happens to a contact that is there: `keep` fills only what is empty. */
export type OnExisting = 'update' | 'keep' | 'skip'

export type UpsertResult =
  | {
      readonly id: Uuid
      readonly outcome: 'created' | 'updated' | 'unchanged'
      /** As it stood before; null where it was made. */
      readonly before: StoredContact | null
      readonly after: StoredContact
    }
  | { readonly error: Refusal }

interface UpsertOutcome {
  /** In the order of the writes. */
  readonly results: readonly UpsertResult[]
  /** What must be confirmed anew, where an address is another one now. */
  readonly asked: readonly AskedAgain[]
}

interface UpsertOptions {
  readonly onExisting: OnExisting
  readonly source: ContactSource
  /** Who does it; null: the person. */
  readonly actor: string | null
}

/** Test contacts of an account on the free plan, over all of its projects. */
const maxFreeTests = 50_000

/** Another transaction may have made some of them between our look and our insert. */
const maxRounds = 5

/**
 * A write that cannot be is an error of its own. Who comes by an address by which somebody left
 * topics has left them.
 */
export async function upsertContacts(
  tx: Tx,
  { world, tenant }: TenantWorld,
  writes: readonly ContactFields[],
  options: UpsertOptions,
): Promise<UpsertOutcome> {
  const keys = writes.flatMap(({ email }) => (email === undefined ? [] : [suppressionKey(email)]))
  const externalIds = writes.flatMap(({ externalId }) => externalId ?? [])
  const made = new Set<Uuid>()
  const room = await roomFor(tx, tenant)
  for (let round = 1; round <= maxRounds; round++) {
    const rows = await lockContactsByKey(tx, tenant, keys, externalIds)
    const draft = new Draft(rows, { nextId: () => world.ids.next(), room: room - made.size })
    const results = writes.map(fields => draft.write(fields, options.onExisting))
    const at = world.clock.now()
    const inserted = await insertContacts(tx, tenant, draft.created(), {
      source: options.source,
      at,
    })
    for (const id of inserted) made.add(id)
    if (inserted.length < draft.created().length) continue
    const arrived = draft.all().filter(one => made.has(one.id))
    const asked = await changeContacts(tx, { world, tenant }, draft.changed(), changingOf(options))
    await recallLeavings(
      tx,
      world,
      tenant,
      arrived.map(({ id, email }) => ({ contactId: id, email, isReturning: false })),
    )
    const told = results.map((result): UpsertResult => {
      // Of several writes of one contact the first has made it, in whichever round.
      if ('error' in result || !made.delete(result.id)) return result
      return { ...result, outcome: 'created' }
    })
    return { results: told, asked }
  }
  throw new Error('contacts of this address are made and removed all the time')
}

/**
 * How many contacts may be made: nobody pays for those of test mode, and no quota of mail bounds them.
 * Calls at the same moment may go over it by what they bring.
 */
async function roomFor(tx: Tx, { mode, accountId }: Tenant): Promise<number> {
  const count = mode === 'test' ? await countOfFreeTests(tx, accountId, maxFreeTests) : null
  return count === null ? Number.POSITIVE_INFINITY : maxFreeTests - count
}

const changingOf = ({ source, actor }: UpsertOptions): Changing => ({
  actor,
  method: source === 'activity' ? 'api' : source,
})

/** The contacts of one call as they will be. */
class Draft {
  readonly #before = new Map<Uuid, StoredContact>()
  readonly #now = new Map<Uuid, StoredContact>()
  readonly #byKey = new Map<string, Uuid>()
  readonly #byExternalId = new Map<string, Uuid>()
  readonly #nextId: () => Uuid
  /** How many more may be made. */
  #room: number

  constructor(
    rows: readonly StoredContact[],
    { nextId, room }: { readonly nextId: () => Uuid; readonly room: number },
  ) {
    this.#nextId = nextId
    this.#room = room
    for (const row of rows) {
      this.#before.set(row.id, row)
      this.#put(row)
    }
  }

  created(): StoredContact[] {
    return [...this.#now.values()].filter(one => !this.#before.has(one.id))
  }

  all(): StoredContact[] {
    return [...this.#now.values()]
  }

  changed(): { readonly before: StoredContact; readonly after: StoredContact }[] {
    return this.all().flatMap(after => {
      const before = this.#before.get(after.id)
      return before === undefined || isSame(before, after) ? [] : [{ before, after }]
    })
  }

  write(fields: ContactFields, onExisting: OnExisting): UpsertResult {
    const found = this.#find(fields)
    if ('error' in found) return found
    const { contact } = found
    if (contact === null) return this.#create(fields)
    const after = apply(contact, fields, onExisting)
    this.#put(after, contact)
    const outcome = isSame(contact, after) ? 'unchanged' : 'updated'
    return { id: contact.id, outcome, before: contact, after }
  }

  #find(fields: ContactFields): { contact: StoredContact | null } | { error: Refusal } {
    const byExternalId = this.#get(this.#byExternalId, fields.externalId ?? undefined)
    const byAddress = this.#get(
      this.#byKey,
      fields.email === undefined ? undefined : suppressionKey(fields.email),
    )
    if (byExternalId !== null) {
      const isOther = byAddress !== null && byAddress.id !== byExternalId.id
      return isOther ? { error: taken('email') } : { contact: byExternalId }
    }
    if (fields.email === undefined)
      return { error: new Refusal('missing_field', { param: 'email' }) }
    const isOther = byAddress?.externalId != null && fields.externalId != null
    return isOther ? { error: taken('external_id') } : { contact: byAddress }
  }

  #create(fields: ContactFields): UpsertResult {
    assert(fields.email !== undefined, 'a contact is made with an address')
    if (this.#room <= 0) return { error: tooManyTests() }
    this.#room--
    const empty: StoredContact = {
      id: this.#nextId(),
      email: fields.email,
      ...eachStored(() => null),
      properties: {},
    }
    const after = apply(empty, fields, 'update')
    this.#put(after)
    return { id: after.id, outcome: 'created', before: null, after }
  }

  #get(index: ReadonlyMap<string, Uuid>, key: string | undefined): StoredContact | null {
    const id = key === undefined ? undefined : index.get(key)
    return id === undefined ? null : this.#now.get(id)!
  }

  #put(contact: StoredContact, before?: StoredContact): void {
    if (before !== undefined) {
      this.#byKey.delete(suppressionKey(before.email))
      if (before.externalId !== null) this.#byExternalId.delete(before.externalId)
    }
    this.#now.set(contact.id, contact)
    this.#byKey.set(suppressionKey(contact.email), contact.id)
    if (contact.externalId !== null) this.#byExternalId.set(contact.externalId, contact.id)
  }
}

const tooManyTests = () =>
  new Refusal('invalid_field', {
    param: 'email',
    why: {
      en: `An account on the Free plan has at most ${number(maxFreeTests).en} test contacts; delete some.`,
      pt: `Uma conta no plano Free tem no máximo ${number(maxFreeTests).pt} contatos de teste; exclua alguns.`,
    },
  })

/** That an address or an own key belongs to another contact. */
const taken = (param: 'email' | 'external_id'): Refusal =>
  new Refusal('invalid_field', {
    param,
    why: {
      en: 'Another contact has this {param} already.',
      pt: 'Outro contato já tem este {param}.',
    },
  })

/** A contact with the fields written to it. */
export function apply(
  contact: StoredContact,
  fields: ContactFields,
  onExisting: OnExisting,
): StoredContact {
  if (onExisting === 'skip') return contact
  const isKept = onExisting === 'keep'
  const choose = <T>(now: T | null, given: T | null | undefined): T | null =>
    given === undefined || (isKept && now !== null) ? now : given
  return {
    id: contact.id,
    email: isKept ? contact.email : (fields.email ?? contact.email),
    ...eachStored(name => choose(contact[name], fields[name])),
    properties: merge(contact.properties, fields.properties, isKept),
  }
}

type Properties = StoredContact['properties']

function merge(now: Properties, given: ContactFields['properties'], isKept: boolean): Properties {
  if (given === undefined) return now
  const merged: Record<string, PropertyValue> = { ...now }
  for (const [key, value] of Object.entries(given)) {
    if (isKept && Object.hasOwn(merged, key)) continue
    if (value === null) delete merged[key]
    else merged[key] = value
  }
  return merged
}

/** Whether nothing is to be written. */
function isSame(one: StoredContact, other: StoredContact): boolean {
  if (one === other) return true
  const { properties: mine, ...fields } = one
  const { properties: theirs } = other
  const names = Object.keys(fields) as (keyof typeof fields)[]
  if (names.some(name => one[name] !== other[name])) return false
  const keys = Object.keys(mine)
  return (
    keys.length === Object.keys(theirs).length &&
    keys.every(key => JSON.stringify(mine[key]) === JSON.stringify(theirs[key]))
  )
}
