/**
 * What marketing mail gets per recipient: click links, the opening image, the unsubscribe link with
 * the fields that mail programs make a button of (RFC 2369, RFC 8058). Mail of the transactional
 * stream gets nothing but the reference by which a complaint about it can be recognised.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import { makeReference, referenceHeader } from '#kernel/mail/reference.ts'
import { tokenPaths } from '#kernel/routes/token-paths.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import {
  type Filling,
  type MergedContent,
  mergedBodies,
  type OwnLinks,
  readMerged,
} from '../content/merged.ts'
import type { Personalise } from '../delivery/personalise.ts'
import type { Delivery } from '../delivery/store.ts'
import { findSender } from '../domains/sender.ts'
import { firstTrackingHost } from '../domains/sender-store.ts'
import type { EmailContent, OwnValues } from '../events/email.ts'
import { sealLink, sealLinks } from './link-token.ts'
import { cutHtml, fillPieces, type Piece, trackedUrl, unsubscribePlace } from './rewrite.ts'

export function createPersonalise(
  world: Pick<World, 'db' | 'clock' | 'runtime' | 'settings'>,
  secret: Buffer,
): Personalise {
  const cell = world.settings.MALOTE_CELL
  // The content of an email is one object for all its recipients of a batch.
  const cut = new WeakMap<EmailContent, Promise<readonly Piece[]>>()
  const breathe = () => world.clock.sleep(0)
  const piecesOf = (content: EmailContent): Promise<readonly Piece[]> => {
    const known =
      cut.get(content) ?? cutHtml(content.html!, { breathe, without: content.untracked ?? [] })
    cut.set(content, known)
    return known
  }
  const merged = new WeakMap<EmailContent, Promise<MergedContent>>()
  const mergedOf = (content: EmailContent): Promise<MergedContent> => {
    const known = merged.get(content) ?? readMerged(content, content.merging!)
    merged.set(content, known)
    return known
  }
  const watched = async (content: EmailContent, links: ReturnType<typeof linksOf>) =>
    fillPieces(await piecesOf(content), links, breathe)
  const baseOf = ({ projectId, senderDomain, tracking }: Delivery): string | Promise<string> =>
    tracking === undefined
      ? linkBaseOf(world, projectId, senderDomain)
      : linkBase(world.settings.MALOTE_BASE_URL, tracking)
  return async (delivery, content, own) => {
    if (delivery.stream !== 'marketing') return { headers: commonHeaders(secret, delivery, null) }
    const base = content.merging?.base ?? (await baseOf(delivery))
    const links = linksOf({ secret, cell }, delivery, base)
    const { isCaptured = false } = delivery
    const headers: readonly [string, string][] = [
      ...commonHeaders(secret, delivery, delivery.n),
      ...leavingHeaders(links),
    ]
    if (content.merging) {
      const filling = isCaptured ? unwatched(links) : { links, targetOf: trackedUrl }
      const { html, text } = mergedBodies(await mergedOf(content), own ?? nobody, filling)
      return {
        headers,
        ...(html === null ? {} : { html }),
        ...(text === null ? {} : { text }),
      }
    }
    const withPlace = (text: string): string => text.replace(unsubscribePlace, links.unsubscribe)
    return {
      headers,
      ...(content.html
        ? { html: withPlace(isCaptured ? content.html : await watched(content, links)) }
        : {}),
      ...(content.text ? { text: withPlace(content.text) } : {}),
    }
  }
}

/** What is captured goes to nobody who could be watched. */
export const unwatched = (links: OwnLinks): Filling => ({
  links: { ...links, image: () => '' },
  targetOf: null,
})

/** The fields that mail programs make a button of. */
export const leavingHeaders = ({
  unsubscribe,
}: Pick<OwnLinks, 'unsubscribe'>): [string, string][] => [
  ['List-Unsubscribe', `<${unsubscribe}>`],
  ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
]

function commonHeaders(secret: Buffer, delivery: Delivery, n: number | null): [string, string][] {
  const project = delivery.projectId.replaceAll('-', '')
  return [
    // Campaign, customer, kind and sender, for the senders' pages of mailbox providers.
    ['Feedback-ID', `${delivery.senderDomain}:${project}:${delivery.stream}:malote`],
    [referenceHeader, makeReference(secret, { emailId: delivery.emailId, n })],
  ]
}

/** Of an email whose values are gone. */
export const nobody: OwnValues = { values: {}, zone: 'UTC' }

type Recipient = Pick<Delivery, 'projectId' | 'emailId' | 'n' | 'address'> & {
  /** Nobody was sent it: who leaves by it leaves in test mode. */
  readonly isCaptured?: boolean
}

export function linksOf(
  { secret, cell }: { readonly secret: Buffer; readonly cell: string },
  delivery: Recipient,
  base: string,
): OwnLinks & { link(url: string): string } {
  const { projectId, emailId, n, address, isCaptured = false } = delivery
  const purpose = isCaptured ? 'unsubscribe_test' : 'unsubscribe'
  const about = (text: string) => ({ projectId, emailId, n, about: text })
  const at = (path: string, token: string): string => `${base}${path}${cell}${token}`
  return {
    unsubscribe: at(tokenPaths.unsubscribe, sealLink(secret, purpose, about(address))),
    link: (url: string) => at(tokenPaths.click, sealLink(secret, 'click', about(url))),
    all: (abouts: readonly string[]) =>
      sealLinks(secret, 'click', { projectId, emailId, n, abouts }).map(token =>
        at(tokenPaths.click, token),
      ),
    image: () =>
      `<img src="${at(tokenPaths.open, sealLink(secret, 'open', about('')))}" width="1" height="1" alt="" style="border:0">`,
  }
}

/** Where links of an email from a domain lead, without a path. */
export async function linkBaseOf(
  world: Pick<World, 'db' | 'clock' | 'runtime' | 'settings'>,
  projectId: Uuid,
  domain: string,
): Promise<string> {
  const sender = await findSender(world, projectId, domain)
  return linkBase(world.settings.MALOTE_BASE_URL, sender?.tracking ?? null)
}

/** The same for what no email leads to, such as pictures: of the domain that was proved first. */
export async function projectLinkBase(
  sql: Sql,
  { settings }: Pick<World, 'settings'>,
  projectId: Uuid,
): Promise<string> {
  return linkBase(settings.MALOTE_BASE_URL, await firstTrackingHost(sql, projectId))
}

/** The tracking host with the scheme (and port) of the base URL; without one the base URL itself. */
function linkBase(baseUrl: string, tracking: string | null): string {
  if (tracking === null) return baseUrl
  const { protocol, port } = new URL(baseUrl)
  return `${protocol}//${tracking}${port === '' ? '' : `:${port}`}`
}
