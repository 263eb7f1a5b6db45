import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { createTurns } from '#kernel/base/turns.ts'
import { runInProcess } from '#kernel/world/child-process.ts'
import { until } from '../../support/until.ts'

const never = { timer: () => ({ cancel() {} }) }

async function program(t: TestContext, text: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'malote-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'program.mjs')
  await writeFile(file, text)
  return pathToFileURL(file)
}

function work(take = async (_piece: Buffer) => {}) {
  return { args: [], given: [] as Buffer[], take, maxMs: 1, maxHeapMb: 64 }
}

describe('a process of its own', () => {
  it('gets what is given, and its answer and its end are told', async t => {
    const file = await program(
      t,
      `let all = process.argv[2] + Object.keys(process.env).filter(one => one !== 'NODE_COMPILE_CACHE')
       for await (const piece of process.stdin) all += piece
       process.stdout.write(all)
       process.exitCode = 22`,
    )
    const pieces: Buffer[] = []
    const given = [Buffer.from('b'), Buffer.from('c')]
    const asked = work(async piece => void pieces.push(piece))
    const end = await runInProcess(never, file, { ...asked, args: ['a'], given })
    assert.deepEqual(end, { kind: 'ended', code: 22 })
    assert.equal(Buffer.concat(pieces).toString(), 'abc', 'and nothing of our environment')
    assert.deepEqual(given, [], 'the pieces are let go of')
  })

  it('dies alone of memory that there is not', async t => {
    const file = await program(t, 'const all = []; for (;;) all.push(new Array(1e6).fill({}))')
    assert.deepEqual(await runInProcess(never, file, work()), { kind: 'died' })
  })

  it('ends when its time is over', async t => {
    const file = await program(t, 'for (;;);')
    const timer = (_ms: number, then: () => void) => {
      then()
      return { cancel() {} }
    }
    assert.deepEqual(await runInProcess({ timer }, file, work()), { kind: 'late' })
  })

  it('may end before it has read what it is given', async t => {
    const file = await program(t, 'process.exit(3)')
    const given = Array.from({ length: 200 }, () => Buffer.alloc(65_536))
    const end = await runInProcess(never, file, { ...work(), given })
    assert.deepEqual(end, { kind: 'ended', code: 3 })
  })

  it('is ended where nobody takes what it says', async t => {
    const file = await program(
      t,
      'process.stdout.write(String(process.pid)); setInterval(() => {}, 1e6)',
    )
    let pid = 0
    const asked = work(async piece => {
      pid = Number(piece)
      throw new Error('no room')
    })
    await assert.rejects(runInProcess(never, file, asked), /no room/)
    await until(async () => {
      try {
        process.kill(pid, 0)
      } catch {
        return true
      }
      return undefined
    }, 'the process to be gone')
  })
})

describe('turns', () => {
  it('are as many as there may be, in order, and free again after a failure', async () => {
    const inTurn = createTurns(2)
    const begun: number[] = []
    const gates = [0, 1, 2, 3].map(() => Promise.withResolvers<void>())
    const works = gates.map((gate, n) =>
      inTurn(async () => {
        begun.push(n)
        await gate.promise
      }),
    )
    await Promise.resolve()
    assert.deepEqual(begun, [0, 1])
    gates[1]!.reject(new Error('fails'))
    await assert.rejects(works[1]!, /fails/)
    gates[2]!.resolve()
    await works[2]
    for (const gate of gates) gate.resolve()
    await Promise.all([works[0], works[3]])
    assert.deepEqual(begun, [0, 1, 2, 3])
    assert.equal(await inTurn(async () => 'free'), 'free')
  })
})
