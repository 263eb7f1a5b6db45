/**
 * A link to the DNS records of a domain, for whoever keeps its DNS and has no account here. Its token
 * is the domain's id and a MAC of a nonce that is kept, so that the link can be shown again, nobody
 * makes one from the database alone, and one that is revoked or replaced opens nothing. It shows
 * what everybody may ask DNS for, and what is missing there; nothing else.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { dayMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { secretKey } from '#kernel/base/secret-key.ts'
import { findNamed } from '#kernel/routes/find-named.ts'
import type { World } from '#kernel/world/world.ts'
import { networkOf, tryOnce, trySucceeded } from '#tenants/identity/throttle.ts'
import { installationSecret } from '#tenants/installation/installation.ts'
import { verifyDomain } from './check-domain.ts'
import * as store from './links-store.ts'
import { type Domain, findDomain } from './store.ts'

/** As long as a registration waits for its first proof. */
const goodForMs = 14 * dayMs
const nonceBytes = 16
const idBytes = 16
const macBytes = 32
const tokenShape = /^[\w-]{64}$/
/** DNS is asked again on a stranger's word, so not at every press of a button. */
const lookAgainMs = 20_000

export interface OpenLink {
  /** 64 characters: letters, digits, `-`, `_`. */
  readonly token: string
  readonly expiresAt: Date
}

/** A domain of a project by the id in a path. Throws `resource_not_found`. */
export const mustFindOwn = (
  { db }: Pick<World, 'db'>,
  projectId: Uuid,
  text: string,
): Promise<Domain> => findNamed('dom', text, id => findDomain(db, projectId, id))

type Owner = Pick<Domain, 'project_id' | 'id'>

/** Makes one; the one before it opens nothing any more. */
export async function makeLink(world: World, domain: Owner): Promise<OpenLink> {
  const now = world.clock.now()
  const link = {
    projectId: domain.project_id,
    domainId: domain.id,
    nonce: world.random.bytes(nonceBytes),
    createdAt: new Date(now),
    expiresAt: new Date(now + goodForMs),
  }
  await store.putLink(world.db, link)
  return { token: await tokenOf(world, link), expiresAt: link.expiresAt }
}

/** The one that is good at present; null where there is none. */
export async function linkOf(world: World, domain: Owner): Promise<OpenLink | null> {
  const link = await store.findLink(world.db, domain.id, new Date(world.clock.now()))
  return link && { token: await tokenOf(world, link), expiresAt: link.expiresAt }
}

/** False where there was none. */
export const revokeLink = (world: World, domain: Owner): Promise<boolean> =>
  store.deleteLink(world.db, domain.project_id, domain.id)

interface Visit {
  readonly token: string
  /** Where it comes from. */
  readonly address: string
  /** Asks DNS first, unless it was asked a moment ago. */
  readonly looks: boolean
}

/** What a link shows. Throws `invalid_field` `token`, and `rate_limited` where too many are tried. */
export async function visitLink(
  world: World,
  { token, address, looks }: Visit,
): Promise<{ domain: Domain; expiresAt: Date }> {
  const tries = [['token', networkOf(address)]] as const
  await tryOnce(world, tries)
  const link = await findByToken(world, token)
  const domain = link && (await findDomain(world.db, link.projectId, link.domainId))
  if (!domain) throw ended()
  const { expiresAt } = link
  // What makes us ask DNS stays counted: a link may be in many hands.
  if (looks && !isFresh(world, domain)) return { domain: await lookOnce(world, domain), expiresAt }
  await trySucceeded(world, tries)
  return { domain, expiresAt }
}

const isFresh = ({ clock }: World, { checked_at: at }: Domain): boolean =>
  clock.now() - (at?.getTime() ?? 0) < lookAgainMs

/** Looks under way, by the id of the domain. */
const looking = new Map<Uuid, Promise<Domain>>()

/** DNS may be slow: whoever comes while a look at the domain is under way waits for that one. */
function lookOnce(world: World, domain: Domain): Promise<Domain> {
  const running = looking.get(domain.id)
  if (running !== undefined) return running
  const started = lookUnlessFresh(world, domain).finally(() => looking.delete(domain.id))
  looking.set(domain.id, started)
  return started
}

/** One that has ended since the domain was read has been written by then. */
async function lookUnlessFresh(world: World, read: Domain): Promise<Domain> {
  const domain = (await findDomain(world.db, read.project_id, read.id)) ?? read
  return isFresh(world, domain) ? domain : verifyDomain(world, domain)
}

async function findByToken(world: World, token: string): Promise<store.DomainLink | null> {
  if (!tokenShape.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const domainId = uuidOf(bytes.subarray(0, idBytes))
  const link = await store.findLink(world.db, domainId, new Date(world.clock.now()))
  if (link === null) return null
  const mac = macOf(await installationSecret(world), link)
  return timingSafeEqual(mac, bytes.subarray(idBytes)) ? link : null
}

async function tokenOf(world: World, link: LinkClaims): Promise<string> {
  const mac = macOf(await installationSecret(world), link)
  return Buffer.concat([bytesOf(link.domainId), mac]).toString('base64url')
}

type LinkClaims = Pick<store.DomainLink, 'domainId' | 'nonce'>

function macOf(secret: Buffer, { domainId, nonce }: LinkClaims): Buffer {
  const mac = createHmac('sha256', secretKey(secret)).update('domain link\0')
  return mac.update(bytesOf(domainId)).update(nonce).digest().subarray(0, macBytes)
}

const bytesOf = (id: Uuid): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')

const uuidOf = (bytes: Buffer): Uuid =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as Uuid

const ended = () =>
  new Refusal('invalid_field', {
    param: 'token',
    why: {
      en: 'This link has ended or was revoked. Ask whoever sent it to you for a new one.',
      pt: 'Este link expirou ou foi revogado. Peça um novo a quem o enviou.',
    },
  })
