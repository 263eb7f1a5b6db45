/**
 * The simulated internet: DNS, mail servers and web servers behind the program's `dns`, `net` and
 * `http`, all drawn from one seed, and the records of what really happened out there.
 */

import type { Dns } from '#kernel/world/dns.ts'
import type { Http } from '#kernel/world/http.ts'
import { type Net, NetError, type Target } from '#kernel/world/net.ts'
import type { Life } from '../storm/life.ts'
import type { Time } from './clock.ts'
import type { MailStore } from './mail-store.ts'
import { serveMx } from './mx.ts'
import type { Chance } from './random.ts'
import { createReceivers, createWeb, type Post, type Receiver } from './receivers.ts'
import { createSites, hostStateOf, type MxHost, type Site } from './sites.ts'
import { createWire, type Peer, type ServerEnd } from './wire.ts'
import { createZones } from './zones.ts'

export interface Internet {
  readonly sites: readonly Site[]
  readonly receivers: readonly Receiver[]
  /** What the mail servers stored and tried; what the receivers were sent. */
  readonly room: MailStore
  readonly posts: readonly Post[]
  /** Connections made to addresses where no mail server is. */
  readonly strays: string[]
  dns(life: Life): Dns
  net(life: Life): Net
  http(life: Life): Http
  /** Adds a plain TCP server, for tests: what it does with a connection. */
  listen(address: string, serve: (end: ServerEnd) => Peer): void
}

interface InternetOptions {
  readonly time: Time
  readonly chance: Chance
  /** The weather changes between these moments; afterwards all that can be reached can be. */
  readonly startMs: number
  readonly endMs: number
  /** Who is out there, where the seed does not say it. */
  readonly places?: Places
}

export interface Places {
  readonly sites: readonly Site[]
  readonly receivers: readonly Receiver[]
}

export function createInternet(options: InternetOptions): Internet {
  const { time, chance, startMs, endMs } = options
  const { sites, receivers } = options.places ?? {
    sites: createSites({ chance: chance.fork('sites'), startMs, endMs }),
    receivers: createReceivers(chance.fork('receivers'), startMs, endMs),
  }
  const room: MailStore = { copies: [], tried: [], knocks: new Map() }
  const posts: Post[] = []
  const strays: string[] = []
  const names = new Map(receivers.map((one, i) => [one.host, `52.9.0.${i + 1}`]))
  for (const [i, site] of sites.entries()) {
    if (site.enforcesTls) names.set(`mta-sts.${site.domain}`, `52.9.1.${i + 1}`)
  }
  const zones = createZones({ sites, names }, time)
  const web = createWeb({ receivers, sites, posts, time, chance: chance.fork('web') })
  const owners = new Map<string, { site: Site; host: MxHost }>()
  for (const site of sites) {
    for (const host of site.hosts) {
      for (const address of host.addresses) owners.set(address, { site, host })
    }
  }
  const listeners = new Map<string, (end: ServerEnd) => Peer>()
  const wireChance = chance.fork('wires')
  const mailChance = chance.fork('mail')

  async function connect(life: Life, target: Target) {
    const { address } = target
    const wire = { life, time, chance: wireChance, address }
    const listener = listeners.get(address)
    if (listener) return createWire({ ...wire, latencyMs: 5, serve: listener })
    const owner = owners.get(address)
    if (!owner) {
      strays.push(address)
      throw new NetError('refused', `connect ECONNREFUSED ${address}:${target.port}`)
    }
    const { site, host } = owner
    const mood = hostStateOf(host, time.now())
    await time.sleep(mood === 'unreachable' ? target.timeoutMs : 2 * host.latencyMs)
    if (mood === 'unreachable') throw new NetError('timeout', 'connect ETIMEDOUT')
    if (mood === 'refuses') throw new NetError('refused', `connect ECONNREFUSED ${address}`)
    const mx = { site, host, life, time, chance: mailChance, room }
    return createWire({ ...wire, latencyMs: host.latencyMs, serve: end => serveMx(mx, end) })
  }

  return {
    sites,
    receivers,
    room,
    posts,
    strays,
    dns: zones,
    http: web,
    net: life => ({ connect: target => life.through('connect', () => connect(life, target)) }),
    listen: (address, serve) => void listeners.set(address, serve),
  }
}
