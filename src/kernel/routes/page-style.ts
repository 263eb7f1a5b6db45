/**
 * How the pages that strangers see look: a card on a ground, one main button, readable whatever
 * colours a project has chosen. No colour of a project is text unless it can be read where it
 * stands. Works from 320 pixels on, in the dark, without scripts and without anything from elsewhere.
 */
import { contrast, inkOn, luminance, shapeContrast, textContrast } from './colours.ts'

export interface PageStyle {
  /** `#rrggbb`, of buttons and links. */
  readonly color?: string
  /** `#rrggbb`, behind the card. */
  readonly background?: string
  /** An https URL, or a path of the same host. */
  readonly logo?: string
  /** Of whoever writes. */
  readonly name?: string
  /** Of corners, in pixels. */
  readonly radius?: number
  readonly font?: PageFont
  /** It fills a frame that has a ground and corners of its own. */
  readonly fillsFrame?: boolean
}

export type PageFont = 'system' | 'serif' | 'mono'

export const fonts: Readonly<Record<PageFont, string>> = {
  system: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  serif: 'Georgia, "Times New Roman", serif',
  mono: 'ui-monospace, Menlo, Consolas, monospace',
}

export const defaultRadius = 8

/** What stands on each other on a page. */
interface Scheme {
  readonly ground: string
  readonly card: string
  readonly ink: string
  readonly dim: string
  /** Of inputs: to be made out on the card. */
  readonly line: string
  /** Of buttons, where the project has no colour. */
  readonly accent: string
}

const light: Scheme = {
  ground: '#f3f5f4',
  card: '#ffffff',
  ink: '#1b211e',
  dim: '#56615c',
  line: '#767f7a',
  accent: '#0b6b54',
}
const dark: Scheme = {
  ground: '#111513',
  card: '#1d2320',
  ink: '#e6ebe8',
  dim: '#a7b2ac',
  line: '#8a958f',
  accent: '#72c5a8',
}

/** Darker than this, a ground is that of a dark page; on all others the card is white. */
const darkLuminance = 0.03

export function schemesOf({ background }: PageStyle): { main: Scheme; inTheDark: Scheme | null } {
  if (background === undefined) return { main: light, inTheDark: dark }
  const chosen = luminance(background) < darkLuminance ? dark : light
  // Who has chosen a ground has chosen it for everybody.
  return { main: { ...chosen, ground: background }, inTheDark: null }
}

/** What is made of a project's colour on a card: readable, and to be made out. */
export function accentOn({ card, ink, accent }: Scheme, { color = accent }: PageStyle) {
  const seen = contrast(color, card)
  return {
    fill: color,
    onFill: inkOn(color),
    edge: seen >= shapeContrast ? color : ink,
    link: seen >= textContrast ? color : ink,
  }
}

function variables(scheme: Scheme, style: PageStyle): string {
  const { fill, onFill, edge, link } = accentOn(scheme, style)
  const { ground, card, ink, dim, line } = scheme
  const named = { ground, card, ink, dim, line, fill, 'on-fill': onFill, edge, link }
  return Object.entries(named)
    .map(([name, value]) => `--${name}: ${value}`)
    .join('; ')
}

/** The button that closes stands above. */
const frameCss = `body { padding: 0; background: var(--card) }
main { max-width: none; padding-top: 0; border-radius: 0 }
`

export function pageCss(style: PageStyle): string {
  const { main, inTheDark } = schemesOf(style)
  const { radius = defaultRadius, font = 'system' } = style
  const scheme = inTheDark ? 'light dark' : main.card === dark.card ? 'dark' : 'light'
  const darkened =
    inTheDark === null
      ? ''
      : `@media (prefers-color-scheme: dark) { :root { ${variables(inTheDark, style)} } }\n`
  return `:root { color-scheme: ${scheme}; ${variables(main, style)}; --radius: ${radius}px }
${darkened}* { box-sizing: border-box }
body { font: 1.05rem/1.5 ${fonts[font]}; margin: 0; padding: 6vh 1rem; background: var(--ground); color: var(--ink); overflow-wrap: anywhere }
main { max-width: 34rem; margin: 0 auto; padding: clamp(1.1rem, 5vw, 2rem); background: var(--card); border-radius: var(--radius) }
.sender { margin: 0 0 1.2rem; font-weight: 600 }
.sender img { display: block; max-width: 100%; max-height: 4rem; height: auto }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem }
h2 { font-size: 1.1rem; margin: 1.8rem 0 .6rem }
a { color: var(--link) }
small { color: var(--dim) }
button { font: inherit; font-weight: 600; margin: 0 .5rem .5rem 0; padding: .65rem 1.2rem; max-width: 100%; cursor: pointer; background: var(--fill); color: var(--on-fill); border: 2px solid var(--edge); border-radius: var(--radius) }
[type=checkbox], [type=radio] { accent-color: var(--edge) }
button.quiet { background: none; color: var(--ink); border: 1px solid var(--line); font-weight: 400 }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px }
input:not([type=checkbox]):not([type=radio]), select { font: inherit; padding: .55rem .7rem; width: 100%; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: min(var(--radius), .8rem) }
label, fieldset { display: block; margin: 0 0 1rem }
fieldset { min-width: 0; border: 1px solid var(--line); border-radius: min(var(--radius), .8rem); padding: .7rem 1rem }
form { margin: 0 0 1.5rem }
summary { cursor: pointer }
blockquote { margin: .4rem 0; padding-left: .8rem; border-left: 3px solid var(--line) }
.trap { position: absolute; left: -100vw; width: 1px; height: 1px; overflow: hidden }
strong, blockquote { overflow-wrap: anywhere }
${style.fillsFrame ? frameCss : ''}`
}
