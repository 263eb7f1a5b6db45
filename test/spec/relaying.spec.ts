/** Everything through one smart host, with the same timeline. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import * as path from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { readRelay } from '#sending/delivery/relay.ts'
import { loadSources, sourceOf } from '#sending/delivery/source.ts'
import { eventOf, startTestService } from '../support/service.ts'
import { startMx } from '../unit/smtp/mx.ts'

describe('relaying', () => {
  it('delivers through the smart host, logged in, whatever the recipient’s domain says', async t => {
    const host = await startMx({ features: ['PIPELINING', 'AUTH PLAIN LOGIN'] })
    t.after(() => host.close())
    const service = await startTestService(t, {
      settings: { MALOTE_RELAY: `smtp://user:secret@127.0.0.1:${host.port}?tls=none` },
    })
    const sent = await service.call('POST', '/v1/emails', {
      body: { from: 'hello@shop.test', to: ['ana@anywhere.test'], subject: 'Oi', text: 'Oi' },
    })
    const delivered = await eventOf(service, sent.body.id, 'delivered')
    assert.equal(delivered.mx, '127.0.0.1')
    assert.equal(delivered.tls, 'none')
    assert.equal(host.received.length, 1)
    assert.ok(host.lines.some(line => line.startsWith('AUTH PLAIN')))
  })

  it('never sends a password in clear text unless told to', () => {
    assert.equal(readRelay('smtp://u:p@mail.example')?.plain, false)
    assert.equal(readRelay('smtps://u:p@mail.example')?.port, 465)
    assert.equal(readRelay('smtp://u:p@mail.example?tls=none')?.plain, true)
    assert.throws(() => readRelay('http://mail.example'), /MALOTE_RELAY/)
    assert.equal(readRelay(''), null)
  })
})

describe('source addresses', () => {
  const day = 24 * 3_600_000
  const address = (last: number, since: number | null) => ({
    address: `192.0.2.${last}`,
    hostname: `out${last}.example.com`,
    since,
  })
  const idsOf = (madeAt: number) =>
    Array.from({ length: 10_000 }, (_, i) => {
      const tail = Math.floor((i / 10_000) * 2 ** 32)
        .toString(16)
        .padStart(8, '0')
      const time = madeAt.toString(16).padStart(12, '0')
      return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-0000${tail}`
    })
  const count = (sources: Parameters<typeof sourceOf>[0], madeAt: number): Map<string, number> => {
    const counts = new Map<string, number>()
    for (const emailId of idsOf(madeAt)) {
      const sending = { projectId: emailId, stream: 'transactional' as const, emailId }
      const { hostname } = sourceOf(sources, sending, { hostname: 'one' })
      counts.set(hostname, (counts.get(hostname) ?? 0) + 1)
    }
    return counts
  }

  it('gives a new address 2 % of a full share on its first day and twice that every day', () => {
    const pool = { streams: null, projects: null, addresses: [address(1, null), address(2, 0)] }
    const share = (madeAt: number): number =>
      (count([pool], madeAt).get('out2.example.com') ?? 0) / 10_000
    assert.ok(Math.abs(share(0) - 0.02 / 1.02) < 0.002)
    assert.ok(Math.abs(share(3 * day) - 0.16 / 1.16) < 0.002)
    assert.ok(Math.abs(share(10 * day) - 0.5) < 0.002)
  })

  const write = async (t: TestContext, pools: unknown): Promise<string> => {
    const folder = await mkdtemp(path.join(tmpdir(), 'malote-sources-'))
    t.after(() => rm(folder, { recursive: true }))
    const file = path.join(folder, 'sources.json')
    await writeFile(file, JSON.stringify(pools))
    return file
  }
  const addresses = [{ address: '192.0.2.1', hostname: 'out.example.com' }]
  const nobody = `prj_${'0'.repeat(32)}`

  it('are refused where a word is misspelt, which would open a project’s pool to everybody', async t => {
    for (const [pool, said] of [
      [{ addresses, projcts: [nobody] }, /no field "projcts"/],
      [{ addresses, projects: ['shop'] }, /projects: there is no "shop"/],
      [{ addresses, projects: [] }, /projects must be a list/],
      [{ addresses, streams: ['bulk'] }, /streams: there is no "bulk"/],
      [{ addresses: [{ ...addresses[0], sinse: '2026-12-01' }] }, /no field "sinse"/],
    ] as const) {
      const file = await write(t, [pool])
      assert.throws(() => loadSources(file), said)
    }
    assert.equal(loadSources(await write(t, [{ addresses, streams: ['marketing'] }])).length, 1)
  })

  it('end the start where they are for a project that does not exist', async t => {
    const file = await write(t, [{ addresses, projects: [nobody] }])
    const settings = { MALOTE_SOURCE_ADDRESSES: file }
    await assert.rejects(startTestService(t, { settings }), /no project has the id prj_0/)
  })

  it('keeps a stream’s pool for that stream', () => {
    const pool = { streams: ['marketing'], projects: null, addresses: [address(9, null)] }
    assert.deepEqual([...count([pool], 0).keys()], ['one'])
  })
})
