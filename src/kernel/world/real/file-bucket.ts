/**
 * Files in a bucket that speaks S3 (PutObject, GetObject, HeadObject, DeleteObject), each call signed
 * by aws4fetch (Signature Version 4) over the digest of its bytes and sent by the World's own HTTP.
 */
import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { Settings } from '../../base/config.ts'
import { type FileStore, FilesUnavailable } from '../files.ts'
import type { Http } from '../http.ts'
import type { Clock } from '../world.ts'

const timeoutMs = 30_000
/** More than any picture that was taken in. */
const maxAnswerBytes = 64 * 1024 * 1024

type BucketSettings = Pick<
  Settings,
  'MALOTE_FILES' | 'MALOTE_S3_ENDPOINT' | 'MALOTE_S3_REGION' | 'MALOTE_S3_KEY' | 'MALOTE_S3_SECRET'
>

interface Outside {
  readonly http: Http
  readonly clock: Pick<Clock, 'now'>
}

type Method = 'PUT' | 'GET' | 'HEAD' | 'DELETE'

export function bucketFiles(settings: BucketSettings, outside: Outside): FileStore {
  const base = baseOf(settings)
  const ask = (
    method: Method,
    name: string,
    sent?: { readonly bytes: Buffer; readonly contentType: string },
  ) => exchange(settings, outside, { method, url: `${base}/${name}`, ...sent })
  return {
    place: base,
    isFolder: false,
    async put(name, bytes, contentType) {
      mustBe(await ask('PUT', name, { bytes, contentType }), [200, 201, 204])
    },
    async read(name) {
      const answer = mustBe(await ask('GET', name), [200, 404])
      return answer.status === 404 ? null : answer.body
    },
    async has(name) {
      return mustBe(await ask('HEAD', name), [200, 404]).status === 200
    },
    async remove(name) {
      mustBe(await ask('DELETE', name), [200, 202, 204, 404])
    },
  }
}

/** `https://endpoint/bucket/prefix`; of AWS itself by the name of the region. */
function baseOf(settings: BucketSettings): string {
  const { host: bucket, pathname } = new URL(settings.MALOTE_FILES)
  const endpoint =
    settings.MALOTE_S3_ENDPOINT || `https://s3.${settings.MALOTE_S3_REGION}.amazonaws.com`
  return `${endpoint.replace(/\/+$/, '')}/${bucket}${pathname.replace(/\/+$/, '')}`
}

interface BucketRequest {
  readonly method: Method
  readonly url: string
  readonly bytes?: Buffer
  readonly contentType?: string
}

interface BucketAnswer {
  readonly status: number
  readonly body: Buffer
}

async function exchange(
  settings: BucketSettings,
  { http, clock }: Outside,
  { method, url, bytes, contentType }: BucketRequest,
): Promise<BucketAnswer> {
  const signed = await new AwsV4Signer({
    method,
    url,
    headers: {
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
      'x-amz-content-sha256': createHash('sha256')
        .update(bytes ?? '')
        .digest('hex'),
    },
    accessKeyId: settings.MALOTE_S3_KEY,
    secretAccessKey: settings.MALOTE_S3_SECRET,
    service: 's3',
    region: settings.MALOTE_S3_REGION,
    datetime: new Date(clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
  }).sign()
  const answer = await http.request({
    method,
    url: signed.url.href,
    headers: Object.fromEntries(signed.headers),
    ...(bytes === undefined ? {} : { body: bytes }),
    timeoutMs,
    maxAnswerBytes,
    // Its address is the operator's own setting.
    trusted: true,
  })
  if (answer.kind === 'failure') throw new FilesUnavailable(answer.message)
  if (answer.truncated) throw new FilesUnavailable('the answer is too long')
  return answer
}

/** Throws FilesUnavailable with what the bucket says of itself, never with what was signed. */
function mustBe(answer: BucketAnswer, statuses: readonly number[]): BucketAnswer {
  if (statuses.includes(answer.status)) return answer
  const code = /<Code>([\w.]{1,100})<\/Code>/.exec(answer.body.toString('latin1'))?.[1] ?? ''
  throw new FilesUnavailable(`the bucket answers ${answer.status} ${code}`.trim())
}
