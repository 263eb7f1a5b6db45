/**
 * The brand of a website as its page shows it: name, logo, colours, typeface, to be agreed to by a
 * person. Nothing is stored here. Pages and style sheets are read, and pictures unpacked, by threads
 * that are ended when that takes too long.
 */
import { Refusal } from '#kernel/base/errors.ts'
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

/** Throws Refusal of `url`. */
export async function brandOf(world: BrandWorld, given: string) {
  const visit = beginVisit(world)
  const accept = 'text/html,application/xhtml+xml'
  const page = await fetched(visit, readAddress(given), { accept, maxBytes: maxPageBytes })
  if (typeof page === 'string') throw refusedVisit(page)
  if (!/^(text\/html|application\/xhtml\+xml)\b/.test(page.type)) throw refusedVisit('type')
  const html = textOf(page.body, page.type)
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
    typeof one !== 'string' && /^text\/css\b/.test(one.type) ? textOf(one.body, one.type) : [],
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

function textOf(body: Buffer, type: string): string {
  const charset = /charset\s*=\s*"?([\w-]{1,40})/.exec(type)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}
