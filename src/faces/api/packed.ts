/**
 * What is the same for everybody who asks, such as descriptions and pages: packed when somebody first
 * takes it so, and kept (RFC 9110 §12.5.3). Nothing of a caller's may be in it: the length of what is
 * packed tells of what it holds.
 */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply } from 'fastify'

/** The better one first: who takes both at the same weight gets it. */
const packers = {
  br: (source: Source) => promisify(brotliCompress)(source, { params: brotliParams }),
  gzip: (source: Source) => promisify(gzip)(source, { level: constants.Z_BEST_COMPRESSION }),
} as const
/** Quality 9: a small part of the time of the best, and a percent from it. */
const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 9 }
/** Below this a packet is a packet. */
const minBytes = 1_024

type Coding = keyof typeof packers
const codings = Object.keys(packers) as Coding[]

type Source = string | Buffer

interface Pack {
  readonly source: Source
  readonly packed: Map<Coding, Promise<Buffer>>
}

/** Sends what has a name, packed as its caller takes it. */
export type SendPacked = (
  reply: FastifyReply,
  name: string,
  source: Source,
) => Promise<FastifyReply>

/** One for all that has names; of each, what it said last is kept, so names must be few. */
export function packedSender(): SendPacked {
  const kept = new Map<string, Pack>()
  return async (reply, name, source) => {
    if (source.length < minBytes) return reply.send(source)
    void reply.header('Vary', 'Accept-Encoding')
    const coding = codingFor(reply.request.headers['accept-encoding'])
    if (coding === null) return reply.send(source)
    let one = kept.get(name)
    if (one === undefined || !isSame(one.source, source)) {
      one = { source, packed: new Map() }
      kept.set(name, one)
    }
    const packing = one.packed.get(coding) ?? packers[coding](source)
    one.packed.set(coding, packing)
    return reply.header('Content-Encoding', coding).send(await packing)
  }
}

/** Of texts that are one object it costs nothing. */
const isSame = (one: Source, other: Source): boolean =>
  one === other || (Buffer.isBuffer(one) && Buffer.isBuffer(other) && one.equals(other))

/** null: as it is. */
function codingFor(header: string | string[] | undefined): Coding | null {
  const best = negotiate(String(header ?? ''), [...codings, 'identity'])
  return codings.find(coding => coding === best) ?? null
}
