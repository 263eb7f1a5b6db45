/** What the doctor says of certificate files. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import { certificate } from '#faces/doctor/certificate.ts'
import { readSettings } from '#kernel/base/config.ts'
import { dayMs } from '#kernel/base/durations.ts'
import { realClock } from '#kernel/world/real/clock.ts'
import { makeCertificate } from '../../support/certificates.ts'

const worldWith = (environment: Record<string, string>) => ({
  settings: readSettings(environment),
  clock: realClock(),
})

describe('the certificate files', () => {
  it('are looked at before the end, and for whether they go together', async t => {
    const folder = await mkdtemp(path.join(tmpdir(), 'malote-doctor-'))
    t.after(() => rm(folder, { recursive: true }))
    const [file, keyFile] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')]
    const world = worldWith({
      MALOTE_SUBMISSION_TLS_CERT: file,
      MALOTE_SUBMISSION_TLS_KEY: keyFile,
    })
    const says = async (expected: string, words: RegExp): Promise<void> => {
      const [found, ...more] = await certificate(world)
      assert.deepEqual([`${found!.level} ${found!.check}`, more], [expected, []])
      assert.match(found!.text.en, words)
      assert.notEqual(found!.text.en, found!.text.pt)
    }
    for (const [days, expected, words] of [
      [90, 'ok certificate', /holds until/],
      [13, 'warning certificate', /ends on \d+ \w+ \d{4}\. Renew/],
      [-1, 'error certificate', /ended on/],
    ] as const) {
      const now = world.clock.now()
      const notBefore = new Date(now - 99 * dayMs)
      const notAfter = new Date(now + days * dayMs)
      const made = makeCertificate({ name: 'x.test', notBefore, notAfter })
      await writeFile(file, made.cert)
      await writeFile(keyFile, made.key)
      await says(expected, words)
    }
    await writeFile(keyFile, makeCertificate({ name: 'x.test' }).key)
    await says('error certificate', /key\.pem is not the key of .*cert\.pem/)
    assert.deepEqual(await certificate(worldWith({})), [])
  })
})
