/**
 * Colours and typeface of style sheets, as far as a proposal needs: declarations are read, with the
 * selector before them, and nothing is worked out as a browser does (the cascade, mixes).
 */
import type { CssNode, WalkContext } from 'css-tree'
import generate from 'css-tree/generator'
import parse from 'css-tree/parser'
import walk from 'css-tree/walker'
import { formatHex, parse as parseColor } from 'culori'

export interface ReadRules {
  /** Of buttons and links. */
  readonly colors: readonly string[]
  readonly background: string | null
  readonly fonts: readonly string[]
  /** The nearest that letters and pages can have. */
  readonly font: ThemeFont | null
}

type ThemeFont = 'system' | 'serif' | 'mono'

interface Declaration {
  readonly selector: string
  readonly name: string
  readonly value: string
}

const maxDeclarations = 50_000
const maxColors = 5
const maxValueChars = 500

/** What stands in an attribute, as a rule of its own. */
export const inlineRules = (selector: string, text: string): string =>
  `${selector}{${text.replaceAll(/[{}]/g, '')}}`

export function readRules(css: string, themeColor: string | null): ReadRules {
  const all = declarationsOf(css)
  const variables = new Map(
    all.filter(one => one.name.startsWith('--')).map(one => [one.name, one.value]),
  )
  const scores = new Map<string, number>()
  const vote = (value: string, by: number): void => {
    const color = readColor(resolved(value, variables))
    if (color !== null && isColourful(color)) scores.set(color, (scores.get(color) ?? 0) + by)
  }
  if (themeColor !== null) vote(themeColor, 40)
  for (const one of all) {
    const by = weightOf(one)
    if (by > 0) vote(one.value, by)
  }
  const pages = all.filter(one => /(^|[\s,])(body|html|:root)$/.test(one.selector))
  const lastOf = (names: RegExp): string | null =>
    pages.findLast(one => names.test(one.name))?.value ?? null
  const background = lastOf(/^background(-color)?$/)
  const fonts = familiesOf(resolved(lastOf(/^font-family$/) ?? '', variables))
  return {
    colors: [...scores]
      .sort(([, a], [, b]) => b - a)
      .map(([color]) => color)
      .slice(0, maxColors),
    background: background === null ? null : readColor(resolved(background, variables)),
    fonts,
    font: fontOf(fonts),
  }
}

/** How much a colour there says of the brand. */
function weightOf({ selector, name }: Declaration): number {
  if (/^--.*(primary|brand|accent)/.test(name)) return /(primary|brand|accent)$/.test(name) ? 30 : 5
  const isButton = /btn|button|\bcta\b|submit/i.test(selector)
  if (/^background(-color)?$/.test(name)) return isButton ? 10 : 2
  if (name === 'color') return /(^|[\s,])a\b/.test(selector) ? 4 : 1
  return 0
}

/** Selectors and values are left as they are written: few of them are looked at. */
const asWritten = { parseValue: false, parseRulePrelude: false, parseAtrulePrelude: false }

/** What stands in no rule (a font's source) belongs to no element. */
function declarationsOf(css: string): Declaration[] {
  const all: Declaration[] = []
  walk(parse(css, asWritten), {
    visit: 'Declaration',
    enter({ property, value }) {
      if (this.rule === null || all.length >= maxDeclarations) return
      const text = generate(value).trim()
      if (text.length > maxValueChars) return
      const name = property.startsWith('--') ? property : property.toLowerCase()
      all.push({ selector: generate(this.rule.prelude).trim().slice(-200), name, value: text })
    },
  })
  return all
}

const maxSteps = 5

/** With what variables stand for; a ring of them ends somewhere. */
function resolved(value: string, variables: ReadonlyMap<string, string>): string {
  let now = value
  for (let step = 0; step < maxSteps; step += 1) {
    const used = /var\(\s*(--[\w-]{1,100})\s*(?:,([^()]{0,200}))?\)/.exec(now)
    if (used === null) return now
    const put = variables.get(used[1]!) ?? used[2] ?? ''
    now = now.slice(0, used.index) + put + now.slice(used.index + used[0].length)
    if (now.length > maxValueChars) return ''
  }
  return now
}

/** The first colour of a value as #rrggbb; null: there is none, or one that is seen through. */
function readColor(value: string): string | null {
  let found: ReturnType<typeof parseColor>
  walk(parse(value, { context: 'value' }), function (this: WalkContext, node: CssNode) {
    if (!isColor.has(node.type)) return undefined
    found = parseColor(generate(node))
    if (found !== undefined) return this.break
    // Of mixes and the like a part is no colour that anybody sees.
    return node.type === 'Function' && !node.name.endsWith('gradient') ? this.skip : undefined
  })
  return found === undefined || (found.alpha ?? 1) < 1 ? null : formatHex(found)
}

const isColor: ReadonlySet<CssNode['type']> = new Set(['Hash', 'Function', 'Identifier'])

const minSpread = 40

/** Not white, black or grey, which every page has. */
function isColourful(color: string): boolean {
  const parts = [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))
  return Math.max(...parts) - Math.min(...parts) >= minSpread
}

const maxFonts = 3

const familiesOf = (value: string): string[] =>
  value
    .split(',')
    .map(one => one.trim().replaceAll(/^["']|["']$/g, ''))
    .filter(one => /^[\p{L}\p{N}_ .-]{1,60}$/u.test(one))
    .slice(0, maxFonts)

const mono = /mono|courier|consolas|menlo/i
const serif =
  /(?<!sans[- ]?)serif|georgia|times|garamond|playfair|merriweather|lora|baskerville|didot|bodoni|palatino/i

/** The first family that says what it is decides. */
function fontOf(families: readonly string[]): ThemeFont | null {
  if (families.length === 0) return null
  for (const family of families) {
    if (mono.test(family)) return 'mono'
    if (serif.test(family)) return 'serif'
    if (/sans/i.test(family)) return 'system'
  }
  return 'system'
}
