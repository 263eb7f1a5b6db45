/**
 * The pages that strangers see: recipients, visitors of a form. Plain, without scripts, cookies or
 * anything from elsewhere; what a project may change of them is words, two colours and a logo.
 */
import { createHash } from 'node:crypto'
import type { Language, Text } from '../base/languages.ts'

export interface PageStyle {
  /** `#rrggbb`, of buttons and links. */
  readonly color?: string
  readonly background?: string
  /** An https URL. */
  readonly logo?: string
}

/** `parts`: html, escaped where it holds what others wrote. */
export function plainPage(
  language: Language,
  title: Text,
  parts: readonly string[],
  style: PageStyle = {},
): string {
  const logo = style.logo ? `<p><img src="${escaped(style.logo)}" alt="" height="48"></p>\n` : ''
  return `<!doctype html>
<html lang="${language === 'pt' ? 'pt-BR' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title[language])}</title>
<style>
:root { color-scheme: ${style.background === undefined ? 'light dark' : 'light'} }
body { font: 1.05rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 8vh auto; padding: 0 1rem; ${
    style.background === undefined ? '' : `background: ${style.background}`
  } }
button { font: inherit; margin: 0 .5rem .5rem 0; padding: .6rem 1.2rem; cursor: pointer; ${
    style.color === undefined ? '' : `background: ${style.color}; color: #fff; border: 0`
  } }
input:not([type=checkbox]):not([type=radio]), select { font: inherit; padding: .5rem; width: 100%; box-sizing: border-box }
label, fieldset { display: block; margin: 0 0 1rem }
fieldset { border: 1px solid; padding: .6rem 1rem }
form { margin: 0 0 1.5rem }
.trap { position: absolute; left: -100vw }
strong, blockquote { overflow-wrap: anywhere }
</style>
</head>
<body>
<main>
${logo}<h1>${escaped(title[language])}</h1>
${parts.join('\n')}
</main>
</body>
</html>
`
}

/** For a content policy: the page's own style and no other (CSP Level 3 §2.3.1). */
export function styleSourceOf(page: string): string {
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? ''
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`
}

/** Text as it may stand in html, in attributes too. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
