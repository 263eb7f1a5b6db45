/**
 * What keeps forms from being a weapon: how often one network may send them, and how often one
 * address may be written to, over all projects. Addresses and networks are kept as digests, for a
 * day.
 */
import { createHash } from 'node:crypto'
import { dayMs, hourMs, maxSkewMs, minuteMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { suppressionKey } from '#kernel/mail/address.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import { builtInProviders, providerOf } from '#sending/delivery/providers.ts'
import { countUses, lockAddress, noteUse } from './store.ts'

const maxFromNetwork = 20
/** With those that are filled in wrong, and those that hold no token, an old one, or one too young. */
const maxTriesFromNetwork = 100
const maxLettersADay = 3
const letterGapMs = 15 * minuteMs
/** One address in more forms than this within an hour: somebody bombs it. */
const maxFormsAnHour = 5
/** Of one form to one server in an hour: each name of a domain may end in one mailbox. */
const maxToServer = 50
/** To servers that hold mailboxes of everybody. */
const maxToProvider = 1_000

/**
 * Which mailbox an address may be another spelling of, as many servers take it: nothing behind a plus
 * counts, nor do dots. For bounds alone: elsewhere two spellings are two addresses.
 */
function mailboxOf(email: string): string {
  const key = suppressionKey(email)
  const at = key.lastIndexOf('@')
  const domain = key.slice(at + 1).replace(/^googlemail\.com$/, 'gmail.com')
  const [name = ''] = key.slice(0, at).split('+')
  return `${name.replaceAll('.', '')}@${domain}`
}

const digestOf = (...parts: readonly string[]): Buffer =>
  createHash('sha256').update(parts.join('\0')).digest()

/** Up to now, and what clocks that differ or calls side by side may be ahead. */
const lately = (now: number, ms: number) => ({ since: now - ms, until: now + maxSkewMs })

/** The /24 of an IPv4 address, the /48 of another. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address.split('.').slice(0, 3).join('.')
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const middle = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array<string>(middle).fill('0'), ...right]
  return groups
    .slice(0, 3)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** Counts a try, good or not; false where a network has made too many. */
export async function mayTry(tx: Tx, mode: Mode, ipAddress: string, now: number): Promise<boolean> {
  const digest = digestOf('tries', mode, networkOf(ipAddress))
  await lockAddress(tx, digest)
  const { uses } = await countUses(tx, digest, 'form', lately(now, hourMs))
  if (uses >= maxTriesFromNetwork) return false
  await noteUse(tx, { digest, what: 'form', formId: null, at: new Date(now) })
  return true
}

/** Counts a form that was sent from an address; false where its network has sent too many. */
export async function mayTake(
  tx: Tx,
  mode: Mode,
  ipAddress: string,
  now: number,
): Promise<boolean> {
  const digest = digestOf('network', mode, networkOf(ipAddress))
  await lockAddress(tx, digest)
  const { uses } = await countUses(tx, digest, 'form', lately(now, hourMs))
  if (uses >= maxFromNetwork) return false
  await noteUse(tx, { digest, what: 'form', formId: null, at: new Date(now) })
  return true
}

/** Counts that a form was sent for an address, and raises the alarm where many forms were. */
export async function noteForm(
  tx: Tx,
  mode: Mode,
  about: { readonly email: string; readonly formId: Uuid },
  now: number,
): Promise<void> {
  const digest = digestOf('address', mode, mailboxOf(about.email))
  await lockAddress(tx, digest)
  await noteUse(tx, { digest, what: 'form', formId: about.formId, at: new Date(now) })
  const { forms } = await countUses(tx, digest, 'form', lately(now, hourMs))
  if (forms <= maxFormsAnHour) return
  await noteUse(tx, { digest, what: 'alarm', formId: null, at: new Date(now) })
}

/** Counts a letter to an address; false where it must not be written to now. */
export async function mayWrite(tx: Tx, mode: Mode, email: string, now: number): Promise<boolean> {
  const digest = digestOf('address', mode, mailboxOf(email))
  await lockAddress(tx, digest)
  const [today, justNow, alarms] = [
    await countUses(tx, digest, 'letter', lately(now, dayMs)),
    await countUses(tx, digest, 'letter', lately(now, letterGapMs)),
    await countUses(tx, digest, 'alarm', lately(now, dayMs)),
  ]
  if (today.uses >= maxLettersADay || justNow.uses > 0 || alarms.uses > 0) return false
  await noteUse(tx, { digest, what: 'letter', formId: null, at: new Date(now) })
  return true
}

/** Counts a letter of a form to a server that takes mail; false where it has had enough of them. */
export async function mayWriteTo(
  tx: Tx,
  mode: Mode,
  { formId, host }: { readonly formId: Uuid; readonly host: string },
  now: number,
): Promise<boolean> {
  const digest = digestOf('server', mode, formId, host.toLowerCase())
  await lockAddress(tx, digest)
  const { uses } = await countUses(tx, digest, 'letter', lately(now, hourMs))
  const isProvider = providerOf(host, builtInProviders) !== 'other'
  if (uses >= (isProvider ? maxToProvider : maxToServer)) return false
  await noteUse(tx, { digest, what: 'letter', formId: null, at: new Date(now) })
  return true
}
