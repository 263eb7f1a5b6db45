/**
 * Compiling MJML and designs to html, Liquid and all. Another thread does it, for it takes tens of
 * milliseconds; what has been compiled lately is kept.
 */
import { createHash } from 'node:crypto'
import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { Part } from '#kernel/world/runtime.ts'
import { createKeptWorker } from '#kernel/world/worker-thread.ts'
import type { World } from '#kernel/world/world.ts'
import { createHeld, type LiquidHolder } from '#sending/content/liquid/held.ts'
import { type Design, textsOf } from './design.ts'
import { mjmlOf } from './design-mjml.ts'
import { unclosedTag } from './mjml-tags.ts'
import { mayLead } from './rich-text.ts'

/** What the thread answers (mjml-worker.ts). */
export type CompiledMjml =
  | { readonly kind: 'compiled'; readonly html: string }
  | {
      readonly kind: 'fault'
      readonly line: number
      readonly tag: string
      readonly message: string
    }

export type Compiling = Pick<World, 'clock' | 'runtime'>

interface Compiler {
  readonly compile: (mjml: string) => Promise<CompiledMjml | null>
  readonly kept: Map<string, string>
}

const limits = { maxMs: 5_000, startMs: 60_000, maxHeapMb: 256, idleMs: 60_000 } as const
const maxKept = 100

const compilers: Part<Compiler, Pick<World, 'clock'>> = {
  name: 'mjml',
  make: ({ clock }) => ({
    compile: createKeptWorker(clock, new URL('./mjml-worker.ts', import.meta.url), limits),
    kept: new Map(),
  }),
}

/** Throws Refusal under `param`, with line and column. */
export const compiledMjml = (world: Compiling, mjml: string, param: string): Promise<string> =>
  remembered(world, `mjml ${mjml}`, async () => {
    const include = /<mj-include\b/i.exec(mjml)
    if (include !== null) throw refused(param, noInclude, spotAt(mjml, include.index))
    const bare = withoutComments(mjml)
    const unclosed = unclosedTag(bare)
    if (unclosed !== null) throw refused(param, unclosed.why, spotAt(mjml, unclosed.at))
    const held = createHeld(mjml)
    const html = await compile(world, held.holdLiquid(mjml), (line, tag) => ({
      param,
      spot: spotOfTag(mjml, line, tag),
    }))
    const lost = held.lost(bare, html)
    if (lost !== null) throw refused(param, lostLiquid, spotAt(mjml, lost))
    return held.restore(html)
  })

/** Throws Refusal under `param`. */
export const compiledDesign = (
  world: Compiling,
  design: Design,
  { language, param }: { readonly language: string; readonly param: string },
): Promise<string> =>
  remembered(world, `design ${language} ${JSON.stringify(design)}`, async () => {
    const held = createHeld(JSON.stringify(design))
    mustLead(design, held, param)
    const mjml = await mjmlOf(design, held, language)
    const html = await compile(world, mjml, () => ({ param, spot: null }))
    // Its indentation means nothing to a mail program, and counts.
    return held.restore(html.replace(/\n\s*(?=[<\n])/g, '\n'))
  })

/** With spaces in their place. One that nothing closes is none, and no further one is looked for. */
function withoutComments(mjml: string): string {
  const out: string[] = []
  let at = 0
  for (let open = mjml.indexOf('<!--'); open >= 0; open = mjml.indexOf('<!--', at)) {
    const close = mjml.indexOf('-->', open + 4)
    if (close < 0) break
    out.push(mjml.slice(at, open), mjml.slice(open, close + 3).replace(/[^\n]/g, ' '))
    at = close + 3
  }
  return out.join('') + mjml.slice(at)
}

function mustLead(design: Design, held: LiquidHolder, param: string): void {
  for (const [path, value] of textsOf(design, param)) {
    if (!/\.(href|src|image)$/.test(path)) continue
    if (mayLead(held.holdLiquid(value), held.isWord)) continue
    throw new Refusal('invalid_field', { param: path, why: leadsNowhere })
  }
}

const leadsNowhere: Text = {
  en: '{param} must begin with https://, http://, mailto: or tel:, or be a value.',
  pt: '{param} deve começar com https://, http://, mailto: ou tel:, ou ser um valor.',
}

async function remembered(
  { runtime, clock }: Compiling,
  source: string,
  make: () => Promise<string>,
): Promise<string> {
  const { kept } = runtime.get(compilers, { clock })
  const key = createHash('sha256').update(source).digest('base64')
  const html = kept.get(key) ?? (await make())
  kept.delete(key)
  kept.set(key, html)
  if (kept.size > maxKept) kept.delete(kept.keys().next().value!)
  return html
}

interface Spot {
  readonly line: number
  readonly column: number
}

async function compile(
  { runtime, clock }: Compiling,
  mjml: string,
  placeOf: (line: number, tag: string) => { readonly param: string; readonly spot: Spot | null },
): Promise<string> {
  const answer = await runtime.get(compilers, { clock }).compile(mjml)
  if (answer?.kind === 'compiled') return answer.html
  if (answer?.kind === 'fault') {
    const { param, spot } = placeOf(answer.line, answer.tag)
    const why = `${answer.message.replace(/[.\s]+$/, '')}.`
    throw refused(param, { en: why, pt: `O MJML não compila: ${why}` }, spot)
  }
  throw refused(placeOf(1, '').param, tooLong, null)
}

function refused(param: string, why: Text, spot: Spot | null): Refusal {
  if (spot === null) return new Refusal('invalid_field', { param, why })
  return new Refusal('invalid_field', {
    param,
    why: {
      en: `${why.en} Line ${spot.line}, column ${spot.column}.`,
      pt: `${why.pt} Linha ${spot.line}, coluna ${spot.column}.`,
    },
  })
}

function spotAt(source: string, at: number): Spot {
  const before = source.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}

function spotOfTag(source: string, line: number, tag: string): Spot {
  const text = source.split('\n')[line - 1] ?? ''
  return { line, column: Math.max(0, text.indexOf(`<${tag}`)) + 1 }
}

const noInclude: Text = {
  en: 'mj-include is not available: put everything into one source.',
  pt: 'mj-include não está disponível: coloque tudo em um só código.',
}
const lostLiquid: Text = {
  en: 'MJML drops what stands between its elements: put this Liquid inside of one, or into mj-raw.',
  pt: 'O MJML descarta o que fica entre os elementos: coloque este Liquid dentro de um, ou em mj-raw.',
}
const tooLong: Text = {
  en: 'Compiling it takes too long.',
  pt: 'Compilar demora demais.',
}
