/** A World of plain objects for TLS policies: DNS answers, web pages and the time as data. */
import { readSettings } from '#kernel/base/config.ts'
import type { DnsAnswer, Tlsa } from '#kernel/world/dns.ts'
import type { HttpResult } from '#kernel/world/http.ts'
import type { TlsWorld } from '#protocol/smtp/tls-policy.ts'

export interface PlainWorld {
  readonly world: TlsWorld
  readonly txt: Record<string, DnsAnswer<string>>
  readonly tlsa: Record<string, DnsAnswer<Tlsa>>
  readonly pages: Record<string, HttpResult>
  /** Names and URLs asked for, in order. */
  readonly asked: string[]
  /** Wall clock, ms. */
  now: number
}

export const found = <T>(records: T[], secure = false): DnsAnswer<T> => ({
  kind: 'answer',
  records,
  ttlSeconds: 60,
  secure,
})

export const page = (
  body: string,
  more: Partial<HttpResult & { kind: 'answer' }> = {},
): HttpResult => ({
  kind: 'answer',
  status: 200,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: Buffer.from(body),
  truncated: false,
  ...more,
})

export const trouble = (reason: 'timeout' | 'tls' | 'network' | 'dns'): HttpResult => ({
  kind: 'failure',
  reason,
  message: `it was ${reason}`,
})

const nothing: DnsAnswer<never> = { kind: 'nxdomain', secure: false }

export function plainWorld(): PlainWorld {
  const plain: Omit<PlainWorld, 'world'> = {
    txt: {},
    tlsa: {},
    pages: {},
    asked: [],
    now: Date.now(),
  }
  const none = async () => nothing
  const world: TlsWorld = {
    settings: readSettings({}),
    clock: {
      now: () => plain.now,
      monotonic: () => plain.now,
      sleep: async () => {},
      timer: () => ({ cancel: () => {} }),
    },
    dns: {
      mx: none,
      a: none,
      aaaa: none,
      cname: none,
      ptr: none,
      txt: async name => {
        plain.asked.push(name)
        return plain.txt[name] ?? nothing
      },
      tlsa: async name => {
        plain.asked.push(name)
        return plain.tlsa[name] ?? nothing
      },
    },
    http: {
      request: async ({ url }) => {
        plain.asked.push(url)
        return plain.pages[url] ?? trouble('dns')
      },
    },
  }
  return Object.assign(plain, { world })
}
