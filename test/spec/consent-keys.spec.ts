/** Whose a proof of consent is, is said by the key that the project publishes, not by the file. */

import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { maloteWith } from '../support/command.ts'
import { consentsOf, publishedOf, verdictOn } from '../support/consents.ts'
import { proofsAreChained } from '../support/jobs.ts'
import { startTestService } from '../support/service.ts'

const day = 24 * 3_600_000

async function stage(t: TestContext) {
  const service = await startTestService(t)
  const topic = (await service.call('POST', '/v1/topics', { body: { name: { en: 'News' } } })).body
    .id
  const join = async (email: string) => {
    const made = await service.call('POST', '/v1/contacts', { body: { email, topics: [topic] } })
    assert.equal(made.status, 201)
    await proofsAreChained(service.world)
    return made.body.id as string
  }
  const leave = async (id: string) => {
    const topics = [{ id: topic, state: 'unsubscribed' }]
    const left = await service.call('POST', `/v1/contacts/${id}/topics`, { body: { topics } })
    assert.equal(left.status, 200)
    await proofsAreChained(service.world)
  }
  return { service, join, leave }
}

/** Made up from beginning to end, with a key of one's own. */
function forged(file: Awaited<ReturnType<typeof consentsOf>>): string {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { public_key: _, signature: __, ...signed } = file
  return JSON.stringify({
    ...signed,
    public_key: publicKey.export({ format: 'pem', type: 'spki' }),
    signature: sign(null, Buffer.from(JSON.stringify(signed)), privateKey).toString('base64'),
  })
}

describe('a proof of consent', () => {
  it('is one by the published key alone', async t => {
    const { service, join } = await stage(t)
    const file = await consentsOf(service, await join('ana@b.example'))
    const text = JSON.stringify(file)
    const published = await publishedOf(service)
    const unknown = verdictOn(text)
    assert.deepEqual([unknown.ok, unknown.key, unknown.records], [true, 'unverified', 1])
    const known = verdictOn(text, published)
    assert.deepEqual([known.ok, known.key], [true, 'verified'])
    assert.equal(known.fingerprint, unknown.fingerprint)
    const made = forged(file)
    const itself = verdictOn(made)
    assert.deepEqual([itself.ok, itself.key], [true, 'unverified'])
    assert.notEqual(itself.fingerprint, known.fingerprint)
    assert.deepEqual(
      [verdictOn(made, published).ok, verdictOn(made, published).broken_at],
      [false, 'key'],
    )
    assert.equal(verdictOn(text, { ...published, key: 'none' }).broken_at, 'key')
    const changed = text.replace('"joined"', '"confirmed"')
    assert.deepEqual([verdictOn(changed).ok, verdictOn(changed, published).ok], [false, false])
  })

  it('fits the heads that were published day by day', async t => {
    const { service, join, leave } = await stage(t)
    const ana = await join('ana@b.example')
    service.turn(day)
    await join('bia@b.example')
    service.turn(day)
    await leave(ana)
    const text = JSON.stringify(await consentsOf(service, ana))
    const { key, heads } = await publishedOf(service)
    const listed = JSON.parse(heads)
    assert.equal(listed.project_id, service.shown.project)
    assert.deepEqual(
      listed.heads.live.map((one: object) => Object.keys(one)),
      [1, 2, 3].map(() => ['day', 'hash']),
    )
    assert.deepEqual(listed.heads.test, [])
    assert.equal(verdictOn(text, { key, heads }).ok, true)
    const [first, second, third] = listed.heads.live
    const judged = (live: readonly object[]) =>
      verdictOn(text, { key, heads: JSON.stringify({ heads: { live, test: [] } }) }).broken_at
    const other = { ...second, hash: second.hash.replace(/./g, 'a') }
    assert.equal(judged([first, other, third]), 'heads')
    assert.equal(judged([first, third]), 'heads')
    assert.equal(judged([first, second, { ...third, hash: 'aa' }]), undefined, 'the last may grow')
    assert.equal(verdictOn(text, { key, heads: 'none' }).broken_at, 'heads')
  })

  it('is checked by the command, against a file or an address', async t => {
    const { service, join } = await stage(t)
    const folder = mkdtempSync(path.join(tmpdir(), 'proof-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const put = (name: string, text: string): string => {
      const place = path.join(folder, name)
      writeFileSync(place, text)
      return place
    }
    const file = await consentsOf(service, await join('ana@b.example'))
    const { key } = await publishedOf(service)
    const proof = put('proof.json', JSON.stringify(file))
    const at = `http://127.0.0.1:${service.port}/.well-known/malote/consents/${service.shown.project}`
    const verify = async (...more: string[]) => {
      const { status, stdout } = await maloteWith({}, 'consent', 'verify', ...more, '--json')
      const { ok, key: of, broken_at: broken, error } = JSON.parse(stdout)
      return [status, ok, of ?? broken ?? error?.param]
    }
    assert.deepEqual(await verify(proof), [0, true, 'unverified'])
    assert.deepEqual(await verify(proof, '--key', put('key.pem', key)), [0, true, 'verified'])
    const both = ['--key', `${at}.pem`, '--heads', `${at}.json`]
    assert.deepEqual(await verify(proof, ...both), [0, true, 'verified'])
    assert.deepEqual(await verify(put('made.json', forged(file)), ...both), [1, false, 'key'])
    assert.deepEqual(await verify(proof, '--key', `${at}x.pem`), [1, undefined, 'key'])
    assert.deepEqual(await verify(proof, '--key', 'http://shop.test/k.pem'), [1, undefined, 'key'])
  })

  it('has a key for every project that there is, and for no other', async t => {
    const { service } = await stage(t)
    const ask = (name: string, method = 'GET') =>
      fetch(`http://127.0.0.1:${service.port}/.well-known/malote/consents/${name}`, { method })
    const own = service.shown.project
    const answer = await ask(`${own}.pem`)
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=300')
    assert.match(await answer.text(), /^-----BEGIN PUBLIC KEY-----\n/)
    const nobody = `prj_${'0192f0c1'.repeat(4)}`
    for (const name of [`${nobody}.pem`, `${own}.key`, own, '', 'prj_%00.pem', `${own}.pem/x`]) {
      assert.equal((await ask(name)).status, 404, name)
    }
    assert.equal((await ask(`${own}.pem`, 'POST')).status, 404)
  })
})
