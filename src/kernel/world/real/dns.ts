/**
 * The real DNS: a stub resolver (RFC 1034 §5.3.1) that talks to recursive servers itself, because
 * the runtime's hides the AD flag that DANE needs (RFC 7672 §2.2). Time-outs, retries over servers,
 * CNAME chains, and a cache that obeys the TTL. "Secure" is the word of the resolver that was
 * configured (AD): it must validate, and the way to it must be trusted (a local unbound, say).
 */
import { getServers } from 'node:dns'
import { assert } from '../../base/assert.ts'
import { type NameServer, nameServerOf } from '../../base/name-servers.ts'
import { createTurns } from '../../base/turns.ts'
import type { Dns, DnsAnswer } from '../dns.ts'
import type { Clock, Random } from '../world.ts'
import { cached, type Fresh, type Resolve } from './dns-cache.ts'
import {
  type DnsMessage,
  decodeMessage,
  encodeQuery,
  hostName,
  type RecordType,
  type Resource,
  typeNumbers,
} from './dns-message.ts'
import { readAll, reverseName } from './dns-records.ts'
import { overTcp, overUdp } from './dns-transport.ts'

interface RealDnsOptions {
  /** `host:port`; none means the system's. */
  readonly servers: readonly string[]
  readonly clock: Clock
  readonly random: Random
  /** How long one server is waited for. */
  readonly tryTimeoutMs?: number
}

const triesPerServer = 2
const defaultTryTimeoutMs = 2_000
/** A CNAME chain longer than this is taken for a loop. */
const maxCnames = 8

const maxTtlSeconds = 3_600
/** Short, because "there is none" is what people fix while they wait. */
const maxNegativeTtlSeconds = 60
/** Sockets open at a time; the rest wait for their turn. */
const maxQueries = 1_000
/** A server that did not answer is asked last for this long. */
const avoidMs = 30_000

type Failure = Extract<DnsAnswer<never>, { kind: 'failure' }>
type Reason = Failure['reason']
/** Of several servers' failures the one that says most about the name wins. */
const telling: readonly Reason[] = ['network', 'timeout', 'malformed', 'refused', 'servfail']

/** Settings are read with the same reader, and the system names addresses. */
function serverOf(text: string): NameServer {
  const server = nameServerOf(text)
  assert(server, 'a DNS server is none')
  return server
}

export function realDns(options: RealDnsOptions): Dns {
  const names = options.servers.length > 0 ? options.servers : getServers()
  const ask = cached(options.clock, resolver({ ...options, servers: names.map(serverOf) }))
  return {
    mx: (name, how) => ask('MX', name, how),
    a: (name, how) => ask('A', name, how),
    aaaa: name => ask('AAAA', name),
    txt: (name, how) => ask('TXT', name, how),
    cname: (name, how) => ask('CNAME', name, how),
    tlsa: name => ask('TLSA', name),
    ptr: address => ask('PTR', reverseName(address)),
  }
}

// Resolving --------------------------------------------------------------------------------------

type Query = (type: RecordType, name: string) => Promise<DnsMessage | Failure>

interface ResolverOptions {
  readonly servers: readonly NameServer[]
  readonly clock: Clock
  readonly random: Random
  readonly tryTimeoutMs?: number
}

function resolver(options: ResolverOptions): Resolve {
  const query = limited(querier(options))
  return (type, name) => follow(query, type, name)
}

/** Asks until the chain of CNAMEs ends; resolvers usually send all of it in one answer. */
async function follow(query: Query, type: RecordType, asked: string): Promise<Fresh> {
  const chain: Chain = { name: asked, ttlSeconds: maxTtlSeconds, seen: new Set([asked]) }
  for (let secure = true; ; ) {
    const message = await query(type, chain.name)
    if ('kind' in message) return { answer: message, keepSeconds: 0 }
    secure &&= message.authentic
    const before = chain.name
    const found = walk(chain, message, type)
    if (found === null) return { answer: failure('malformed'), keepSeconds: 0 }
    if (found.length > 0) {
      const records = readAll(type, found)
      // Records that make no sense are left out; only such ones are no answer.
      if (records.length === 0) return { answer: failure('malformed'), keepSeconds: 0 }
      const ttlSeconds = chain.ttlSeconds
      return { answer: { kind: 'answer', records, ttlSeconds, secure }, keepSeconds: ttlSeconds }
    }
    const negative = message.negativeTtlSeconds
    if (message.rcode === 0 && negative === null && chain.name !== before) continue
    const kind = message.rcode === 0 ? 'none' : 'nxdomain'
    const max = Math.min(maxNegativeTtlSeconds, chain.ttlSeconds)
    return { answer: { kind, secure }, keepSeconds: Math.min(max, negative ?? 0) }
  }
}

/** Where a chain of CNAMEs has come to. */
interface Chain {
  name: string
  ttlSeconds: number
  readonly seen: Set<string>
}

/** The records of the type at the end of the chain in this message; null for a loop. */
function walk(chain: Chain, message: DnsMessage, type: RecordType): Resource[] | null {
  for (;;) {
    const here = message.answers.filter(record => record.name === chain.name)
    const records = here.filter(record => record.type === type)
    const alias = records.length === 0 ? here.find(record => record.type === 'CNAME') : undefined
    for (const record of alias ? [alias] : records) {
      chain.ttlSeconds = Math.min(chain.ttlSeconds, record.ttlSeconds)
    }
    if (!alias) return records
    chain.name = hostName(alias.data as string)
    if (chain.seen.has(chain.name) || chain.seen.size > maxCnames) return null
    chain.seen.add(chain.name)
  }
}

function limited(query: Query): Query {
  const inTurn = createTurns(maxQueries)
  return (type, name) => inTurn(() => query(type, name))
}

/** One question to the servers in turn until one of them gives an answer worth having. */
function querier({ servers, clock, random, tryTimeoutMs }: ResolverOptions): Query {
  const avoidUntil = new Map<NameServer, number>()
  const timeoutMs = tryTimeoutMs ?? defaultTryTimeoutMs
  const inOrder = (): NameServer[] => {
    const now = clock.monotonic()
    const avoided = (server: NameServer): boolean => (avoidUntil.get(server) ?? 0) > now
    return servers.toSorted((a, b) => Number(avoided(a)) - Number(avoided(b)))
  }
  return async (type, name) => {
    let worst: Reason = 'network'
    const answered = new Set<NameServer>()
    for (let round = 0; round < triesPerServer; round++) {
      for (const server of inOrder()) {
        if (answered.has(server)) continue
        const question = { id: random.bytes(2).readUInt16BE(0), name, type }
        const result = await askServer({ server, question, timeoutMs, clock })
        if (!('kind' in result)) {
          avoidUntil.delete(server)
          return result
        }
        if (telling.indexOf(result.reason) > telling.indexOf(worst)) worst = result.reason
        // A server that said no would say it again; one that said nothing may have lost a packet.
        if (result.reason === 'servfail' || result.reason === 'refused') answered.add(server)
        else avoidUntil.set(server, clock.monotonic() + avoidMs)
      }
    }
    return failure(worst)
  }
}

interface ServerQuery {
  readonly server: NameServer
  readonly question: { readonly id: number; readonly name: string; readonly type: RecordType }
  readonly timeoutMs: number
  readonly clock: Clock
}

async function askServer(asking: ServerQuery): Promise<DnsMessage | Failure> {
  const first = await exchange(asking, true)
  // Servers older than EDNS say that they do not understand (RFC 6891 §7).
  const old = !('kind' in first) && (first.rcode === 1 || first.rcode === 4)
  const message = old ? await exchange(asking, false) : first
  if ('kind' in message) return message
  if (message.rcode === 5) return failure('refused')
  if (message.rcode !== 0 && message.rcode !== 3) return failure('servfail')
  return message.referral ? failure('malformed') : message
}

async function exchange(asking: ServerQuery, edns: boolean): Promise<DnsMessage | Failure> {
  const { server, question, timeoutMs, clock } = asking
  const query = encodeQuery({ ...question, edns })
  const datagram = await overUdp({ server, query, timeoutMs, clock })
  if (datagram.kind === 'failure') return datagram
  // A truncated answer may be cut anywhere: only its header counts.
  const truncated = (datagram.bytes[2]! & 0x02) !== 0
  if (!truncated) return understood(datagram.bytes, asking)
  const stream = await overTcp({ server, query, timeoutMs, clock })
  return stream.kind === 'failure' ? stream : understood(stream.bytes, asking)
}

function understood(bytes: Buffer, { question }: ServerQuery): DnsMessage | Failure {
  try {
    const message = decodeMessage(bytes)
    const same =
      message.question.name === question.name &&
      message.question.typeNumber === typeNumbers[question.type]
    return same ? message : failure('malformed')
  } catch {
    return failure('malformed')
  }
}

const failure = (reason: Reason): Failure => ({ kind: 'failure', reason })
