/**
 * A stranger's html, made to look at. What holds it is the answer's policy, not a filter: sandboxed
 * (no scripts, forms, pop-ups or plugins, an origin of its own), nothing loaded but `data:` images
 * and the styles written in it. Images that came along with the email are put in as data.
 */

import type { EmailContent } from '#sending/events/email.ts'
import { escapeHtml } from '../api/markdown.ts'

export const previewHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'X-Frame-Options': 'SAMEORIGIN',
  'Referrer-Policy': 'no-referrer',
  'X-DNS-Prefetch-Control': 'off',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
}

/** An email as a page of its own. */
export function previewHtml(content: EmailContent): string {
  if (content.html !== undefined) {
    const html = withInertLinks(withoutFrames(content.html))
    return withImages(html, content.attachments ?? [])
  }
  return `<!doctype html>
<meta charset="utf-8">
<pre style="font: 14px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; margin: 16px">${escapeHtml(content.text ?? '')}</pre>`
}

/**
 * A frame in a frame is refused by the policy, but only after the browser has connected to where it
 * would be loaded from, which tells that host of the look. A tag of this name begins with just
 * these letters wherever a parser may find one, so that no parsing is needed to take it away.
 */
const withoutFrames = (html: string): string =>
  html.replaceAll(/<(\/?)(i?frame)(?=[\s/>])/gi, '<$1x-$2')

/**
 * A link would open in the frame, which refuses it and then shows a browser's error in place of the
 * email. As a new window, which the sandbox forbids, a click does nothing. The document's type stays
 * in front: without it a browser lays a page out by other rules.
 */
function withInertLinks(html: string): string {
  const type = /^\s*<!doctype[^>]*>/i.exec(html)?.[0] ?? ''
  if (type === '' && /<!doctype/i.test(html)) return html
  return `${type}<base target="_blank">${html.slice(type.length)}`
}

/** Images of a kind that a browser draws; with all of them, a page stays below this. */
const imageType = /^image\/(png|jpeg|gif|webp|svg\+xml|bmp|avif)$/i
const maxImageBytes = 20 * 1024 * 1024
/** What a message that is carried is asked for. */
export const shownImages = { type: imageType, maxChars: maxImageBytes } as const

function withImages(html: string, attachments: NonNullable<EmailContent['attachments']>): string {
  const images = new Map(
    attachments
      .filter(({ content_type: type = '' }) => imageType.test(type))
      .map(one => [(one.content_id ?? '').replaceAll(/^<|>$/g, ''), one]),
  )
  images.delete('')
  if (images.size === 0) return html
  let left = maxImageBytes
  // RFC 2392: the id stands percent-encoded behind `cid:`.
  return html.replaceAll(/\bcid:([^\s"'<>()\\]{1,300})/gi, (mark, encoded: string) => {
    const image = images.get(decoded(encoded))
    if (image === undefined || image.content.length > left) return mark
    left -= image.content.length
    return `data:${image.content_type};base64,${image.content.replaceAll(/\s/g, '')}`
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
