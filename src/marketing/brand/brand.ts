/**
 * The brand of a website as its page shows it: name, logo, colours, typeface, to be agreed to by a
 * person. Nothing is stored here. Pages and style sheets are read, and pictures unpacked, by threads
 * that are ended when that takes too long.
 */
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Part } from '#kernel/world/runtime.ts'
import { createKeptWorker } from '#kernel/world/worker-thread.ts'
import type { World } from '#kernel/world/world.ts'
import { makePicture } from '../files/picture.ts'
import { endings } from '../files/picture-type.ts'
import type { AskedBrandReading, BrandReading } from './brand-worker.ts'
import type { ReadRules } from './rules.ts'
import { beginVisit, fetched, readAddress, refusedVisit, type SiteVisit } from './visit.ts'

const maxPageBytes = 1024 * 1024
const maxSheetBytes = 512 * 1024
const maxLogoBytes = 2 * 1024 * 1024
/** What is handed to the browser, which sends it back when it is agreed to. */
const maxShownBytes = 1024 * 1024
/** Smaller ones are signs for tabs of browsers. */
const minLogoSide = 48

const noRules: ReadRules = { colors: [], background: null, fonts: [], font: null }

type Reader = (asked: AskedBrandReading) => Promise<BrandReading | null>

const limits = { maxMs: 5_000, startMs: 60_000, maxHeapMb: 128, idleMs: 60_000 } as const

const reader: Part<Reader, Pick<World, 'clock'>> = {
  name: 'brands of websites',
  make: ({ clock }) =>
    createKeptWorker(clock, new URL('./brand-worker.ts', import.meta.url), limits),
}

type BrandWorld = Pick<World, 'http' | 'clock' | 'runtime'>

/** The last visit of each account that is on the way. */
const visits: Part<Map<Uuid, Promise<void>>, unknown> = {
  name: 'visits of websites',
  make: () => new Map(),
}

/**
 * Throws Refusal of `url`. An account's visits come one after another: the threads are everybody's,
 * and pages that were made to take long would keep all others waiting for as many as are asked for.
 */
export async function brandOf(
  world: BrandWorld,
  { accountId, url }: { readonly accountId: Uuid; readonly url: string },
) {
  const address = readAddress(url)
  const under = world.runtime.get(visits, {})
  const proposed = (under.get(accountId) ?? Promise.resolve()).then(() => propose(world, address))
  const over = proposed.then(
    () => {},
    () => {},
  )
  under.set(accountId, over)
  try {
    return await proposed
  } finally {
    if (under.get(accountId) === over) under.delete(accountId)
  }
}

async function propose(world: BrandWorld, address: string) {
  const visit = beginVisit(world)
  const accept = 'text/html,application/xhtml+xml'
  const page = await fetched(visit, address, { accept, maxBytes: maxPageBytes })
  if (typeof page === 'string') throw refusedVisit(page)
  if (!/^(text\/html|application\/xhtml\+xml)\b/.test(page.type)) throw refusedVisit('type')
  const html = textOf(page.body, charsetOf(page.type) ?? charsetWithin(page.body))
  const read = await reading(world, { kind: 'page', html, url: page.url })
  if (read?.kind !== 'page') throw refusedVisit('reading')
  const { names, logos, sheets, themeColor } = read
  const css = [read.rules, ...(await sheetsOf(visit, sheets))].join('\n')
  const rules = await reading(world, { kind: 'rules', css, themeColor })
  const { colors, background, fonts, font } = rules?.kind === 'rules' ? rules : noRules
  return {
    url: page.url,
    name: names[0] ?? null,
    logo: await logoOf(world, visit, logos),
    color: colors[0] ?? null,
    colors: [...colors],
    background,
    font,
    fonts: [...fonts],
  }
}

async function reading(world: BrandWorld, asked: AskedBrandReading): Promise<BrandReading | null> {
  try {
    return await world.runtime.get(reader, { clock: world.clock })(asked)
  } catch {
    // The thread has ended by what it read.
    return null
  }
}

/** Those that can be had; a page is worth a proposal without. */
async function sheetsOf(visit: SiteVisit, urls: readonly string[]): Promise<string[]> {
  const options = { accept: 'text/css', maxBytes: maxSheetBytes }
  const all = await Promise.all(urls.map(url => fetched(visit, url, options)))
  return all.flatMap(one =>
    typeof one !== 'string' && /^text\/css\b/.test(one.type)
      ? textOf(one.body, charsetOf(one.type))
      : [],
  )
}

/** The first that is a picture of some size; one after another, since the first is nearly always one. */
async function logoOf(world: BrandWorld, visit: SiteVisit, urls: readonly string[]) {
  for (const url of urls) {
    const one = await fetched(visit, url, { accept: 'image/*', maxBytes: maxLogoBytes })
    if (typeof one === 'string' || !one.isWhole) continue
    const picture = await pictureOf(world, one.body)
    if (picture === null || Math.max(picture.width, picture.height) < minLogoSide) continue
    if (picture.bytes.length > maxShownBytes) continue
    const { bytes, type, width, height } = picture
    const data = bytes.toString('base64')
    return { filename: `logo.${endings[type]}`, content_type: type, data, width, height }
  }
  return null
}

async function pictureOf(world: BrandWorld, bytes: Buffer) {
  try {
    return await makePicture(world, bytes)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

const charsetOf = (type: string): string | undefined =>
  /charset\s*=\s*"?([\w-]{1,40})/.exec(type)?.[1]

/** What a page says itself, where browsers look for it; whoever can say so in ASCII is not UTF-16. */
function charsetWithin(body: Buffer): string | undefined {
  const head = body.toString('latin1', 0, 1_024)
  const said = /<meta\s[^>]{0,200}?charset\s*=\s*["']?([\w-]{1,40})/i.exec(head)?.[1]
  return /^utf-16/i.test(said ?? '') ? undefined : said
}

function textOf(body: Buffer, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}
