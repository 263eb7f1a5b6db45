/**
 * The pages that strangers see: recipients, visitors of a form. Plain, without scripts, cookies or
 * anything from elsewhere; what a project may change of them is words, and how they look.
 */
import { createHash } from 'node:crypto'
import type { Language, Text } from '../base/languages.ts'
import { type PageStyle, pageCss } from './page-style.ts'

/** `parts`: html, escaped where it holds what others wrote. */
export function plainPage(
  language: Language,
  title: Text,
  parts: readonly string[],
  style: PageStyle = {},
): string {
  const heading = escaped(title[language])
  const of = style.name === undefined ? '' : ` · ${escaped(style.name)}`
  return `<!doctype html>
<html lang="${language === 'pt' ? 'pt-BR' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading}${of}</title>
<style>
${pageCss(style)}</style>
</head>
<body>
<main>
${sender(style)}<h1>${heading}</h1>
${parts.join('\n')}
</main>
</body>
</html>
`
}

/** Who writes: the logo, which is read out as the name, else the name. */
function sender({ logo, name = '' }: PageStyle): string {
  if (logo === undefined) return name === '' ? '' : `<p class="sender">${escaped(name)}</p>\n`
  return `<p class="sender"><img src="${escaped(logo)}" alt="${escaped(name)}" height="64"></p>\n`
}

/** For a content policy: nothing from elsewhere but the project's logo. */
export function imageSourceOf({ logo }: PageStyle): string {
  if (logo === undefined) return "'none'"
  return logo.startsWith('/') ? "'self'" : new URL(logo).origin
}

/** For a content policy: the page's own style and no other (CSP Level 3 §2.3.1). */
export const styleSourceOf = (page: string): string =>
  sourceOf(/<style>([\s\S]*?)<\/style>/.exec(page)?.[1])

/** The same of its script. */
export const scriptSourceOf = (page: string): string =>
  sourceOf(/<script>([\s\S]*?)<\/script>/.exec(page)?.[1])

const sourceOf = (text = ''): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Text as it may stand in html, in attributes too. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
