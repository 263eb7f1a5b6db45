/** A change as it is written down: who, from where, what, and the fields that are different now. */
import { prefixes, read } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { isSecretName, removed } from '../requests/shown-body.ts'
import type { AuditedChange, AuditFields } from './change.ts'
import { insertAudit } from './store.ts'

/** After a year nobody asks any more. */
export const keptDays = 365

export async function recordChange(
  sql: Sql,
  { ids, clock }: Pick<World, 'ids' | 'clock'>,
  change: AuditedChange,
): Promise<void> {
  const at = new Date(clock.now())
  await insertAudit(sql, {
    ...change,
    before: shown(change.before),
    after: shown(change.after),
    id: ids.next(),
    at,
    targetType: change.action.split('.')[0]!,
  })
}

/** Whether a text is a public id, and not an address or a name. */
export const isId = (text: unknown): text is string =>
  typeof text === 'string' && prefixes.some(prefix => read(prefix, text) !== null)

/** Of what is people's own, neither name nor address: those are erased, a record is not. */
const personal: ReadonlySet<string> = new Set(['contact', 'suppression', 'enrollment'])
export const isOfPeople = (action: string): boolean => personal.has(action.split('.')[0]!)

const names = ['name', 'email', 'filename', 'url', 'subject', 'key'] as const

/** What people call a thing. */
export function nameOf(thing: AuditFields | null, action: string): string | null {
  if (thing === null) return null
  if (isOfPeople(action)) return maskedAddress(thing.email)
  const name = names.map(one => thing[one]).find(one => typeof one === 'string' && one !== '')
  return typeof name === 'string' ? name.slice(0, maxChars) : null
}

/** Enough to know it again. */
function maskedAddress(email: unknown): string | null {
  if (typeof email !== 'string') return null
  const at = email.lastIndexOf('@')
  return at < 1 ? null : `${email[0]}…${email.slice(at)}`
}

const maxChars = 1_000
const maxJsonChars = 4_000
/** Times that every change moves, and counts that move by themselves. */
const moving: ReadonlySet<string> = new Set(['updated_at', 'last_used_at', 'seen_at', 'request_id'])

/** The fields that differ, as they were and as they are. */
export function differenceOf(
  before: AuditFields | null,
  after: AuditFields | null,
): { before: AuditFields | null; after: AuditFields | null } {
  if (before === null || after === null) return { before, after }
  const differs = Object.keys(after).filter(
    name =>
      name in before &&
      !moving.has(name) &&
      JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const of = (all: AuditFields) => Object.fromEntries(differs.map(name => [name, all[name]]))
  return { before: of(before), after: of(after) }
}

function shown(fields: AuditFields | null): AuditFields | null {
  if (fields === null) return null
  const kept = Object.entries(fields).filter(([name]) => !moving.has(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, shownValue(name, value)]))
}

function shownValue(name: string, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (isSecretName(name) || (name === 'key' && /^svc_/.test(String(value)))) return removed
  if (typeof value === 'string') return value.slice(0, maxChars)
  if (typeof value !== 'object') return value
  const text = JSON.stringify(value, (inner, one: unknown) =>
    isSecretName(inner) && one !== null ? removed : one,
  )
  return text.length > maxJsonChars ? `${text.slice(0, maxChars)}…` : JSON.parse(text)
}
