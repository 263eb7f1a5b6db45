/**
 * What the page of keys shows for pasting sends mail: its programs are written to files and run as
 * they stand, by SMTP over STARTTLS with a certificate that is verified. Of Laravel and Spring, which
 * need more than Node, the settings are read and used.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { createTransport } from 'nodemailer'
import { submissionDoors } from '#faces/submission/doors.ts'
import { type Paste, programsFor } from '../../../dashboard/src/features/connect/programs.ts'
import { freePort } from '../../support/free-port.ts'
import { certifiedStage } from './certified-stage.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const run = promisify(execFile)

async function stage(t: TestContext) {
  const { folder, service, ca } = await certifiedStage(t, { PORT: String(await freePort()) })
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  const { settings } = service.world
  const base = settings.MALOTE_BASE_URL
  const connection = {
    base_url: base,
    resend_url: `${base}/resend`,
    smtp: [...submissionDoors(settings)],
  }
  const key = await service.key('test', 'admin')
  const letter = { from: 'hello@shop.test', to: 'ana@example.net', subject: "An email of Ana's" }
  const sample = { connection, key, ...letter, text: "It's \\ here." }
  const pastesOf = (name: string): readonly Paste[] =>
    programsFor(connection)
      .find(one => one.name === name)!
      .pastes(sample)
  /** What is pasted, by where it goes. */
  const pasted = (name: string) =>
    Object.fromEntries(pastesOf(name).map(({ where, code }) => [where, code])) as Record<
      string,
      string
    >
  const caught = async () => {
    const { body } = await service.call('GET', '/v1/emails', { key })
    assert.equal(body.data.length, 1)
    const content = await service.call('GET', `/v1/emails/${body.data[0].id}/content`, { key })
    return { ...body.data[0], text: content.body.text.trim() }
  }
  return { folder, service, ca, key, sample, pasted, caught }
}

describe('What is shown for pasting', () => {
  let on: Awaited<ReturnType<typeof stage>>

  it('is nothing by SMTP where nothing listens', () => {
    assert.deepEqual(
      programsFor({ base_url: '', resend_url: '', smtp: [] }).map(({ name }) => name),
      ['Resend (Node)', 'cURL'],
    )
  })

  const isCaught = async () => {
    const { from, to, subject, text, status } = await on.caught()
    const { sample } = on
    assert.deepEqual([from, to, status], [sample.from, [sample.to], 'captured'])
    assert.deepEqual([subject, text], [sample.subject, sample.text])
  }

  for (const name of ['Resend (Node)', 'Nodemailer']) {
    it(`runs for ${name}`, async t => {
      on = await stage(t)
      const { '.env': env, 'send.mjs': program } = on.pasted(name)
      await writeFile(path.join(on.folder, '.env'), env!)
      await writeFile(path.join(on.folder, 'send.mjs'), program!)
      const { stdout, stderr } = await run(process.execPath, ['--env-file=.env', 'send.mjs'], {
        cwd: on.folder,
        env: { NODE_EXTRA_CA_CERTS: path.join(on.folder, 'ca.pem') },
      })
      assert.match(stdout, /msg_/, stderr)
      await isCaught()
    })
  }

  it('runs for cURL', async t => {
    on = await stage(t)
    const { stdout } = await run('sh', ['-c', on.pasted('cURL').sh!])
    assert.match(stdout, /"id":"msg_/)
    await isCaught()
  })

  const read = {
    Laravel: {
      file: '.env',
      host: /^MAIL_HOST=(.*)$/m,
      port: /^MAIL_PORT=(\d+)$/m,
      user: /^MAIL_USERNAME=(.*)$/m,
      from: /^MAIL_FROM_ADDRESS=(.*)$/m,
    },
    'Java (Spring)': {
      file: 'application.properties',
      host: /^spring\.mail\.host=(.*)$/m,
      port: /^spring\.mail\.port=(\d+)$/m,
      user: /^spring\.mail\.username=(.*)$/m,
      from: null,
    },
  } as const
  for (const [name, { file, host, port, user, from }] of Object.entries(read)) {
    it(`holds settings that send for ${name}`, async t => {
      on = await stage(t)
      const all = on.pasted(name)
      const found = (shape: RegExp): string => shape.exec(all[file]!)?.[1] ?? ''
      assert.ok(Object.values(all).join('\n').includes(on.key))
      const transport = createTransport({
        host: found(host),
        port: Number(found(port)),
        requireTLS: true,
        tls: { ca: on.ca },
        auth: { user: found(user), pass: on.key },
      })
      t.after(() => transport.close())
      const { subject, text, to } = on.sample
      await transport.sendMail({ from: from ? found(from) : on.sample.from, to, subject, text })
      await isCaught()
    })
  }
})
