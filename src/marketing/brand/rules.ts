/**
 * Colours and typeface of style sheets, as far as a proposal needs: declarations are read, with the
 * selector before them, and nothing is worked out as a browser does. What is written in ways that
 * are not read here (mixes, newer colour spaces) is passed over.
 */

export interface ReadRules {
  /** Of buttons and links. */
  readonly colors: readonly string[]
  readonly background: string | null
  readonly fonts: readonly string[]
}

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
  for (const one of all) vote(one.value, weightOf(one))
  const pages = all.filter(one => /(^|[\s,])(body|html|:root)$/.test(one.selector))
  const lastOf = (names: RegExp): string | null =>
    pages.findLast(one => names.test(one.name))?.value ?? null
  const background = lastOf(/^background(-color)?$/)
  const font = resolved(lastOf(/^font-family$/) ?? '', variables)
  return {
    colors: [...scores]
      .sort(([, a], [, b]) => b - a)
      .map(([color]) => color)
      .slice(0, maxColors),
    background: background === null ? null : readColor(resolved(background, variables)),
    fonts: familiesOf(font),
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

/** One walk over the text; what is nested belongs to the innermost selector. */
function declarationsOf(css: string): Declaration[] {
  const all: Declaration[] = []
  const open: string[] = []
  let piece = ''
  const declare = (): void => {
    const colon = piece.indexOf(':')
    const name = piece.slice(0, colon).trim().toLowerCase()
    const value = piece.slice(colon + 1).trim()
    piece = ''
    if (colon < 1 || open.length === 0 || value.length > maxValueChars) return
    if (/^-{0,2}[a-z][\w-]{0,99}$/.test(name)) all.push({ selector: open.at(-1)!, name, value })
  }
  for (const part of withoutComments(css).split(/([{};])/)) {
    if (all.length >= maxDeclarations) break
    if (part === '{') {
      open.push(piece.trim().slice(-200))
      piece = ''
    } else if (part === ';' || part === '}') {
      declare()
      if (part === '}') open.pop()
    } else {
      piece = part
    }
  }
  return all
}

function withoutComments(css: string): string {
  const parts: string[] = []
  for (let at = 0; at < css.length; ) {
    const from = css.indexOf('/*', at)
    parts.push(css.slice(at, from < 0 ? css.length : from))
    const to = from < 0 ? -1 : css.indexOf('*/', from + 2)
    at = to < 0 ? css.length : to + 2
  }
  return parts.join(' ')
}

const maxSteps = 5

/** With what variables stand for; a ring of them ends somewhere. */
function resolved(value: string, variables: ReadonlyMap<string, string>): string {
  let now = value
  for (let step = 0; step < maxSteps; step += 1) {
    const used = /var\(\s*(--[\w-]{1,100})\s*(?:,([^()]{0,200}))?\)/.exec(now)
    if (used === null) return now
    const put = variables.get(used[1]!.toLowerCase()) ?? used[2] ?? ''
    now = now.slice(0, used.index) + put + now.slice(used.index + used[0].length)
    if (now.length > maxValueChars) return ''
  }
  return now
}

/** The first colour of a value as #rrggbb; null: there is none, or one that is seen through. */
function readColor(value: string): string | null {
  const text = value.trim().toLowerCase()
  const hex = /(?:^|[\s,(])#([0-9a-f]{3,8})(?![\w-])/.exec(text)?.[1] ?? ''
  if (hex.length === 6) return `#${hex}`
  if (hex.length === 8) return hex.endsWith('ff') ? `#${hex.slice(0, 6)}` : null
  if (hex.length === 3) return `#${[...hex].map(one => one + one).join('')}`
  const called = /(?:^|\s)(rgb|hsl)a?\(([^()]{1,100})\)/.exec(text)
  if (called !== null) return fromFunction(called[1]!, called[2]!)
  if (/^white\b/.test(text)) return '#ffffff'
  return /^black\b/.test(text) ? '#000000' : null
}

function fromFunction(kind: string, inner: string): string | null {
  const [colour = '', after = ''] = inner.split('/')
  const parts = colour.split(/[\s,]+/).filter(one => one !== '')
  const alpha = after.trim() === '' ? parts[3] : after.trim()
  if (parts.length < 3 || (alpha !== undefined && !/^(1(\.0*)?|100%)$/.test(alpha))) return null
  const [a, b, c] = parts.slice(0, 3).map(one => Number.parseFloat(one)) as [number, number, number]
  if (![a, b, c].every(Number.isFinite)) return null
  if (kind === 'hsl') return fromHsl(a, b / 100, c / 100)
  const isShare = parts[0]!.endsWith('%')
  return hexOf([a, b, c].map(one => (isShare ? (one * 255) / 100 : one)))
}

function fromHsl(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const at = (n: number): number => {
    const k = (((n + hue / 30) % 12) + 12) % 12
    return 255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return hexOf([at(0), at(8), at(4)])
}

const hexOf = (parts: readonly number[]): string =>
  `#${parts
    .map(one => Math.round(Math.min(255, Math.max(0, one))))
    .map(one => one.toString(16).padStart(2, '0'))
    .join('')}`

const minSpread = 40

/** Not white, black or grey, which every page has. */
function isColourful(color: string): boolean {
  const parts = [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))
  return Math.max(...parts) - Math.min(...parts) >= minSpread
}

const maxFonts = 3

const familiesOf = (value: string): string[] =>
  value
    .replace(/!important/i, '')
    .split(',')
    .map(one => one.trim().replaceAll(/^["']|["']$/g, ''))
    .filter(one => /^[\p{L}\p{N}_ .-]{1,60}$/u.test(one))
    .slice(0, maxFonts)

const mono = /mono|courier|consolas|menlo/i
const serif =
  /(?<!sans[- ]?)serif|georgia|times|garamond|playfair|merriweather|lora|baskerville|didot|bodoni|palatino/i

/** The nearest that letters and pages can have; the first family that says what it is decides. */
export function fontOf(families: readonly string[]): 'system' | 'serif' | 'mono' | null {
  if (families.length === 0) return null
  for (const family of families) {
    if (mono.test(family)) return 'mono'
    if (serif.test(family)) return 'serif'
    if (/sans/i.test(family)) return 'system'
  }
  return 'system'
}
