/**
 * Whether an email's content may go out (docs/contract.md#the-check-of-content). What is stopped is
 * accepted and `failed` with its reason on the timeline, never dropped. Every live email passes
 * here, so the work grows with what is suspicious and not with the size: no link, no cost; the
 * network is asked only where the operator has set a list or a filter, and then for a bounded time.
 */

import type { World } from '#kernel/world/world.ts'
import type { EventDetails } from '../events/event.ts'
import { findBlocked, findInFile, hasBlocklists } from './blocklist.ts'
import { type Link, linksOfHtml, linksOfText, withoutTags } from './links.ts'
import { findPhishing, hostOf } from './phishing.ts'
import type { PreparedEmail } from './prepared-email.ts'
import { isSpam } from './spam-check.ts'

type Outside = Pick<World, 'clock' | 'dns' | 'http' | 'ids' | 'log' | 'runtime' | 'settings'>

/** The details of its `failed` event, or null where nothing stops it. */
export async function checkContent(
  world: Outside,
  email: PreparedEmail,
): Promise<EventDetails | null> {
  const links = linksOf(email)
  if (links.length > 0) {
    const finding = findPhishing(links, email.from.domain, () => wordsOf(email))
    if (finding) return { reason: `${finding.reason}: ${finding.host}` }
    if (hasBlocklists(world)) {
      const listed = await findBlocked(
        world,
        links.flatMap(link => hostOf(link.href) ?? []),
      )
      if (listed !== null) return { reason: `blocklisted_link: ${listed}` }
    }
  }
  return (await isSpam(world, email)) ? { reason: 'spam_check' } : null
}

/** The same without asking anybody outside, for what is made while a transaction is open. */
export function checkAtHand(world: Outside, email: PreparedEmail): EventDetails | null {
  const links = linksOf(email)
  if (links.length === 0) return null
  const finding = findPhishing(links, email.from.domain, () => wordsOf(email))
  if (finding) return { reason: `${finding.reason}: ${finding.host}` }
  const hosts = links.flatMap(link => hostOf(link.href) ?? [])
  const listed = hasBlocklists(world) ? findInFile(world, hosts) : null
  return listed === null ? null : { reason: `blocklisted_link: ${listed}` }
}

/** The same for one link by itself; null: nothing stops a letter with it. */
export async function checkLink(world: Outside, href: string): Promise<string | null> {
  return hasBlocklists(world) ? findBlocked(world, [hostOf(href) ?? []].flat()) : null
}

function linksOf({ content: given, reading }: PreparedEmail): Link[] {
  const content = reading ?? given
  return [...linksOfHtml(content.html ?? ''), ...linksOfText(content.text ?? '')]
}

/** What the reader reads, roughly: enough to look for words in. */
function wordsOf({ subject, content: given, reading }: PreparedEmail): string {
  const content = reading ?? given
  const html = withoutTags((content.html ?? '').slice(0, maxRead), ' ')
  return `${subject}\n${html}\n${(content.text ?? '').slice(0, maxRead)}`
    .replaceAll('&nbsp;', ' ')
    .replace(/\s+/g, ' ')
}

/** Bait says what it wants early. */
const maxRead = 200_000
