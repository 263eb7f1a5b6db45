/**
 * A server that speaks as much S3 as is needed, and takes a call only when its signature is right. It
 * works the signature out by itself, from the published steps (AWS Signature Version 4), so that it
 * agrees with nobody by accident.
 */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

export interface Bucket {
  readonly url: string
  readonly objects: Map<string, { readonly bytes: Buffer; readonly type: string }>
  /** Answers so from now on, whatever is asked. */
  failWith(status: number | null): void
}

export const bucketKey = 'AKIATESTTESTTEST'
export const bucketSecret = 'secret/of+the/bucket'
export const bucketRegion = 'sa-east-1'

export async function startBucket(t: TestContext): Promise<Bucket> {
  const objects: Bucket['objects'] = new Map()
  let failure: number | null = null
  const answer = (request: IncomingMessage, bytes: Buffer): readonly [number, Buffer | string] => {
    if (failure !== null) return [failure, '<Error><Code>SlowDown</Code></Error>']
    if (!isSigned(request, bytes)) return [403, '<Error><Code>SignatureDoesNotMatch</Code></Error>']
    const name = decodeURIComponent(request.url!)
    const { method } = request
    if (method === 'PUT') {
      objects.set(name, { bytes, type: String(request.headers['content-type']) })
      return [200, '']
    }
    if (method === 'DELETE') {
      objects.delete(name)
      return [204, '']
    }
    const found = objects.get(name)
    return found ? [200, found.bytes] : [404, '<Error><Code>NoSuchKey</Code></Error>']
  }
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const [status, body] = answer(request, Buffer.concat(pieces))
    response.writeHead(status, { 'content-length': Buffer.byteLength(body) })
    response.end(request.method === 'HEAD' ? '' : body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    failWith(status) {
      failure = status
    },
  }
}

const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, data: string): Buffer =>
  createHmac('sha256', key).update(data).digest()

function isSigned({ method, url, headers }: IncomingMessage, bytes: Buffer): boolean {
  const form =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/
  const [, key, day, region, names, signature] = form.exec(headers.authorization ?? '') ?? []
  const moment = String(headers['x-amz-date'])
  const digest = String(headers['x-amz-content-sha256'])
  if (key !== bucketKey || region !== bucketRegion || !moment.startsWith(day!)) return false
  if (digest !== sha256(bytes) || !names!.split(';').includes('host')) return false
  const lines = names!.split(';').map(name => `${name}:${String(headers[name]).trim()}\n`)
  const request = [method, url, '', lines.join(''), names, digest].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', moment, scope, sha256(request)].join('\n')
  const parts = [day!, region, 's3', 'aws4_request']
  const own = parts.reduce<Buffer>(
    (made, part) => hmac(made, part),
    Buffer.from(`AWS4${bucketSecret}`),
  )
  return hmac(own, toSign).toString('hex') === signature
}
