/** That the benchmark counts what it says it counts. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { type Sink, startSink } from './node.ts'
import { type HandInOrder, handIn } from './peers/handing-in.ts'
import { smallKb } from './peers/scenarios.ts'
import { endOf, familySeconds, killAtOnce, readStats } from './processes.ts'

describe('The sink', () => {
  it('counts what came, what is different of it, and what is signed by RSA', async context => {
    const sink = await startSink()
    context.after(() => sink.stop())
    const order = { port: sink.smtp, connections: 3, total: 20 }
    assert.equal(await taken({ ...order, first: 0 }), 20)
    await taken({ ...order, first: 15 })
    assert.deepEqual(await sink.counts(), {
      mails: 40,
      different: 35,
      signed: 0,
      posts: 0,
      told: {},
    })
  })

  it('knows a signature in the header alone, wherever it is folded and the packets end', async context => {
    const sink = await startSink()
    context.after(() => sink.stop())
    const head = 'DKIM-Signature: v=1;\r\n\ta=rsa-sha256;\r\n b=x\r\n'
    const only = 'DKIM-Signature: v=1; a=ed25519-sha256; b=x\r\nX-Note: a=rsa-sha256\r\n'
    await hand(sink, `${head}Subject: Benchmark 7\r\n\r\nHello\r\n`)
    await hand(sink, `${only}Subject: Benchmark 8\r\n\r\nHello\r\n`)
    await hand(sink, `Subject: Benchmark 9\r\n\r\n${head}`)
    assert.deepEqual(await sink.counts(), { mails: 3, different: 3, signed: 1, posts: 0, told: {} })
  })
})

/** How many of these emails the sink has accepted. */
async function taken(order: Pick<HandInOrder, 'port' | 'connections' | 'first' | 'total'>) {
  const { handedIn } = await handIn({
    ...{ how: 'smtp', bodyKb: smallKb, domains: ['a.test', 'b.test'], patienceMs: 60_000 },
    ...order,
  })
  return handedIn.accepted.length
}

/** One message, a byte at a time. */
async function hand(sink: Sink, content: string): Promise<void> {
  const socket = connect(sink.smtp, '127.0.0.1')
  socket.setNoDelay(true)
  socket.resume()
  for (const byte of `EHLO a\r\nMAIL FROM:<>\r\nRCPT TO:<b>\r\nDATA\r\n${content}.\r\nQUIT\r\n`) {
    await new Promise(resolve => socket.write(byte, resolve))
  }
  await once(socket, 'close')
}

describe('The account of CPU time', () => {
  it('reads processes by whatever name', () => {
    const fields = `S 7 ${Array(9).fill(0).join(' ')} 100 200 300 400 20 0`
    const [one, ...others] = readStats(`42 (a) b (c) ${fields}\ncat: /proc/9/stat: No such file\n`)
    assert.deepEqual(others, [])
    assert.equal(one!.pid, 42)
    assert.equal(one!.parent, 7)
    const ratio =
      one!.cpuSeconds / readStats(`1 (x) ${fields.replace('400', '1400')}`)[0]!.cpuSeconds
    assert.equal(ratio, 1000 / 2000)
  })

  it('takes in what descends from a process', async () => {
    const burn = 'const t = Date.now(); while (Date.now() - t < 300); console.log(1)'
    const wait = 'setTimeout(() => {}, 60_000)'
    const parent = `require('child_process').spawn(process.execPath,
      ['-e', ${JSON.stringify(`${burn}; ${wait}`)}], { stdio: 'inherit' })`
    // A group of its own, so that both can be ended together.
    const child = spawn(process.execPath, ['-e', parent], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    await once(child.stdout!, 'data')
    const [alone] = readStats(await readFile(`/proc/${child.pid}/stat`, 'utf8'))
    const together = await familySeconds(child.pid!)
    process.kill(-child.pid!, 'SIGKILL')
    assert.ok(together > alone!.cpuSeconds + 0.02, `${together} s, ${alone!.cpuSeconds} s alone`)
  })
})

describe('Processes', () => {
  it('are killed at once, those that have ended being no fault, and their end is known', async () => {
    const wait = ['-e', 'setTimeout(() => {}, 60_000)']
    const [one, other] = [spawn(process.execPath, wait), spawn(process.execPath, ['-e', ''])]
    await endOf(other)
    const anything = { parent: 1, cpuSeconds: 0 }
    killAtOnce([other, one].map(({ pid }) => ({ ...anything, pid: pid! })))
    await endOf(one)
    await endOf(one)
    assert.equal(one.signalCode, 'SIGKILL')
    assert.equal(other.exitCode, 0)
  })
})
