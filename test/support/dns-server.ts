/**
 * A DNS server for tests and for the demo: zones as data, on UDP and TCP of one port of 127.0.0.1,
 * with every way of failing that a real one has. It plays the recursive resolver: answers carry
 * whole CNAME chains, "there is none" carries an SOA record, and big answers are truncated on UDP.
 *
 *   const dns = await startDnsServer({ zones: {
 *     'example.com': { MX: ['10 mx.example.com'], TXT: ['v=spf1 -all'] },
 *     'mx.example.com': { A: ['192.0.2.1'] },
 *     '*.shop.example': { A: ['192.0.2.2'] },
 *     'broken.example': 'servfail',
 *   } })
 *   dns.set('example.com', 'MX', 'timeout')
 */
import assert from 'node:assert/strict'
import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import * as packet from 'dns-packet'

export type ZoneType = 'A' | 'AAAA' | 'MX' | 'TXT' | 'CNAME' | 'TLSA' | 'PTR' | 'NS' | 'SOA'

/** What can go wrong: for a name, or for one type of it. */
export type Fault =
  | 'servfail'
  | 'refused'
  | 'timeout'
  /** Name servers of the parent instead of an answer. */
  | 'lame'
  /** Bytes that are no DNS message, behind the right id. */
  | 'garbage'
  /** An answer to another question. */
  | 'wrong_question'
  /** Two aliases that name each other. */
  | 'cname_loop'
  | 'nxdomain'
  | 'none'

/** In zone-file form: MX '10 mx.example', TLSA '3 1 1 c0ffee', a TXT of any length, else the data. */
export type Records = readonly string[]

export interface Answer {
  readonly records: Records
  readonly ttl?: number
  /** The AD flag: "validated". */
  readonly secure?: boolean
  /** Truncate on UDP whatever the size. */
  readonly truncate?: boolean
  /** A forgery with another id before the true answer. */
  readonly forged?: boolean
  /** "I do not understand" to a query with EDNS, the answer to one without. */
  readonly oldServer?: boolean
  /** A CNAME without what it leads to. */
  readonly alone?: boolean
}

export type Reply = Records | Fault | Answer
/** A function is asked anew for every query: answers that change. */
export type Source = Reply | ((name: string) => Reply)
export type Zones = Readonly<Record<string, Fault | Readonly<Partial<Record<ZoneType, Source>>>>>

export interface SeenQuery {
  readonly name: string
  readonly type: string
  readonly transport: 'udp' | 'tcp'
  readonly port: number
  readonly dnssec: boolean
  readonly id: number
}

export interface DnsServer {
  /** `127.0.0.1:port`, as MALOTE_DNS_SERVERS takes it. */
  readonly address: string
  readonly port: number
  readonly queries: SeenQuery[]
  set(name: string, type: ZoneType, source: Source): void
  /** Replaces all that is known of a name. */
  setName(name: string, data: Zones[string]): void
  /** Keeps back the answer to the next query for a name on UDP, as it is when the query arrives. */
  hold(name: string): HeldAnswer
  close(): Promise<void>
}

export interface HeldAnswer {
  /** The query is here, and its answer waits. */
  readonly arrived: Promise<void>
  release(): void
}

export interface DnsServerOptions {
  /** Where it listens; 127.0.0.1 and a free port unless given. */
  readonly host?: string
  readonly port?: number
  readonly zones?: Zones
  /** The AD flag on all answers, also on "there is none". */
  readonly secure?: boolean
  readonly ttl?: number
}

/** Starts it on a free port. */
export async function startDnsServer(options: DnsServerOptions = {}): Promise<DnsServer> {
  const zones = new Map<string, Zones[string]>()
  const setName = (name: string, data: Zones[string]): void => {
    zones.set(name.toLowerCase(), data)
  }
  for (const [name, data] of Object.entries(options.zones ?? {})) setName(name, data)
  const queries: SeenQuery[] = []
  const respond = responder(zones, options)
  const holds = new Map<string, (send: () => void) => void>()

  const { udp, tcp, port } = await bindBoth(options)
  const sockets = new Set<Socket>()
  udp.on('message', (bytes, from: RemoteInfo) => {
    const query = packet.decode(bytes)
    queries.push(seen(query, 'udp', from.port))
    const answers = respond(query, 'udp')
    const send = (): void => {
      for (const answer of answers) udp.send(answer, from.port, from.address)
    }
    const asked = query.questions![0]!.name.toLowerCase()
    const keep = holds.get(asked)
    holds.delete(asked)
    if (keep) keep(send)
    else send()
  })
  tcp.on('connection', socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    serveStream(socket, bytes => {
      const query = packet.decode(bytes)
      queries.push(seen(query, 'tcp', socket.remotePort ?? 0))
      return respond(query, 'tcp')
    })
  })
  return {
    address: `${options.host ?? '127.0.0.1'}:${port}`,
    port,
    queries,
    setName,
    set: (name, type, source) => {
      const known = zones.get(name.toLowerCase())
      const types = typeof known === 'object' ? known : {}
      zones.set(name.toLowerCase(), { ...types, [type]: source })
    },
    hold: name => {
      let release = (): void => assert.fail(`nobody has asked for ${name}`)
      const arrived = new Promise<void>(resolve => {
        holds.set(name.toLowerCase(), send => {
          release = send
          resolve()
        })
      })
      return { arrived, release: () => release() }
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await Promise.all([
        new Promise<void>(resolve => udp.close(() => resolve())),
        new Promise<void>(resolve => tcp.close(() => resolve())),
      ])
    },
  }
}

/** The same port number on UDP and TCP: another port if somebody has the TCP one. */
async function bindBoth({ host = '127.0.0.1', port: wanted = 0 }: DnsServerOptions) {
  for (let attempt = 0; ; attempt++) {
    const udp = createSocket('udp4')
    udp.bind(wanted, host)
    await once(udp, 'listening')
    const port = (udp.address() as AddressInfo).port
    const tcp = createServer()
    tcp.listen(port, host)
    const bound = await once(tcp, 'listening').then(
      () => true,
      () => false,
    )
    if (bound) return { udp, tcp, port }
    udp.close()
    if (attempt === 20) throw new Error('no port is free on both UDP and TCP')
  }
}

function seen(query: packet.Packet, transport: 'udp' | 'tcp', port: number): SeenQuery {
  const question = query.questions?.[0]
  const opt = query.additionals?.find(record => record.type === 'OPT')
  return {
    name: question?.name ?? '',
    type: question?.type ?? '',
    transport,
    port,
    dnssec: opt !== undefined && ((opt.flags ?? 0) & packet.DNSSEC_OK) !== 0,
    id: query.id ?? 0,
  }
}

/** Length-prefixed messages in, length-prefixed answers out (RFC 1035 §4.2.2). */
function serveStream(socket: Socket, answer: (bytes: Buffer) => readonly Buffer[]): void {
  let received = Buffer.alloc(0)
  socket.on('data', chunk => {
    received = Buffer.concat([received, chunk])
    while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
      const end = 2 + received.readUInt16BE(0)
      for (const bytes of answer(received.subarray(2, end))) {
        const length = Buffer.alloc(2)
        length.writeUInt16BE(bytes.length)
        socket.write(Buffer.concat([length, bytes]))
      }
      received = received.subarray(end)
    }
  })
}

// Answering --------------------------------------------------------------------------------------

const rcodes = { noerror: 0, formerr: 1, servfail: 2, nxdomain: 3, refused: 5 }
type ZoneMap = ReadonlyMap<string, Zones[string]>
type Respond = (query: packet.Packet, transport: 'udp' | 'tcp') => readonly Buffer[]

function responder(zones: ZoneMap, options: DnsServerOptions): Respond {
  return (query, transport) => {
    const { name: asked, type } = query.questions![0]!
    const opt = query.additionals?.find(record => record.type === 'OPT')
    const found = lookUp(zones, asked.toLowerCase(), type as ZoneType)
    const make = (rcode: number, parts: packet.Packet = {}, flags = 0): Buffer =>
      packet.encode({
        type: 'response',
        id: query.id ?? 0,
        flags: packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE | flags | rcode,
        questions: query.questions ?? [],
        ...parts,
      })
    const truthful = (): Buffer => {
      const authentic = (found.secure ?? options.secure) ? packet.AUTHENTIC_DATA : 0
      const soa = { name: '.', type: 'SOA', ttl: options.ttl ?? 300, data: soaData(options.ttl) }
      const answers = found.records.map(record => ({
        ...record,
        ttl: record.ttl ?? options.ttl ?? 300,
      }))
      const authorities = found.complete ? [] : [soa]
      const full = make(rcodes[found.rcode], { answers, authorities }, authentic)
      const room = opt?.udpPayloadSize ?? 512
      const cut = transport === 'udp' && (found.truncate || full.length > room)
      return cut ? make(0, {}, packet.TRUNCATED_RESPONSE) : full
    }
    const loop = ['a.example', 'b.example'].map((data, at) => ({
      name: at === 0 ? asked : 'a.example',
      type: 'CNAME',
      ttl: 60,
      data: at === 0 ? data : asked,
    }))
    switch (found.fault) {
      case 'timeout':
        return []
      case 'servfail':
      case 'refused':
        return [make(rcodes[found.fault])]
      case 'lame':
        return [make(0, { authorities: [{ name: 'example', type: 'NS', data: 'ns.example' }] })]
      case 'garbage':
        return [Buffer.concat([make(0).subarray(0, 12), Buffer.from('ffffffffffff', 'hex')])]
      case 'wrong_question':
        return [make(0, { questions: [{ name: `not-${asked}`, type }] })]
      case 'cname_loop':
        return [make(0, { answers: loop })]
      default:
        if (found.oldServer && opt) return [make(rcodes.formerr)]
        if (!found.forged) return [truthful()]
        return [make(0, { id: ((query.id ?? 0) + 1) & 0xffff }), truthful()]
    }
  }
}

interface Found extends Omit<Answer, 'records' | 'ttl'> {
  readonly fault?: Fault
  readonly rcode: 'noerror' | 'nxdomain'
  readonly records: readonly packet.Answer[]
  /** The last name of the chain has records of the type. */
  readonly complete: boolean
}

/** Follows CNAMEs through the zones as a resolver does; a loop ends as a resolver ends it. */
function lookUp(zones: ZoneMap, asked: string, type: ZoneType): Found {
  const records: packet.Answer[] = []
  let name = asked
  for (let step = 0; step < 12; step++) {
    const data = nameData(zones, name)
    const none: Found = { records, complete: false, rcode: 'noerror' }
    const reply = typeof data === 'object' ? called(data[type], name) : (data ?? 'nxdomain')
    if (reply === 'nxdomain') return { ...none, rcode: 'nxdomain' }
    if (typeof reply === 'string' && reply !== 'none') return { ...none, fault: reply }
    if (typeof reply === 'object') {
      const { records: texts, ttl, ...rest } = answerOf(reply)
      records.push(...texts.map(text => record(name, type, text, ttl)))
      return { ...rest, records, complete: texts.length > 0, rcode: 'noerror' }
    }
    const alias = typeof data === 'object' ? called(data.CNAME, name) : undefined
    if (typeof alias !== 'object') return none
    const { records: targets, ttl, alone } = answerOf(alias)
    records.push(record(name, 'CNAME', targets[0]!, ttl))
    if (alone) return { ...none, complete: true }
    name = targets[0]!.toLowerCase()
  }
  return { records: [], complete: false, rcode: 'noerror', fault: 'servfail' }
}

const answerOf = (reply: Records | Answer): Answer =>
  'records' in reply ? reply : { records: reply }

const called = (source: Source | undefined, name: string): Reply | undefined =>
  typeof source === 'function' ? source(name) : source

/** What is known of a name: itself, an empty one above others, or a wildcard. */
function nameData(zones: ZoneMap, name: string): Zones[string] | undefined {
  const exact = zones.get(name)
  if (exact !== undefined) return exact
  for (const other of zones.keys()) if (other.endsWith(`.${name}`)) return {}
  for (let at = name.indexOf('.'); at >= 0; at = name.indexOf('.', at + 1)) {
    const wildcard = zones.get(`*${name.slice(at)}`)
    if (wildcard !== undefined) return wildcard
  }
  return undefined
}

function record(name: string, type: ZoneType, text: string, ttl?: number): packet.Answer {
  const base = { name, type, data: dataOf(type, text) }
  return ttl === undefined ? base : { ...base, ttl }
}

function dataOf(type: ZoneType, text: string): unknown {
  switch (type) {
    case 'MX': {
      const [preference, exchange] = text.split(/\s+/)
      return { preference: Number(preference), exchange }
    }
    case 'TLSA': {
      const [usage, selector, matchingType, hex = ''] = text.split(/\s+/)
      const certificate = Buffer.from(hex, 'hex')
      return {
        usage: Number(usage),
        selector: Number(selector),
        matchingType: Number(matchingType),
        certificate,
      }
    }
    case 'TXT':
      return text.match(/[\s\S]{1,250}/g) ?? ['']
    case 'SOA':
      return soaData()
    default:
      return text
  }
}

const soaData = (minimum = 300) => ({
  mname: 'ns.example',
  rname: 'root.example',
  serial: 1,
  refresh: 3600,
  retry: 600,
  expire: 86400,
  minimum,
})
