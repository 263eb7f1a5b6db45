/** That the benchmark counts what it says it counts. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { generate, type Sink, startSink } from './node.ts'
import { againstBest, table } from './peers.ts'
import { familySeconds, readStats } from './processes.ts'

describe('The sink', () => {
  it('counts what came, what is different of it, and what is signed by RSA', async context => {
    const sink = await startSink()
    context.after(() => sink.stop())
    const order = { port: sink.smtp, connections: 3, total: 20 }
    assert.deepEqual(await generate('submit.ts', { ...order, first: 0 }), { taken: 20, refused: 0 })
    await generate('submit.ts', { ...order, first: 15 })
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

describe('The closing table', () => {
  const rounds = [
    [at(1000, 1), at(200, 4), at(500, 2)],
    [at(900, 1), at(300, 4), at(100, 2)],
    [at(800, 1), at(100, 4), at(200, 2)],
  ]

  it('sets everyone beside ours within each round', () => {
    assert.equal(
      table(rounds, ['Malote', 'One', 'Another']),
      [
        '          emails/s   CPU ms per email   ours is',
        'Malote         900               1.00',
        'One            200               4.00    5.00 ×',
        'Another        200               2.00    4.00 ×',
      ].join('\n'),
    )
  })

  it('compares with whoever was best in the round', () => {
    assert.deepEqual(againstBest(rounds), [2, 3, 4])
  })
})

function at(perSecond: number, cpuMs: number) {
  return { perSecond, cpuMs }
}
