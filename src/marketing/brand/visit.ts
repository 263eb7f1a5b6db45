/**
 * Visiting a website that somebody named: through the same guard as webhooks (world/http.ts), which
 * judges each address that is dialled, those of redirects as well. Bytes, redirects and the time of
 * the whole visit are bounded.
 */
import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { HttpResult } from '#kernel/world/http.ts'
import type { World } from '#kernel/world/world.ts'

const maxUrlChars = 2_000
const maxRedirects = 4
/** For one answer, and for the visit with all that follows it. */
const answerMs = 6_000
const visitMs = 20_000

export interface SiteVisit {
  readonly world: Pick<World, 'http' | 'clock'>
  readonly endsAt: number
}

export const beginVisit = (world: SiteVisit['world']): SiteVisit => ({
  world,
  endsAt: world.clock.monotonic() + visitMs,
})

interface SiteAnswer {
  /** Where it came from in the end. */
  readonly url: string
  readonly type: string
  readonly body: Buffer
  readonly isWhole: boolean
}

type Failure = Extract<HttpResult, { kind: 'failure' }>['reason'] | 'status' | 'redirects'

/** What is there, or why it cannot be had. */
export async function fetched(
  { world, endsAt }: SiteVisit,
  first: string,
  { accept, maxBytes }: { readonly accept: string; readonly maxBytes: number },
): Promise<SiteAnswer | Failure> {
  let url = first
  for (let turn = 0; turn <= maxRedirects; turn += 1) {
    const leftMs = endsAt - world.clock.monotonic()
    if (leftMs <= 0) return 'timeout'
    const answer = await world.http.request({
      method: 'GET',
      url,
      headers: { accept, 'user-agent': 'Malote (brand of a website)' },
      timeoutMs: Math.min(answerMs, leftMs),
      maxAnswerBytes: maxBytes,
    })
    if (answer.kind === 'failure') return answer.reason
    const { status, headers, body, truncated } = answer
    if (status >= 300 && status < 400 && headers.location !== undefined) {
      const next = addressOf(headers.location, url)
      if (next === null) return 'bad_url'
      url = next
      continue
    }
    if (status !== 200 || headers['content-encoding'] !== undefined) return 'status'
    return { url, type: (headers['content-type'] ?? '').toLowerCase(), body, isWhole: !truncated }
  }
  return 'redirects'
}

/** An address of the web without credentials; null: it is none. */
function addressOf(text: string, base?: string): string | null {
  const url = URL.parse(text, base)
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > maxUrlChars) return null
  return url.username === '' && url.password === '' ? url.href : null
}

/** As people type it. Throws Refusal. */
export function readAddress(text: string): string {
  const given = text.trim()
  if (given === '') throw new Refusal('missing_field', { param: 'url' })
  const url = addressOf(/^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `https://${given}`)
  if (url === null || /[\s\\\p{Cc}]/u.test(given)) throw refusedVisit('bad_url')
  return url
}

const reasons: Readonly<Record<Failure | 'type' | 'reading', Text>> = {
  bad_url: {
    en: 'The value is no address of a website such as https://shop.example.',
    pt: 'O valor não é o endereço de um site, como https://loja.example.',
  },
  dns: { en: 'There is no such site.', pt: 'Este site não existe.' },
  internal_address: {
    en: 'The address leads into an internal network.',
    pt: 'O endereço leva a uma rede interna.',
  },
  network: { en: 'The site does not answer.', pt: 'O site não responde.' },
  timeout: { en: 'The site answers too slowly.', pt: 'O site demora demais a responder.' },
  tls: {
    en: 'The certificate of the site is not valid.',
    pt: 'O certificado do site não é válido.',
  },
  status: { en: 'The site shows no page there.', pt: 'O site não mostra uma página ali.' },
  redirects: {
    en: 'The site sends visitors around in circles.',
    pt: 'O site manda visitantes de um endereço a outro sem fim.',
  },
  type: { en: 'What is there is no web page.', pt: 'O que há ali não é uma página da web.' },
  reading: { en: 'The page cannot be read.', pt: 'Não é possível ler a página.' },
}

export const refusedVisit = (reason: keyof typeof reasons): Refusal =>
  new Refusal('invalid_field', { param: 'url', why: reasons[reason] })
