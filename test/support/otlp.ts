/** A collector of spans on loopback, which reads OTLP's protobuf (opentelemetry-proto, trace/v1). */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  /** '' of the first of a trace. */
  readonly parentId: string
  readonly state: string
  readonly name: string
  readonly kind: 'internal' | 'server' | 'client'
  /** ns since 1970. */
  readonly start: bigint
  readonly end: bigint
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly hasFailed: boolean
  readonly fault: string
}

export interface Collector {
  readonly url: string
  readonly spans: readonly CollectedSpan[]
  /** Of what sent them, the last that came. */
  readonly resource: Readonly<Record<string, unknown>>
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[]
  /** What it answers from now on. */
  status: number
}

export async function startCollector(t: TestContext, port = 0): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const requests: { path: string; headers: IncomingHttpHeaders }[] = []
  let resource = {}
  let status = 200
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    requests.push({ path: request.url ?? '', headers: request.headers })
    if (status === 200) {
      for (const one of fieldsOf(Buffer.concat(chunks)).all(1)) {
        const [about] = one.all(1)
        resource = about ? attributesOf(about.all(1)) : {}
        spans.push(...one.all(2).flatMap(scope => scope.all(2).map(spanOf)))
      }
    }
    response.writeHead(status, { 'content-type': 'application/x-protobuf' }).end()
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  t.after(() => server.close().closeAllConnections())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    get resource() {
      return resource
    },
    get status() {
      return status
    },
    set status(next) {
      status = next
    },
  }
}

/** The fields of a protobuf message, by their numbers. */
interface Fields {
  all(field: number): Fields[]
  bytes(field: number): Buffer
  text(field: number): string
  number(field: number): bigint | undefined
}

function fieldsOf(message: Buffer): Fields {
  const found: { field: number; value: bigint | Buffer }[] = []
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++]!
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const take = (length: number): Buffer => {
    at += length
    return message.subarray(at - length, at)
  }
  while (at < message.length) {
    const tag = Number(varint())
    const kind = tag & 7
    const value =
      kind === 0
        ? varint()
        : kind === 1
          ? take(8).readBigUInt64LE()
          : kind === 5
            ? BigInt(take(4).readUInt32LE())
            : take(Number(varint()))
    found.push({ field: tag >> 3, value })
  }
  const of = (field: number) => found.filter(one => one.field === field).map(one => one.value)
  const bytes = (field: number): Buffer => {
    const last = of(field).at(-1)
    return Buffer.isBuffer(last) ? last : Buffer.alloc(0)
  }
  return {
    all: field => of(field).filter(Buffer.isBuffer).map(fieldsOf),
    bytes,
    text: field => bytes(field).toString(),
    number(field) {
      const last = of(field).at(-1)
      return typeof last === 'bigint' ? last : undefined
    },
  }
}

const kinds = ['internal', 'internal', 'server', 'client'] as const
const statusError = 2n

function spanOf(span: Fields): CollectedSpan {
  const [status] = span.all(15)
  return {
    traceId: span.bytes(1).toString('hex'),
    spanId: span.bytes(2).toString('hex'),
    state: span.text(3),
    parentId: span.bytes(4).toString('hex'),
    name: span.text(5),
    kind: kinds[Number(span.number(6) ?? 0n)]!,
    start: span.number(7)!,
    end: span.number(8)!,
    attributes: attributesOf(span.all(9)),
    hasFailed: status?.number(3) === statusError,
    fault: status?.text(2) ?? '',
  }
}

const attributesOf = (list: readonly Fields[]): Record<string, string | number | boolean> =>
  Object.fromEntries(
    list.map(one => {
      const [value] = one.all(2)
      const int = value?.number(3)
      return [one.text(1), int === undefined ? (value?.text(1) ?? '') : Number(int)]
    }),
  )
