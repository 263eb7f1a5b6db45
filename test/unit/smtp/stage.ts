/**
 * Attempts against receiving servers on loopback, with DNS, policy pages and the wall clock as data:
 * what an email's timeline would say about TLS, without the rest of the service.
 */
import type { TestContext } from 'node:test'
import { readSettings } from '#kernel/base/config.ts'
import { idSource } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import { realNet } from '#kernel/world/real/net.ts'
import type { World } from '#kernel/world/world.ts'
import type { Entry } from '#platform/queue/entry.ts'
import { type Attempter, createAttempter } from '#sending/delivery/attempt.ts'
import type { ComposedMessage } from '#sending/delivery/composed.ts'
import type { AttemptResult, RemoteHost } from '#sending/delivery/outcome.ts'
import type { Delivery } from '#sending/delivery/store.ts'
import { createChance } from '../../../sim/world/random.ts'
import { type FakeWorld, fakeWorld } from '../../support/fake-world.ts'
import { slicedClock } from '../../support/real-clock.ts'
import { rentingDb } from '../../support/rented.ts'
import { type Mx, type MxOptions, startMx } from './mx.ts'
import { found, type PlainWorld, page, plainWorld } from './plain-world.ts'

export interface Stage {
  readonly plain: PlainWorld
  readonly world: World
  /** Warnings and errors in the log. */
  readonly complaints: FakeWorld['complaints']
  /** A domain with its servers in order of preference, by address; `secure` as DNSSEC would say. */
  domain(name: string, hosts: Readonly<Record<string, string>>, secure?: boolean): void
  /** Lets a domain announce an MTA-STS policy. */
  policy(domain: string, mode: string, mx: string, maxAgeSeconds?: number): void
  /** A node as it comes up: nothing in memory. */
  node(): Node
}

export interface Node {
  readonly attempter: Attempter
  /** One attempt to hand an email over; `places` is what `sent` would carry. */
  send(
    to: string,
    message?: Partial<ComposedMessage>,
    demands?: { readonly requireTls: boolean },
  ): Promise<{ finding: AttemptResult; sent: RemoteHost[] }>
}

export interface StageOptions {
  readonly db?: Db
  readonly roots?: readonly string[]
  readonly settings?: Readonly<Record<string, string>>
}

export async function startServer(t: TestContext, options: MxOptions = {}): Promise<Mx> {
  const mx = await startMx(options)
  t.after(() => mx.close())
  return mx
}

/** All servers listen on `port`, on addresses of their own. */
export function stage(t: TestContext, port: number, options: StageOptions = {}): Stage {
  const plain = plainWorld()
  const mx = new Map<string, ReturnType<typeof found<{ preference: number; exchange: string }>>>()
  const addresses = new Map<string, ReturnType<typeof found<string>>>()
  const nothing = { kind: 'nxdomain', secure: false } as const
  const settings = readSettings({
    MALOTE_HOSTNAME: 'client.example',
    MALOTE_SMTP_PORT: String(port),
    MALOTE_NETWORK_ALLOW: '127.0.0.0/8',
    MALOTE_SMTP_DEADLINE_DIVISOR: '100',
    ...options.settings,
  })
  const clock = slicedClock()
  const start = clock.monotonic()
  const fake = fakeWorld({ db: options.db ?? rentingDb, settings })
  const now = (): number => plain.now
  const world: World = {
    ...fake,
    clock: {
      ...clock,
      now,
      // What a test adds to the wall clock passes on the other as well.
      monotonic: () => clock.monotonic() - start + plain.now,
    },
    ids: idSource(now, createChance(7).bytes),
    net: realNet({ roots: options.roots ?? [] }),
    http: plain.world.http,
    dns: {
      ...plain.world.dns,
      mx: async name => mx.get(name) ?? nothing,
      a: async name => addresses.get(name) ?? nothing,
    },
  }
  return {
    plain,
    world,
    complaints: fake.complaints,
    domain(name, hosts, secure = false) {
      const names = Object.keys(hosts)
      const records = names.map((exchange, i) => ({ preference: i + 1, exchange }))
      mx.set(name, found(records, secure))
      for (const [host, address] of Object.entries(hosts)) {
        addresses.set(host, found([address], secure))
      }
    },
    policy(domain, mode, host, maxAgeSeconds = 604_800) {
      plain.txt[`_mta-sts.${domain}`] = found(['v=STSv1; id=1;'])
      plain.pages[`https://mta-sts.${domain}/.well-known/mta-sts.txt`] = page(
        `version: STSv1\nmode: ${mode}\nmx: ${host}\nmax_age: ${maxAgeSeconds}\n`,
      )
    },
    node() {
      const attempter = createAttempter(world, {
        secret: Buffer.from('a secret of a test'),
        capacity: 10,
        onRoom() {},
      })
      t.after(() => attempter.close(500))
      return { attempter, send: (...args) => send({ world, attempter }, ...args) }
    },
  }
}

async function send(
  { world, attempter }: { readonly world: World; readonly attempter: Attempter },
  address: string,
  message: Partial<ComposedMessage> = {},
  { requireTls } = { requireTls: false },
): Promise<{ finding: AttemptResult; sent: RemoteHost[] }> {
  const id = world.ids.next()
  const delivery = {
    entryId: id,
    projectId: id,
    accountId: id,
    emailId: id,
    contentId: null,
    n: 0,
    address,
    state: 'queued',
    stream: 'transactional',
    sender: 'hello@shop.example',
    senderDomain: 'shop.example',
    addressees: { to: [address], ...(requireTls ? { require_tls: true as const } : {}) },
    subject: 'Hi',
    sizeBytes: 10,
    acceptedAt: world.clock.now(),
    pause: 'none',
    projectIsDeleted: false,
  } as const satisfies Delivery
  const body = [Buffer.from('Subject: hi\r\n\r\nhello\r\n')]
  const sent: RemoteHost[] = []
  const finding = await attempter.attempt({
    delivery,
    entry: { id, projectId: id, subject: id, n: 0 } as Entry,
    returnPathHost: 'bounces.client.example',
    withMessage: (_party, use) =>
      use({ body, eightBit: false, utf8: false, ...message } as ComposedMessage),
    beforeContent: async place => {
      sent.push(place)
      return true
    },
  })
  return { finding, sent }
}
