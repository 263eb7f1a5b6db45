/**
 * Taking what people did, one or thousands: judged by itself each, found to belong to a contact, kept
 * once per `dedupe_key`. An activity of somebody who is no contact is nothing, and no error: an
 * application reports all its users.
 */
import { dayMs, maxSkewMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import { inspect } from '#kernel/base/inspect.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { Call, Tenant } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import { activityName, ownPrefixes } from './catalogue.ts'
import { foldTexts } from './fold-data.ts'
import { askListeners } from './listeners.ts'
import { insertActivity, takeKeys } from './store.ts'

const maxAgeMs = 30 * dayMs
/** How long a repetition is known by its key. */
export const keyTtlMs = 30 * dayMs
const maxKeys = 50
const maxDataBytes = 8 * 1024
const maxKeyChars = 255

/** Whose it is, as callers name people. */
export interface Identity {
  readonly contactId?: Uuid
  readonly externalId?: string
  readonly email?: string
}

/** Contacts, as activity needs them: they stand above it. */
export interface People {
  /** In the order asked; null where there is none; a refusal where the names are of two people. */
  find(
    tx: Tx,
    call: Pick<Call, 'tenant'>,
    asked: readonly Identity[],
  ): Promise<(Uuid | null | Refusal)[]>
  /** Makes contacts that join nothing; in the order asked. */
  create(
    tx: Tx,
    call: Pick<Call, 'world' | 'tenant' | 'principal'>,
    asked: readonly Identity[],
  ): Promise<(Uuid | Refusal)[]>
  /** By id or address; null where there is none. */
  findId(sql: Sql, tenant: Tenant, text: string): Promise<Uuid | null>
  /** Throws Refusal for what is no address. */
  readEmail(given: unknown): string
}

export interface ReadActivity {
  readonly identity: Identity
  readonly name: string
  readonly data: Readonly<Record<string, unknown>> | null
  readonly at: number
  readonly dedupeKey: string | null
  readonly createsContact: boolean
}

export type TakenActivity =
  | { readonly id: Uuid | null; readonly isDuplicate: boolean; readonly isMatched: boolean }
  | { readonly error: Refusal }

const refuse = (param: string, why?: Text): Refusal =>
  new Refusal('invalid_field', { param, ...(why === undefined ? {} : { why }) })

const fieldNames = [
  'contact_id',
  'external_id',
  'email',
  'name',
  'data',
  'at',
  'dedupe_key',
  'create_contact',
]

/** Judges one. Throws Refusal for the first field that is wrong. */
export function readActivity(given: unknown, people: People, now: number): ReadActivity {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new Refusal('invalid_field', {
      why: { en: 'An activity must be an object.', pt: 'Uma atividade deve ser um objeto.' },
    })
  }
  const fields = given as Readonly<Record<string, unknown>>
  inspect(fields)
  const unknown = Object.keys(fields).find(name => !fieldNames.includes(name))
  if (unknown !== undefined) {
    throw refuse(unknown, { en: 'There is no field {param}.', pt: 'Não existe o campo {param}.' })
  }
  const name = readName(fields.name)
  const identity = readIdentity(fields, people)
  return {
    identity,
    name,
    data: readData(fields.data, 'data', tooLarge),
    at: readAt(fields.at, now),
    dedupeKey: readDedupeKey(fields.dedupe_key),
    createsContact: readFlag(fields.create_contact),
  }
}

function readName(given: unknown): string {
  if (given === undefined || given === null) throw new Refusal('missing_field', { param: 'name' })
  const isOwn = typeof given === 'string' && ownPrefixes.some(prefix => given.startsWith(prefix))
  if (typeof given === 'string' && activityName.test(given) && !isOwn) return given
  throw refuse('name', {
    en: 'A name has small letters, digits, _, . and -, begins with a letter, has at most 64 characters, and not a beginning that is ours, such as "contact.".',
    pt: 'Um nome tem letras minúsculas, dígitos, _, . e -, começa com letra, tem até 64 caracteres e não um início que é nosso, como "contact.".',
  })
}

function readIdentity(fields: Readonly<Record<string, unknown>>, people: People): Identity {
  const { contact_id: contact, external_id: external, email } = fields
  const contactId =
    contact == null ? undefined : typeof contact === 'string' ? read('con', contact) : null
  if (contactId === null) throw refuse('contact_id')
  const isKey = typeof external === 'string' && external !== '' && external.length <= maxKeyChars
  if (external != null && !isKey) throw refuse('external_id')
  const identity = {
    ...(contactId === undefined ? {} : { contactId }),
    ...(external == null ? {} : { externalId: (external as string).trim() }),
    ...(email == null ? {} : { email: people.readEmail(email) }),
  }
  if (Object.keys(identity).length === 0) {
    throw new Refusal('missing_field', {
      param: 'contact_id',
      why: {
        en: 'Say whose it is: contact_id, external_id or email.',
        pt: 'Diga de quem é: contact_id, external_id ou email.',
      },
    })
  }
  return identity
}

/** What an activity carries, wherever that is written. Throws Refusal: `large`, or one of `param`. */
export function readData(
  given: unknown,
  param: string,
  large?: Refusal,
): Readonly<Record<string, unknown>> | null {
  if (given === undefined || given === null) return null
  if (typeof given !== 'object' || Array.isArray(given)) throw refuse(param)
  const tooMuch = {
    en: `{param} has at most ${maxKeys} keys and 8 KB.`,
    pt: `{param} tem no máximo ${maxKeys} chaves e 8 KB.`,
  }
  if (Object.keys(given).length > maxKeys) throw refuse(param, tooMuch)
  if (Buffer.byteLength(JSON.stringify(given)) > maxDataBytes) throw large ?? refuse(param, tooMuch)
  return given as Readonly<Record<string, unknown>>
}

/** Past a number that is fixed no field is named, as with all of them. */
const tooLarge = new Refusal('invalid_field', {
  why: {
    en: 'The data of an activity have at most 8 KB.',
    pt: 'Os dados de uma atividade têm no máximo 8 KB.',
  },
})

const moment = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:\d\d(\.\d{1,9})?)?([Zz]|[+-]\d\d:\d\d)$/

function readAt(given: unknown, now: number): number {
  if (given === undefined || given === null) return now
  const at = typeof given === 'string' && moment.test(given) ? Date.parse(given) : Number.NaN
  if (at >= now - maxAgeMs && at <= now + maxSkewMs) return Math.min(at, now)
  throw refuse('at', {
    en: '{param} must be a time with an offset, not in the future and at most 30 days ago.',
    pt: '{param} deve ser um horário com fuso, não no futuro e no máximo 30 dias atrás.',
  })
}

function readDedupeKey(given: unknown): string | null {
  if (given === undefined || given === null || given === '') return null
  if (typeof given === 'string' && given.length <= maxKeyChars) return given
  throw refuse('dedupe_key')
}

function readFlag(given: unknown): boolean {
  if (given === undefined || given === null) return false
  if (typeof given === 'boolean') return given
  throw refuse('create_contact')
}

/** In the order given. */
export async function takeActivity(
  tx: Tx,
  call: Pick<Call, 'world' | 'tenant' | 'principal'>,
  people: People,
  given: readonly ReadActivity[],
): Promise<TakenActivity[]> {
  const { world, tenant } = call
  const owners = await ownersOf(tx, call, people, given)
  const ids = given.map(() => world.ids.next())
  const own = ownKeys(given, owners, ids)
  const now = world.clock.now()
  const known = await takeKeys(tx, tenant, own, {
    at: new Date(now),
    expiredAt: new Date(now - keyTtlMs),
  })
  const firstOf = new Map(own.map(({ key, activityId }) => [key, known.get(key) ?? activityId]))
  const taken = given.map(({ dedupeKey }, i): TakenActivity => {
    const owner = owners[i]
    if (owner instanceof Refusal) return { error: owner }
    if (owner == null) return { id: null, isDuplicate: false, isMatched: false }
    const id = dedupeKey === null ? ids[i]! : firstOf.get(dedupeKey)!
    return { id, isDuplicate: id !== ids[i], isMatched: true }
  })
  const kept = given.flatMap(({ name, data, at }, i) => {
    const one = taken[i]!
    if ('error' in one || !one.isMatched || one.isDuplicate) return []
    return [{ id: ids[i]!, contactId: owners[i] as Uuid, name, data, folded: foldTexts(data), at }]
  })
  const [, act] = await Promise.all([
    insertActivity(tx, tenant, kept),
    askListeners(tx, world, tenant, kept),
  ])
  await act()
  return taken
}

/** The contact of each; those that are to be made are made. */
async function ownersOf(
  tx: Tx,
  call: Pick<Call, 'world' | 'tenant' | 'principal'>,
  people: People,
  given: readonly ReadActivity[],
): Promise<(Uuid | null | Refusal)[]> {
  const owners = await people.find(
    tx,
    call,
    given.map(one => one.identity),
  )
  const wanted = given.flatMap((one, i) => (owners[i] === null && one.createsContact ? [i] : []))
  if (wanted.length === 0) return owners
  const made = await people.create(
    tx,
    call,
    wanted.map(i => given[i]!.identity),
  )
  wanted.forEach((place, i) => {
    owners[place] = made[i]!
  })
  return owners
}

/** The first activity of each key in this call. */
function ownKeys(
  given: readonly ReadActivity[],
  owners: readonly (Uuid | null | Refusal)[],
  ids: readonly Uuid[],
): { key: string; activityId: Uuid }[] {
  const keys = new Map<string, Uuid>()
  given.forEach(({ dedupeKey }, i) => {
    if (dedupeKey === null || typeof owners[i] !== 'string' || keys.has(dedupeKey)) return
    keys.set(dedupeKey, ids[i]!)
  })
  return [...keys].map(([key, activityId]) => ({ key, activityId }))
}

export const showTaken = (taken: Exclude<TakenActivity, { error: Refusal }>) => ({
  id: taken.id === null ? null : show('evt', taken.id),
  matched: taken.isMatched,
  duplicate: taken.isDuplicate,
})
