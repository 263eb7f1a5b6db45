/**
 * Every URL of every body, and every server for mail, × what is inside: loopback, private, link-local
 * and carried addresses in all spellings, names that lead there, names that lead there only later,
 * and redirects. Nothing on the inside may be connected to; the one network that is allowed must be.
 */
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { DnsServer } from '../../support/dns-server.ts'
import { spellings } from '../../support/spellings.ts'
import { type Endpoint, endpoints, titleOf } from './endpoints.ts'
import { credentials, type Fixtures, makeFixtures, pathOf } from './fixtures.ts'
import type { Effort, Part } from './part.ts'
import { type Place, textPlaces, withAt } from './sample.ts'
import { type Arena, allowedHost, newParty, type Party } from './stage.ts'
import type { Tally } from './tally.ts'
import { until } from './waiting.ts'

export const targets: Part = {
  name: 'targets',
  about: 'every URL and every server for mail × what is inside',
  async run(arena, tally, effort) {
    const inside = await openInside(arena)
    const receiver = await openReceiver(inside.port)
    const party = await newParty(arena)
    const fixtures = await makeFixtures(arena, party)
    const attack = { arena, party, fixtures, inside, receiver }
    try {
      await tryUrls(attack, tally, effort)
      await tryPosts(attack, tally)
      await tryMail(attack, tally)
      tally.check(inside.met.length === 0, () => `reached on the inside: ${inside.met.join(', ')}`)
    } finally {
      await inside.close()
      await receiver.close()
    }
  },
}

interface Attack {
  readonly arena: Arena
  readonly party: Party
  readonly fixtures: Fixtures
  readonly inside: Inside
  readonly receiver: Receiver
}

interface Inside {
  /** Of what listens on the loopback addresses. */
  readonly port: number
  /** Each connection, by the address that it came to. */
  readonly met: string[]
  close(): Promise<void>
}

/** Whatever of ours dials the inside is met here: on both loopbacks, and where mail would go. */
async function openInside({ mx }: Arena): Promise<Inside> {
  const met: string[] = []
  const servers: Server[] = []
  const listen = async (host: string, port: number): Promise<number> => {
    const server = createServer(socket => {
      met.push(`${host}:${port}`)
      socket.on('error', () => {}).destroy()
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve)
    })
    servers.push(server)
    return (server.address() as AddressInfo).port
  }
  // First what may fail: a server that stays open keeps the process from its end.
  await listen('127.0.0.1', mx.port)
  const port = await listen('127.0.0.1', 0)
  // Not every machine has IPv6.
  await listen('::1', port).catch(() => 0)
  await listen('::1', mx.port).catch(() => 0)
  const close = (server: Server) => new Promise<void>(resolve => server.close(() => resolve()))
  return { port, met, close: async () => void (await Promise.all(servers.map(close))) }
}

interface Receiver {
  readonly port: number
  readonly paths: string[]
  close(): Promise<void>
}

/** On the network that is allowed; answers with a redirect to the inside where its path says so. */
async function openReceiver(insidePort: number): Promise<Receiver> {
  const paths: string[] = []
  const server: HttpServer = createHttpServer((request, response) => {
    const path = request.url ?? ''
    paths.push(path)
    request.resume()
    const status = Number(/^\/redirect\/(\d{3})/.exec(path)?.[1] ?? 200)
    response.writeHead(status, { location: `http://127.0.0.1:${insidePort}/` }).end('thanks')
  })
  await new Promise<void>(resolve => server.listen(0, allowedHost, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    paths,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

// URLs as they are written ------------------------------------------------------------------------

const isUrl = (place: Place): boolean =>
  /(^|_)(url|uri|endpoint|website|link)s?$/.test(
    String(place.findLast(key => typeof key === 'string')),
  )

/** Addresses beside the loopback that are nobody's business either. */
const others = [
  ...['10.0.0.1', '100.64.0.1', '169.254.169.254', '172.16.0.1', '192.168.0.1', '0.0.0.0'],
  ...['224.0.0.1', '255.255.255.255', '192.0.0.1', '198.18.0.1', '127.255.255.254'],
]
/** Names that lead inside from the beginning; `loop` is the IPv4 loopback. */
const names: readonly (readonly [name: string, type: 'A' | 'AAAA', records: readonly string[]])[] =
  [
    ['inside.attack.test', 'A', ['127.0.0.1']],
    ['mixed.attack.test', 'A', [allowedHost, '127.0.0.1']],
    ['six.attack.test', 'AAAA', ['::1']],
    ['mapped.attack.test', 'AAAA', ['::ffff:127.0.0.1']],
    ['nat64.attack.test', 'AAAA', ['64:ff9b::7f00:1']],
    ['sixtofour.attack.test', 'AAAA', ['2002:7f00:1::1']],
    ['isatap.attack.test', 'AAAA', ['2001:4860::5efe:7f00:1']],
    ['teredo.attack.test', 'AAAA', ['2001:0:4136:e378:8000:63bf:80ff:fffe']],
    ['unique.attack.test', 'AAAA', ['fd00::1']],
    ['link.attack.test', 'AAAA', ['fe80::1']],
  ]
/** In `npm test` one spelling in so many. */
const shortStep = 9

async function tryUrls(attack: Attack, tally: Tally, effort: Effort): Promise<void> {
  const { arena, party, fixtures, inside } = attack
  for (const [name, type, records] of names) arena.dns.set(name, type, records)
  const loopback = spellings('127.0.0.1', inside.port).map(({ url }) => url)
  const urls = [
    ...loopback.filter((_, i) => effort === 'long' || i % shortStep === 0),
    ...others.flatMap(host => [`http://${host}/`, `https://${host}/`, `https://[::ffff:${host}]/`]),
    ...names.flatMap(([host]) => [
      `http://${host}:${inside.port}/`,
      `https://${host}:${inside.port}/`,
    ]),
    ...[
      'localhost',
      'localhost.',
      'a.localhost',
      'printer',
      'db.internal',
      'nas.local',
      'x.home.arpa',
    ].map(host => `https://${host}:${inside.port}/`),
    ...[
      '[::]',
      '[::1]',
      '[0:0:0:0:0:0:0:1]',
      '[::127.0.0.1]',
      '[fe80::1]',
      '[fd00::1]',
      '[ff02::1]',
    ].map(host => `https://${host}:${inside.port}/`),
    ...[
      'file:///etc/passwd',
      'gopher://127.0.0.1/',
      'data:text/plain,x',
      'ftp://127.0.0.1/',
      '//127.0.0.1/',
    ],
  ]
  for (const [endpoint, place, sample] of urlsOf(fixtures)) {
    for (const url of urls) {
      const reply = await arena.ask({
        method: endpoint.method,
        path: pathOf(endpoint, fixtures.ids),
        headers: credentials(endpoint, party),
        body: withAt(sample, place, url),
      })
      // What is posted to is refused when it is written; anything else must only never be dialled.
      const isRefused = reply.status === 400 || reply.status === 422
      tally.check(
        reply.status < 500 && (isRefused || !/webhooks/.test(endpoint.name)),
        () =>
          `${titleOf(endpoint)} takes ${JSON.stringify(url)}: ${reply.status} ${reply.text.slice(0, 200)}`,
      )
    }
  }
}

const urlsOf = ({ things }: Fixtures): (readonly [Endpoint, Place, unknown])[] =>
  endpoints
    .filter(({ body }) => body !== undefined)
    .flatMap(endpoint => {
      const { properties = {} } = endpoint.body as {
        properties?: Readonly<Record<string, unknown>>
      }
      const sample = endpoint.sample(things) ?? {}
      const named = Object.keys(properties).filter(name => !Object.hasOwn(sample as object, name))
      const places = [...textPlaces(sample), ...named.map(name => [name])].filter(isUrl)
      return places.map(place => [endpoint, place, sample] as const)
    })

// URLs that lead inside only when they are posted to -----------------------------------------------

/** What a name answers once the webhook is there. */
const turns: readonly (readonly [name: string, turn: (dns: DnsServer, name: string) => void])[] = [
  ['later.attack.test', (dns, name) => dns.set(name, 'A', now(['127.0.0.1']))],
  ['both.attack.test', (dns, name) => dns.set(name, 'A', now([allowedHost, '127.0.0.1']))],
  [
    'turning.attack.test',
    (dns, name) => {
      let asked = 0
      dns.set(name, 'A', () => now([asked++ % 2 === 0 ? allowedHost : '127.0.0.1']))
    },
  ],
  [
    'growing.attack.test',
    (dns, name) => {
      dns.set(name, 'A', now([]))
      dns.set(name, 'AAAA', now(['::ffff:127.0.0.1']))
    },
  ],
  ['gone.attack.test', (dns, name) => dns.set(name, 'A', 'nxdomain')],
]
const now = (records: readonly string[]) => ({ records, ttl: 0 })

async function tryPosts(attack: Attack, tally: Tally): Promise<void> {
  const { arena, party, inside, receiver } = attack
  const make = async (url: string): Promise<string> => {
    const body = { url, events: ['delivered'] }
    const shot = { method: 'POST', path: '/v1/webhooks', headers: party.byKey, body }
    const reply = await arena.ask(shot)
    tally.check(reply.status === 201, () => `the control ${url} was refused: ${reply.text}`)
    return reply.body.id
  }
  const redirects = [301, 302, 303, 307, 308].map(code => `/redirect/${code}`)
  const own: { id: string; path: string }[] = []
  for (const path of ['/plain', ...redirects]) {
    own.push({ id: await make(`http://${allowedHost}:${receiver.port}${path}`), path })
  }
  const turning: string[] = []
  for (const [name, turn] of turns) {
    arena.dns.set(name, 'A', now([allowedHost]))
    // The port of the inside: whoever follows the name there is met.
    turning.push(await make(`https://${name}:${inside.port}/`))
    turn(arena.dns, name)
  }
  for (const id of [...own.map(one => one.id), ...turning]) {
    const path = `/v1/webhooks/${id}`
    await arena.ask({ method: 'POST', path: `${path}/test`, headers: party.byKey })
    const get = { method: 'GET', path: `${path}/attempts`, headers: party.byKey }
    await until(async () => (await arena.ask(get)).body.data.length > 0, `an attempt of ${path}`)
    const { text } = await arena.ask(get)
    tally.check(
      inside.met.length === 0,
      () => `a webhook has reached the inside: ${text.slice(0, 300)}`,
    )
  }
  for (const { path } of own) {
    const reached = receiver.paths.filter(one => one === path).length
    tally.check(reached === 1, () => `${path}, which is allowed, was posted to ${reached} times`)
  }
}

// Servers for mail --------------------------------------------------------------------------------

const mailNames: readonly (readonly [string, 'MX' | 'A' | 'AAAA', readonly string[]])[] = [
  ['mail-a.attack.test', 'A', ['127.0.0.1']],
  ['mail-aaaa.attack.test', 'AAAA', ['::1']],
  ['mail-mapped.attack.test', 'AAAA', ['::ffff:127.0.0.1']],
  ['mail-literal.attack.test', 'MX', ['10 127.0.0.1']],
  ['mail-localhost.attack.test', 'MX', ['10 localhost']],
  ['mail-name.attack.test', 'MX', ['10 inside.attack.test']],
  ['mail-six.attack.test', 'MX', ['10 six.attack.test']],
  ['mail-sixtofour.attack.test', 'MX', ['10 sixtofour.attack.test']],
  ['mail-mixed.attack.test', 'MX', ['10 inside.attack.test', '20 mx.inbox.test']],
]

async function tryMail({ arena, party, fixtures, inside }: Attack, tally: Tally): Promise<void> {
  const { ask, dns, mx } = arena
  for (const [name, type, records] of mailNames) dns.set(name, type, records)
  const send = (to: string) =>
    ask({
      ...{ method: 'POST', path: '/v1/emails', headers: party.byKey },
      body: {
        from: `a@${fixtures.things.domainName}`,
        ...{ to: [to], subject: 'Inside', text: 'Hi' },
      },
    })
  for (const to of [
    'a@[127.0.0.1]',
    'a@[IPv6:::1]',
    'a@localhost',
    'a@127.0.0.1',
    'a@2130706433',
  ]) {
    const reply = await send(to)
    tally.check(reply.status === 400, () => `mail to ${to} is taken: ${reply.text}`)
  }
  const sent: string[] = []
  for (const [name] of mailNames) sent.push((await send(`a@${name}`)).body.id)
  const control = (await send('control@inbox.test')).body.id
  for (const id of [...sent, control]) {
    const get = { method: 'GET', path: `/v1/emails/${id}`, headers: party.byKey }
    const hasBeenTried = async () =>
      (await ask(get)).body.events.some(
        (one: { type: string }) => !/accepted|queued/.test(one.type),
      )
    await until(hasBeenTried, `an attempt for ${id}`)
    const { text } = await ask(get)
    tally.check(inside.met.length === 0, () => `mail has reached the inside: ${text.slice(0, 400)}`)
  }
  const came = () => mx.received.some(({ to }) => to.includes('control@inbox.test'))
  await until(came, 'the control to arrive')
  tally.check(came(), () => '')
}
