/**
 * A/B tests: which variant a person gets, and which one is best. Both follow from the person's rank and
 * from what was counted, so that they can be computed again.
 */
import { createHash } from 'node:crypto'
import { durationMs, hourMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { parseAddress } from '#kernel/mail/address.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import { PartFault } from '#sending/content/liquid/render.ts'
import { readWritten } from '#sending/content/liquid/written.ts'
import { checkContent } from './content.ts'
import type { AbResult, AbTest, AbVariant } from './shapes.ts'

const defaults = {
  test_share: 0.2,
  metric: 'clicked',
  wait: 'PT4H',
  min_probability: 0.95,
  if_unsure: 'leader',
} as const

const refuse = (param: string, why: Text): Refusal => new Refusal('invalid_field', { param, why })

type Context = { readonly world: Pick<World, 'db' | 'clock' | 'runtime'>; readonly tenant: Tenant }
type AbSettings = Partial<Omit<AbTest, 'variants'>> & {
  readonly variants: readonly (Partial<AbVariant> & { readonly key: string })[]
}

/** Throws Refusal. */
export async function checkAb(call: Context, given: AbSettings): Promise<AbTest> {
  const { variants, ...rest } = given
  const read: AbVariant[] = []
  for (const [n, one] of variants.entries()) {
    const path = `ab.variants[${n}]`
    if (read.some(({ key }) => key === one.key)) {
      throw refuse(`${path}.key`, {
        en: 'Another variant has this key.',
        pt: 'Outra variante tem esta chave.',
      })
    }
    read.push(await checkVariant(call, one, path))
  }
  const test = { ...defaults, ...rest, variants: read }
  const waitMs = durationMs(test.wait)
  if (waitMs === null || waitMs < hourMs || waitMs > 72 * hourMs) {
    throw refuse('ab.wait', {
      en: 'It must be a duration from PT1H to PT72H.',
      pt: 'Deve ser uma duração de PT1H a PT72H.',
    })
  }
  if (!/^(clicked|opened|event:[a-z][a-z0-9_.-]{0,63})$/.test(test.metric)) {
    throw refuse('ab.metric', {
      en: 'It must be clicked, opened or event: and a name.',
      pt: 'Deve ser clicked, opened ou event: e um nome.',
    })
  }
  return test
}

async function checkVariant(
  call: Context,
  { key, weight = 1, subject, from, content }: Partial<AbVariant> & { readonly key: string },
  path: string,
): Promise<AbVariant> {
  if (from) {
    const parsed = parseAddress(from)
    if (!parsed.ok) throw refuse(`${path}.from`, parsed.why)
  }
  if (subject) checkSubject(subject, `${path}.subject`)
  const own = content == null ? null : await checkContent(call, content).catch(within(path))
  return {
    key,
    weight: weight ?? 1,
    // An empty text is none, as elsewhere: the variant has the campaign's own.
    ...(subject ? { subject } : {}),
    ...(from ? { from } : {}),
    ...(own === null ? {} : { content: own }),
  }
}

const within =
  (path: string) =>
  (error: unknown): never => {
    throw error instanceof Refusal ? error.within(path) : error
  }

function checkSubject(subject: string, param: string): void {
  try {
    readWritten({ subject, preheader: null, html: null, text: null })
  } catch (error) {
    if (!(error instanceof PartFault)) throw error
    throw refuse(param, error.fault.text)
  }
}

/** Throws Refusal where the schedule leaves no moment at which all zones have been tested. */
export function mustDecide(ab: AbTest | null, zone: string | undefined): void {
  if (ab === null || ab.test_share === 1 || zone !== 'recipient') return
  throw refuse('ab.test_share', {
    en: 'With the time of each recipient there is only a plain split: test_share 1.',
    pt: 'Com o horário de cada destinatário só há divisão simples: test_share 1.',
  })
}

const rankBits = 60n

/** Below it are those who are tried; null: everybody is. */
export const testLimit = ({ test_share: share }: AbTest): string | null =>
  share === 1 ? null : String((BigInt(Math.round(share * 2 ** 30)) << rankBits) >> 30n)

/** In which order, and with which variant: the same as `insertRecipients` gives a row. */
export function rankOf(campaignId: Uuid, contactId: Uuid): string {
  const hash = createHash('md5').update(`${contactId}${campaignId}`).digest('hex')
  return String(BigInt(`0x${hash.slice(0, 15)}`))
}

const parts = 1_000_003n

/** The variant of a rank, by weights. */
export function variantOf({ variants }: AbTest, rank: string): string {
  const all = variants.reduce((sum, one) => sum + one.weight, 0)
  let place = (Number(BigInt(rank) % parts) / Number(parts)) * all
  for (const { key, weight } of variants) {
    if (place < weight) return key
    place -= weight
  }
  return variants.at(-1)!.key
}

interface VariantResult {
  readonly key: string
  readonly letters: number
  readonly hits: number
}

const draws = 20_000

/** Who leads, and how probable it is that the leader is the best: Beta(1 + hits, 1 + misses). */
function leaderOf(
  tried: readonly VariantResult[],
  seed: string,
): { readonly key: string; readonly probability: number } {
  const chance = chanceOf(seed)
  const wins = tried.map(() => 0)
  for (let n = 0; n < draws; n += 1) {
    let best = -1
    let max = -1
    for (const [i, { letters, hits }] of tried.entries()) {
      const value = drawBeta(chance, 1 + hits, 1 + Math.max(0, letters - hits))
      if (value > max) [max, best] = [value, i]
    }
    wins[best]! += 1
  }
  const at = wins.indexOf(Math.max(...wins))
  return { key: tried[at]!.key, probability: wins[at]! / draws }
}

/** Mulberry32, seeded by a text. */
function chanceOf(seed: string): () => number {
  let state = 0x811c9dc5
  for (const char of seed) state = Math.imul(state ^ char.charCodeAt(0), 0x01000193) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

function drawBeta(chance: () => number, a: number, b: number): number {
  const x = drawGamma(chance, a)
  return x / (x + drawGamma(chance, b))
}

/** Marsaglia and Tsang, A simple method for generating gamma variables (2000); shape ≥ 1. */
function drawGamma(chance: () => number, shape: number): number {
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = drawNormal(chance)
    const v = (1 + c * x) ** 3
    if (v <= 0) continue
    if (Math.log(1 - chance()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
  }
}

const drawNormal = (chance: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())

/** Of a handful of people nobody may be tried: then there is nothing to wait for. */
export const decidedAt = ({ wait }: AbTest, tried: readonly VariantResult[], now: number): number =>
  now + (tried.some(({ letters }) => letters > 0) ? durationMs(wait)! : 0)

/** What a test that is over comes to. */
export function decideAb(
  ab: AbTest,
  tried: readonly VariantResult[],
  { seed, at }: { readonly seed: string; readonly at: number },
): AbResult {
  const found = ab.variants.map(
    ({ key }) => tried.find(one => one.key === key) ?? { key, letters: 0, hits: 0 },
  )
  // What nobody got, such as a letter that everybody lacks a value for, has shown nothing.
  const shown = found.filter(({ letters }) => letters > 0)
  const { key: leader, probability } = leaderOf(shown.length > 0 ? shown : found, seed)
  const isSure = probability >= ab.min_probability
  const unsure = { first: ab.variants[0]!.key, leader, split: null }[ab.if_unsure]
  return {
    winner: isSure ? leader : unsure,
    leader,
    probability,
    decided_by: 'test',
    decided_at: new Date(at).toISOString(),
  }
}
