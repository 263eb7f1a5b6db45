/**
 * How a browser is told to save what somebody else wrote, and never to show it as a page of this host
 * (RFC 6266): under the name that it came with, as far as that is a name alone.
 */
import { withoutTurning } from '#kernel/base/languages.ts'

/** Beyond it file systems refuse. */
const maxChars = 150

/** What leads elsewhere, ends a header, or means something to a shell of Windows. */
const notOfNames = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\\/:*?"<>|]/g

/** `fallback`: where nothing of the name is left. */
export function savedAs(name: string, fallback: string): string {
  const clean = withoutTurning(name)
    .replace(notOfNames, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const short = shortened(clean).toWellFormed() || fallback
  // For whoever does not know the other form (RFC 6266 §4.3).
  const ascii = short
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|%/g, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${extended(short)}`
}

/** With its ending, by which programs go. */
function shortened(name: string): string {
  if (name.length <= maxChars) return name
  const ending = /\.[^.]{1,16}$/.exec(name)?.[0] ?? ''
  return name.slice(0, maxChars - ending.length) + ending
}

/** RFC 8187 §3.2.1. */
const extended = (text: string): string =>
  encodeURIComponent(text).replace(
    /['()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
