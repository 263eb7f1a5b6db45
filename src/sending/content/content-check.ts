/**
 * Whether an email's content may go out (docs/contract.md#the-check-of-content). What is stopped is
 * accepted and `failed` with its reason on the timeline, never dropped. Every live email passes
 * here, so the work grows with what is suspicious and not with the size: no link, no cost; what is
 * large is looked through by a thread of its own (content-worker.ts); the network is asked only where
 * the operator has set a list or a filter, and then for a bounded time.
 */

import type { Part } from '#kernel/world/runtime.ts'
import { createKeptWorker } from '#kernel/world/worker-thread.ts'
import type { World } from '#kernel/world/world.ts'
import type { EventDetails } from '../events/event.ts'
import { findBlocked, findInFile, hasBlocklists } from './blocklist.ts'
import { type Scan, type ScannedText, scanContent } from './content-scan.ts'
import { hostOf } from './phishing.ts'
import type { PreparedEmail } from './prepared-email.ts'
import { isSpam } from './spam-check.ts'

type Outside = Pick<World, 'clock' | 'dns' | 'http' | 'ids' | 'log' | 'runtime' | 'settings'>

/** The details of its `failed` event, or null where nothing stops it. */
export async function checkContent(
  world: Outside,
  email: PreparedEmail,
): Promise<EventDetails | null> {
  const { sign, hrefs } = await scanOf(world, scannedOf(email))
  if (sign) return { reason: `${sign.reason}: ${sign.host}` }
  if (hrefs.length > 0 && hasBlocklists(world)) {
    const listed = await findBlocked(world, hostsOf(hrefs))
    if (listed !== null) return { reason: `blocklisted_link: ${listed}` }
  }
  return (await isSpam(world, email)) ? { reason: 'spam_check' } : null
}

/** The same without asking anybody outside, for what is made while a transaction is open. */
export function checkAtHand(world: Outside, email: PreparedEmail): EventDetails | null {
  const { sign, hrefs } = scanContent(scannedOf(email))
  if (sign) return { reason: `${sign.reason}: ${sign.host}` }
  const listed = hrefs.length > 0 && hasBlocklists(world) ? findInFile(world, hostsOf(hrefs)) : null
  return listed === null ? null : { reason: `blocklisted_link: ${listed}` }
}

/** The same for one link by itself; null: nothing stops a letter with it. */
export async function checkLink(world: Outside, href: string): Promise<string | null> {
  return hasBlocklists(world) ? findBlocked(world, [hostOf(href) ?? []].flat()) : null
}

const hostsOf = (hrefs: readonly string[]): string[] => hrefs.flatMap(href => hostOf(href) ?? [])

function scannedOf({ subject, from, content: given, reading }: PreparedEmail): ScannedText {
  const { html, text } = reading ?? given
  return { subject, senderDomain: from.domain, html: html ?? '', text: text ?? '' }
}

/** Looked through here up to this size: some 25 ms. */
const maxHereChars = 128 * 1024
const limits = { maxMs: 60_000, startMs: 60_000, maxHeapMb: 512, idleMs: 60_000 } as const

type Scanner = (asked: ScannedText) => Promise<Scan | null>

const scanner: Part<Scanner, Pick<World, 'clock'>> = {
  name: 'reader of large contents',
  make: ({ clock }) =>
    createKeptWorker(clock, new URL('./content-worker.ts', import.meta.url), limits),
}

async function scanOf(world: Outside, asked: ScannedText): Promise<Scan> {
  if (asked.html.length + asked.text.length <= maxHereChars) return scanContent(asked)
  const scan = await world.runtime.get(scanner, world)(asked)
  if (scan === null)
    throw new Error('a large content was not read in time, or took too much memory')
  return scan
}
