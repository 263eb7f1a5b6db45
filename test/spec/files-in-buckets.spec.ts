import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bucketKey, bucketRegion, bucketSecret, startBucket } from '../support/bucket.ts'
import { doctorSays } from '../support/doctor.ts'
import { png } from '../support/pictures.ts'
import { startTestService } from '../support/service.ts'

const keys = {
  MALOTE_S3_REGION: bucketRegion,
  MALOTE_S3_KEY: bucketKey,
  MALOTE_S3_SECRET: bucketSecret,
}

describe('files in a bucket', () => {
  it('are put there under its prefix, read and removed, each call signed', async t => {
    const bucket = await startBucket(t)
    const settings = {
      ...keys,
      MALOTE_FILES: 's3://pictures/of/ours/',
      MALOTE_S3_ENDPOINT: bucket.url,
    }
    const service = await startTestService(t, { settings })
    const key = await service.key('live', 'admin')
    const upload = async () => {
      const answer = await fetch(`http://127.0.0.1:${service.port}/v1/files`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'image/png' },
        body: new Uint8Array(await png({ width: 4, height: 3 })),
      })
      // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
      return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any }
    }
    const { status, body } = await upload()
    assert.equal(status, 201, JSON.stringify(body))
    const name = new URL(body.url).pathname.slice('/i/'.length)
    const [[place, kept]] = [...bucket.objects] as [[string, { bytes: Buffer; type: string }]]
    assert.deepEqual([place, kept.type], [`/pictures/of/ours/${name}`, 'image/png'])
    const see = () => fetch(`http://127.0.0.1:${service.port}/i/${name}`)
    const seen = await see()
    assert.deepEqual(Buffer.from(await seen.arrayBuffer()), kept.bytes)
    const look = async () => {
      const found = await doctorSays(service.world, 'files')
      return found.map(({ level, text }) => `${level} ${text}`).join('\n')
    }
    assert.match(await look(), /^ok /)
    bucket.failWith(503)
    const refused = await upload()
    assert.deepEqual(
      [refused.status, refused.body.error.code, refused.headers.get('retry-after')],
      [503, 'service_unavailable', '5'],
    )
    assert.match(await look(), /^error .*answers 503/)
    assert.ok(!(await look()).includes(bucketSecret))
    // What cannot be removed now is removed later.
    assert.equal((await service.call('DELETE', `/v1/files/${body.id}`)).status, 200)
    assert.equal(bucket.objects.size, 1)
    bucket.failWith(null)
    assert.equal((await see()).status, 404)
    const again = await upload()
    assert.equal(again.status, 201)
    bucket.objects.clear()
    assert.match(await look(), /^error .*are missing/)
  })

  it('are refused by a bucket that knows another secret, and nobody is shown it', async t => {
    const bucket = await startBucket(t)
    const settings = {
      ...keys,
      MALOTE_S3_SECRET: 'another secret',
      MALOTE_FILES: 's3://pictures',
      MALOTE_S3_ENDPOINT: bucket.url,
    }
    const { world } = await startTestService(t, { settings })
    await assert.rejects(world.files.put('a.png', Buffer.from('x'), 'image/png'), error => {
      assert.match(String(error), /^FilesUnavailable: .*403 SignatureDoesNotMatch/)
      return !String(error).includes(settings.MALOTE_S3_SECRET)
    })
    assert.equal(bucket.objects.size, 0)
  })
})
