/** Programs that pages show are run as they stand: Resend's own client, and Python by SMTP. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { startTestService } from '../../support/service.ts'
import { submissionStage } from '../../support/submission.ts'
import { blocksOf } from './blocks.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const run = promisify(execFile)
const hasPython = spawnSync('python3', ['-c', 'import smtplib']).status === 0

const samplesOf = async (page: string): Promise<string[]> =>
  (await blocksOf(path.join(root, 'docs', page))).map(one => one.code)

describe('The programs of the pages', () => {
  it("send by Resend's client, which is told of refusals (resend.md)", async t => {
    const service = await startTestService(t)
    const key = await service.key('test', 'admin')
    const [settings, program, , refusal] = await samplesOf('resend.md')
    const at = `http://127.0.0.1:${service.port}`
    const env = { ...process.env }
    for (const [, name, value] of settings!.matchAll(/^export (\w+)=(\S+)$/gm)) {
      env[name!] = value!.replace('https://mail.example.com', at).replace('svc_live_…', key)
    }
    // Where the client is found, which is of the repository's packages.
    const folder = await mkdtemp(path.join(root, 'node_modules/.cache-resend-'))
    t.after(() => rm(folder, { recursive: true }))
    const told = async (text: string) => {
      const file = path.join(folder, 'sample.mjs')
      await writeFile(file, `${text}\nconsole.log(JSON.stringify({ data, error }))\n`)
      return JSON.parse((await run(process.execPath, [file], { env })).stdout)
    }
    const { data, error } = await told(program!)
    assert.equal(error, null)
    const { body } = await service.call('GET', '/v1/emails', { key })
    assert.deepEqual(
      body.data.map((one: { id: string }) => one.id),
      [data.id],
    )
    env.RESEND_API_KEY = await service.key('live', 'admin')
    const refused = (await told(program!)).error
    const shown = JSON.parse(refusal!) as { statusCode: number; name: string }
    assert.deepEqual([refused.statusCode, refused.name], [shown.statusCode, shown.name])
  })

  const withPython = { skip: !hasPython && 'there is no Python here' }
  it('send by SMTP from Python (smtp-submission.md)', withPython, async t => {
    const { service, port } = await submissionStage(t)
    const key = await service.key('test', 'admin')
    const [, program] = await samplesOf('smtp-submission.md')
    const text = program!.replace('587', String(port)).replace('svc_test_…', key)
    await run('python3', ['-c', text])
    const { body } = await service.call('GET', '/v1/emails', { key })
    assert.equal(body.data.length, 1)
    const [email] = body.data
    assert.deepEqual(
      [email.subject, email.status, email.tags],
      ['Your order', 'captured', { kind: 'confirmation' }],
    )
  })
})
