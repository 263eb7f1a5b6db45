/**
 * What every answer tells a browser, whatever it answers: nothing in it may run or be framed, no
 * address of ours is passed on, and where people come by https they go on doing so. A page that
 * needs more says so itself, and thereby replaces the line that it means.
 */
import type { Settings } from '#kernel/base/config.ts'

/** RFC 6797: a year, and of this host alone, for the names around it may belong to others. */
const transport = 'max-age=31536000'

export function protection({
  MALOTE_BASE_URL: baseUrl,
}: Pick<Settings, 'MALOTE_BASE_URL'>): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    ...(baseUrl.startsWith('https:') ? { 'Strict-Transport-Security': transport } : {}),
  }
}
