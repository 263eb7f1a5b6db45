/**
 * The letter with which somebody confirms that they asked: transactional, from the project's own
 * domain, with nothing in it that a visitor typed. It goes out with the transaction that asks for it.
 */
import { createHash } from 'node:crypto'
import type { Uuid } from '#kernel/base/ids.ts'
import { spokenIn } from '#kernel/base/language-tags.ts'
import type { Language } from '#kernel/base/languages.ts'
import { parseAddress, suppressionKey } from '#kernel/mail/address.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import { tokenPath } from '#kernel/routes/token-paths.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import { ownDomain } from '#sending/domains/sender-store.ts'
import { prepare } from '#sending/intake/prepare.ts'
import { writeEmails } from '#sending/outbox/outbox.ts'
import { ownEmail } from '#sending/outbox/own-email.ts'
import { type LinkContent, openAddressed, sealLink } from '#sending/tracking/link-token.ts'
import { projectLinkBase } from '#sending/tracking/links.ts'
import { installationSecret } from '#tenants/installation/installation.ts'
import type { PreferencesUrl } from '../contacts/people/contact.ts'
import { topicNames } from '../contacts/people/reading.ts'
import { readContact } from '../contacts/people/store.ts'
import { mayWrite, mayWriteTo } from './bounds.ts'
import { type ConfirmLetter, withLink } from './confirm-letter.ts'
import { inLetters, pagesOf } from './look.ts'
import { ownLetter } from './own-letter.ts'
import { lookOf } from './words.ts'

/** Whom a link of the public pages is about. */
export interface Person {
  readonly projectId: Uuid
  readonly contactId: Uuid
  readonly mode: Tenant['mode']
  /** Of a confirmation: what is joined. Of preferences: the topic of the letter, if it has one. */
  readonly topicIds: readonly Uuid[]
  /** Where the link was sent to, as a digest; empty in letters that are older than this. */
  readonly address: string
  /** Of a confirmation: when it was asked for, ms since 1970; null: longer ago than it is good. */
  readonly askedAt: number | null
}

const secretPart: Part<{ bytes: Promise<Buffer> | null }, unknown> = {
  name: 'secret of public pages',
  make: () => ({ bytes: null }),
}

type SecretWorld = Pick<World, 'db' | 'random' | 'settings' | 'runtime'>

/** Behind the tokens of the pages; read once, and before any transaction needs it. */
export function pageSecret(world: SecretWorld): Promise<Buffer> {
  const kept = world.runtime.get(secretPart, world)
  kept.bytes ??= installationSecret(world)
  kept.bytes.catch(() => {
    kept.bytes = null
  })
  return kept.bytes
}

type Purpose = 'confirm' | 'preferences'

export function sealPerson(secret: Buffer, purpose: Purpose, person: Person): string {
  return sealLink(secret, purpose, {
    projectId: person.projectId,
    emailId: person.contactId,
    n: person.mode === 'live' ? 0 : 1,
    about: [
      person.address,
      ...(person.askedAt === null ? [] : [person.askedAt.toString(36)]),
      ...person.topicIds.map(id => id.replaceAll('-', '')),
    ].join(','),
  })
}

/** By which a link knows the address it was sent to: a contact may have another one by then. */
export const addressDigest = (email: string): string =>
  createHash('sha256').update(suppressionKey(email)).digest('hex').slice(0, 32)

export function openPerson(secret: Buffer, purpose: Purpose, token: string): Person | null {
  const link: LinkContent | null = openAddressed(secret, purpose, token)
  if (link === null) return null
  const [address = '', ...rest] = link.about.split(',')
  // An id has 32 characters; a time has fewer.
  const askedAt = (rest[0]?.length ?? 32) < 32 ? Number.parseInt(rest.shift()!, 36) : null
  return {
    projectId: link.projectId,
    contactId: link.emailId,
    mode: link.n === 0 ? 'live' : 'test',
    address,
    askedAt,
    topicIds: rest.map(id => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')),
  }
}

interface ConfirmationRequest {
  readonly contactId: Uuid
  readonly email: string
  readonly topicIds: readonly Uuid[]
  readonly language?: Language
  /** One of very many: it waits behind what people wait for. */
  readonly isBulk?: boolean
  /** The project's own, instead of ours. */
  readonly letter?: ConfirmLetter
  /** By a form: which, and the server that takes the mail, if it was looked up. */
  readonly form?: { readonly id: Uuid; readonly host: string | null }
}

/**
 * Writes the letter, unless the address, or the servers behind it, have had enough, or the project has
 * no domain of its own. When it was asked for, ms since 1970; null: there is no letter.
 */
export async function askConfirmation(
  tx: Tx,
  world: World,
  tenant: Tenant,
  asked: ConfirmationRequest,
): Promise<number | null> {
  const now = world.clock.now()
  const domain = await ownDomain(tx, tenant.projectId)
  // Test mode writes to nobody: what would go out is captured.
  if (domain === null && tenant.mode === 'live') return null
  if (asked.form?.host != null) {
    const about = { formId: asked.form.id, host: asked.form.host }
    if (!(await mayWriteTo(tx, tenant.mode, about, now))) return null
  }
  if (!(await mayWrite(tx, tenant.mode, asked.email, now))) return null
  const language = asked.language ?? (await languageOfContact(tx, tenant, asked.contactId))
  const look = lookOf(language, await pagesOf(tx, tenant.projectId))
  const token = sealPerson(await pageSecret(world), 'confirm', {
    projectId: tenant.projectId,
    mode: tenant.mode,
    contactId: asked.contactId,
    topicIds: asked.topicIds,
    address: addressDigest(asked.email),
    askedAt: now,
  })
  const link = `${world.settings.MALOTE_BASE_URL}${tokenPath(world, 'confirm', token)}`
  const names = await topicNames(tx, tenant.projectId, asked.topicIds, language)
  const own = ownLetter({
    say: look.say,
    language,
    link,
    topics: [...names.values()],
    style: inLetters(look.style, await projectLinkBase(tx, world, tenant.projectId)),
  })
  const prepared = prepare(
    {
      from: named(domain === null ? stagedSender(world) : `no-reply@${domain}`, look.style.name),
      to: [asked.email],
      ...(asked.letter === undefined ? own : withLink(asked.letter, link)),
      headers: { 'Auto-Submitted': 'auto-generated' },
    },
    now,
  )
  const email = {
    ...ownEmail(world, tenant, prepared),
    ...(asked.isBulk === true ? { queuedAs: 'marketing' as const } : {}),
  }
  await writeEmails(tx, world, [email], { language: () => tenant.projectLanguage })
  return now
}

/** Where nobody is at a page: the person's own, if it is known. */
async function languageOfContact(tx: Tx, tenant: Tenant, contactId: Uuid): Promise<Language> {
  const contact = await readContact(tx, tenant, contactId)
  return spokenIn(contact?.language ?? null) ?? tenant.projectLanguage
}

/** With the name that people know the sender by (RFC 5322 §3.2.4). */
const named = (address: string, name: string | undefined): string =>
  name === undefined ? address : `"${name.replaceAll(/["\\]/g, '\\$&')}" <${address}>`

/** Of a captured letter. Where Malote is only tried, its own name may be none that mail has. */
function stagedSender({ settings }: Pick<World, 'settings'>): string {
  const sender = settings.MALOTE_SANDBOX_SENDER
  return parseAddress(sender).ok ? sender : 'no-reply@example.com'
}

/** The address of a person's own page, for the letter that it stands in. */
export async function preferencesLink(
  world: World,
  { projectId, mode }: Tenant,
): Promise<PreferencesUrl> {
  const secret = await pageSecret(world)
  return ({ id: contactId, email }, topicId) => {
    const topicIds = topicId === null ? [] : [topicId]
    const address = addressDigest(email)
    const person = { projectId, mode, contactId, topicIds, address, askedAt: null }
    const token = sealPerson(secret, 'preferences', person)
    return `${world.settings.MALOTE_BASE_URL}${tokenPath(world, 'preferences', token)}`
  }
}
