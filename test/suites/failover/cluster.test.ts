/**
 * A short cluster run (`npm run failover -- --cluster`): two strikes on three members of Patroni. It
 * costs more than a minute of processors, so it is run where MALOTE_TEST_CLUSTER=1 asks for it.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { hindrance } from '../../../sim/failover/cluster/start.ts'

const root = path.resolve(import.meta.dirname, '../../..')

const isAsked = process.env.MALOTE_TEST_CLUSTER === '1'
const reason = isAsked ? hindrance() : 'MALOTE_TEST_CLUSTER=1 asks for it'

describe('A cluster of three members', { skip: reason ?? false }, () => {
  it('loses nothing when its primary is killed and when it changes over', async () => {
    const { code, said } = await failover('--strikes', '2', '--only', 'killed,switchover')
    assert.equal(code, 0, said)
    assert.match(said, /Nothing that was acknowledged was lost\./)
    assert.match(said, /^all +2 +0 /m)
  })

  it('leaves nothing on the machine when it is interrupted', async () => {
    const before = namespaces()
    const { code } = await failover('--strikes', '1', { endAfterMs: 15_000 })
    assert.notEqual(code, 0)
    assert.deepEqual(namespaces(), before)
  })
})

type Words = readonly (string | { readonly endAfterMs: number })[]

async function failover(...words: Words): Promise<{ code: number | null; said: string }> {
  const given = words.filter(one => typeof one === 'string')
  const end = words.find(one => typeof one === 'object')
  const child = spawn(
    process.execPath,
    [path.join(root, 'sim/failover/run.ts'), '--cluster', '--no-changes', ...given],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', one => (said += one))
  if (end !== undefined) setTimeout(() => child.kill('SIGINT'), end.endAfterMs)
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, said }
}

const namespaces = (): string[] => (existsSync('/run/netns') ? readdirSync('/run/netns') : [])
