/**
 * The letter of a confirmation as Malote writes it: who asks, for what, and one button. It looks as
 * the project's pages do, as far as mail programs can follow: tables and styles at each element.
 */
import type { Language } from '#kernel/base/languages.ts'
import {
  accentOn,
  defaultRadius,
  fonts,
  type PageStyle,
  schemesOf,
} from '#kernel/routes/page-style.ts'
import { escaped } from '#kernel/routes/plain-page.ts'
import type { ConfirmLetter } from './confirm-letter.ts'
import type { Say } from './words.ts'

interface Asking {
  readonly say: Say
  readonly language: Language
  readonly link: string
  /** Names of what is asked for. */
  readonly topics: readonly string[]
  /** With a logo that can be found from a letter. */
  readonly style: PageStyle
}

export function ownLetter(asking: Asking): ConfirmLetter {
  const { say, link, topics, style } = asking
  const sender = style.name === undefined ? '' : `${style.name}\n\n`
  const list = topics.map(name => `- ${name}\n`).join('')
  return {
    subject: subjectOf(asking),
    text: `${sender}${say('letter_opening')}\n\n${list === '' ? '' : `${list}\n`}${link}\n\n${say('letter_closing')}\n`,
    html: htmlOf(asking),
  }
}

/** More names than these would be cut off in an inbox. */
const maxNamed = 3

function subjectOf({ say, topics }: Asking): string {
  const isNamed = topics.length > 0 && topics.length <= maxNamed
  return isNamed ? say('letter_subject', { topics: topics.join(', ') }) : say('confirm_title')
}

function htmlOf(asking: Asking): string {
  const { say, language, link, topics, style } = asking
  const { main } = schemesOf(style)
  const { fill, onFill, edge } = accentOn(main, style)
  const { radius = defaultRadius, font = 'system' } = style
  // Quotes of a name of a font would end the attribute.
  const text = `font-family:${fonts[font].replaceAll('"', "'")};font-size:16px;line-height:24px;color:${main.ink}`
  const list = topics.map(name => `<li>${escaped(name)}</li>`).join('')
  const button = `display:inline-block;padding:12px 24px;background:${fill};color:${onFill};border:2px solid ${edge};border-radius:${radius}px;font-weight:bold;text-decoration:none`
  return `<!doctype html>
<html lang="${language === 'pt' ? 'pt-BR' : 'en'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subjectOf(asking))}</title></head>
<body style="margin:0;padding:0;background:${main.ground}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${main.ground}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:${main.card};border-radius:${radius}px"><tr><td style="padding:28px;${text}">
${senderOf(style)}<p style="margin:0 0 16px">${escaped(say('letter_opening'))}</p>
${list === '' ? '' : `<ul style="margin:0 0 16px;padding-left:20px;font-weight:bold">${list}</ul>\n`}<p style="margin:0 0 16px"><a href="${link}" style="${button}">${escaped(say('confirm_button'))}</a></p>
<p style="margin:0;font-size:14px;color:${main.dim}">${escaped(say('letter_closing'))}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

function senderOf({ logo, name = '' }: PageStyle): string {
  if (logo !== undefined) {
    return `<p style="margin:0 0 20px"><img src="${escaped(logo)}" alt="${escaped(name)}" height="48" style="height:48px;max-width:100%;border:0"></p>\n`
  }
  return name === '' ? '' : `<p style="margin:0 0 20px;font-weight:bold">${escaped(name)}</p>\n`
}
