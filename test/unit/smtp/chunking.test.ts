/**
 * Content by BDAT (RFC 3030), over loopback sockets: octets counted, nothing said to a server that
 * does not know it, and as many round trips as the offer allows.
 */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import fc from 'fast-check'
import { type BrokenOffers, createBrokenOffers } from '#protocol/smtp/broken-offers.ts'
import { connect, type SmtpSession, send } from '#protocol/smtp/client.ts'
import { byBdat, firstLine } from '#protocol/smtp/content.ts'
import { Pool } from '#protocol/smtp/pool.ts'
import { type Destination, usualLimits } from '#protocol/smtp/pool-destination.ts'
import type { QueuedTransaction, Transaction, TransactionResult } from '#protocol/smtp/verdict.ts'
import type { Mx, MxOptions, Received } from './mx.ts'
import { email, type Outside, openTo, outside, shown, to, words } from './outside.ts'
import { stage, startServer } from './stage.ts'

const world = outside(100)
const both = ['PIPELINING', 'CHUNKING', '8BITMIME']
const hour = 3_600_000

async function open(
  server: Mx,
  brokenBdat: BrokenOffers = createBrokenOffers(world),
  at: Outside = world,
): Promise<SmtpSession> {
  return openTo(at, { ...to(server.port), brokenBdat })
}

/** All over one session, one behind the other. */
async function sendAll(
  session: SmtpSession,
  transactions: readonly Transaction[],
): Promise<TransactionResult[]> {
  const jobs: QueuedTransaction[] = []
  const outcomes = transactions.map(
    transaction =>
      new Promise<TransactionResult>((settle, fail) => jobs.push({ transaction, settle, fail })),
  )
  await session.run(() => jobs.shift())
  return Promise.all(outcomes)
}

/** The content as the receiver reads it. */
const meant = ({ content, chunks }: Received): string =>
  chunks.length > 0 ? content.toString() : content.toString().replaceAll(/(^|\r\n)\.\./g, '$1.')

const bdats = (mx: Mx): string[] => mx.lines.filter(line => line.startsWith('BDAT'))
const datas = (mx: Mx): number => mx.lines.filter(line => line === 'DATA').length

describe('content by BDAT', () => {
  for (const features of [both, ['CHUNKING', '8BITMIME']]) {
    it(`is one line and the rest, then one chunk for each email: ${features.join()}`, async t => {
      const server = await startServer(t, { features })
      const session = await open(server)
      const sent = await sendAll(session, [email(), email('.a\r\n.\r\n\r\n.b'), email('')])
      await session.quit()
      for (const { verdicts } of sent) {
        assert.deepEqual(verdicts.map(words), ['accepted 250 2.0.0'])
      }
      assert.deepEqual(bdats(server), ['BDAT 13', 'BDAT 9 LAST', 'BDAT 13 LAST', 'BDAT 0 LAST'])
      assert.deepEqual(
        server.received.map(one => one.content.toString()),
        ['Subject: hi\r\n\r\nhello\r\n', '.a\r\n.\r\n\r\n.b\r\n', ''],
      )
      assert.equal(datas(server), 0)
      assert.match(shown(sent[0]!.transcript), /C: BDAT 13\n(.*\n)*C: BDAT 9 LAST\n/)
      assert.doesNotMatch(shown(sent[0]!.transcript), /Subject/)
    })
  }

  it('is not used where nobody remembers who cannot do it, nor where it is not offered', async t => {
    const server = await startServer(t, { features: both })
    const session = await openTo(world, to(server.port))
    await send(session, email())
    await session.quit()
    const plain = await startServer(t, { features: ['PIPELINING'] })
    const other = await open(plain)
    await send(other, email())
    await other.quit()
    assert.deepEqual([...bdats(server), ...bdats(plain)], [])
    assert.deepEqual([server.received.length, plain.received.length], [1, 1])
  })

  it('is what DATA would have brought, whatever the content', async t => {
    const server = await startServer(t, { features: both })
    const plain = await startServer(t, { features: ['PIPELINING', '8BITMIME'] })
    const piece = fc.constantFrom(
      '\r',
      '\n',
      '.',
      '\r\n',
      '\0',
      'a',
      'Subject: x\r\n',
      'é',
      '\r\n.',
    )
    const content = fc.array(
      fc.array(piece, { maxLength: 6 }).map(p => p.join('')),
      { minLength: 1, maxLength: 6 },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(content, { minLength: 1, maxLength: 3 }), async contents => {
        const odd = contents.map(parts =>
          email('', { body: parts.map(part => Buffer.from(part)), eightBit: true }),
        )
        const emails = [...odd, email(), ...odd]
        const from = server.received.length
        for (const one of [server, plain]) {
          const session = await open(one)
          for (const { verdicts } of await sendAll(session, emails)) {
            assert.deepEqual(verdicts.map(words), ['accepted 250 2.0.0'])
          }
          await session.quit()
        }
        assert.deepEqual(
          server.received.slice(from).map(meant),
          plain.received.slice(from).map(meant),
        )
      }),
      { numRuns: 150 },
    )
    assert.ok(bdats(server).length > 150 * 3)
  })

  for (const size of [65_536, 65_537, 131_072, 1_500_000]) {
    it(`of ${size} bytes comes whole, and its last block ends it`, async t => {
      const server = await startServer(t, { features: both })
      const session = await open(server)
      const text = `Subject: large\r\n\r\n${'.x\r\n'.repeat(size / 4)}`.slice(0, size - 2).trimEnd()
      const body = `${text}${'y'.repeat(size - 2 - text.length)}\r\n`
      assert.equal(body.length, size)
      const sent = await sendAll(session, [email(body), email(body), email()])
      await session.quit()
      assert.deepEqual(
        sent.flatMap(one => one.verdicts.map(words)),
        ['accepted 250 2.0.0', 'accepted 250 2.0.0', 'accepted 250 2.0.0'],
      )
      assert.deepEqual(server.received[0]!.chunks, [16, size - 16])
      assert.deepEqual(server.received[1]!.chunks, [size])
      for (const one of server.received.slice(0, 2)) assert.equal(one.content.toString(), body)
    })
  }

  it('keeps the last block of a large email for the write that completes it', () => {
    const body = [Buffer.alloc(200_000, 'a')]
    const { blocks, end } = byBdat({ body }, 200_000, 0)
    const sizes = [...blocks!].map(block => block.length)
    assert.deepEqual(sizes, ['BDAT 200002 LAST\r\n'.length, 65_536, 65_536, 65_536])
    assert.equal(Buffer.concat(end()).length, 200_002 - 3 * 65_536)
  })

  it('has no first line where that is all there is', () => {
    const body = [Buffer.from('a: b\r\n')]
    assert.equal(firstLine({ body }, 6), null)
    assert.equal(firstLine({ body }, 7), 'a: b\r\n')
  })

  it('of a large email is not begun where nobody wants it', async t => {
    const server = await startServer(t, {
      features: both,
      misbehave: (at, socket, line) =>
        at === 'rcpt' && line.includes('<caio@') && socket.write('550 5.1.1 nobody\r\n'),
    })
    const session = await open(server)
    const large = email(`Subject: hi\r\n${'x'.repeat(200_000)}\r\n`, {
      recipients: ['caio@mx.example'],
      beforeContent: () => assert.fail('for nobody'),
    })
    const sent = await sendAll(session, [large, email(), large, email()])
    await session.quit()
    assert.deepEqual(
      sent.flatMap(one => one.verdicts.map(words)),
      [
        'refused 550 5.1.1 rcpt',
        'accepted 250 2.0.0',
        'refused 550 5.1.1 rcpt',
        'accepted 250 2.0.0',
      ],
    )
    assert.deepEqual(bdats(server), ['BDAT 13', 'BDAT 13', 'BDAT 9 LAST', 'BDAT 22 LAST'])
  })
})

describe('a server that offers CHUNKING and does not do it', () => {
  const evil = 'Subject: hi\r\nMAIL FROM:<evil@x>\r\nRCPT TO:<victim@y>\r\nDATA\r\n\r\nx\r\n.\r\n'

  /** The pool's destination of one server. */
  const destination = (server: Mx, brokenBdat: BrokenOffers): Destination => ({
    key: 'one',
    limits: usualLimits,
    open: () => connect(world, { ...to(server.port), brokenBdat }),
  })

  const liar = (t: TestContext, more: MxOptions = {}): Promise<Mx> =>
    startServer(t, { features: both, liesAboutChunking: true, ...more })

  it('gets the email by DATA at once, and no line of its content as a command', async t => {
    const server = await liar(t)
    const pool = new Pool(world, 10)
    const memory = createBrokenOffers(world)
    for (let n = 0; n < 3; n++) {
      const sent = await pool.send(destination(server, memory), email(evil))
      assert.equal(sent.kind, 'done')
      assert.deepEqual(sent.kind === 'done' && sent.verdicts.map(words), ['accepted 250 2.0.0'])
    }
    await pool.drain(1000)
    assert.equal(server.received.length, 3)
    assert.deepEqual([bdats(server), datas(server)], [['BDAT 13'], 3])
    assert.deepEqual(
      server.lines.filter(line => /evil|victim/.test(line)),
      [],
    )
  })

  it('is asked again after an hour, then after a day, and at once when it has learnt it', async t => {
    let now = 0
    const clocked = { ...world, clock: { ...world.clock, monotonic: () => now } }
    const memory = createBrokenOffers(clocked)
    const server = await liar(t)
    const tries = async (ms: number): Promise<number> => {
      now += ms
      const before = bdats(server).length
      const session = await open(server, memory)
      const sent = await send(session, email())
      assert.match(sent.verdicts.map(words).join(), /^(accepted 250|deferred malformed data)/)
      await session.quit()
      return bdats(server).length - before
    }
    assert.deepEqual([await tries(0), await tries(hour - 1)], [1, 0])
    assert.deepEqual([await tries(1), await tries(hour), await tries(23 * hour - 1)], [1, 0, 0])
    assert.equal(await tries(1), 1)
    const honest = await startServer(t, { features: both })
    const session = await openTo(world, { ...to(honest.port), brokenBdat: memory })
    now += 24 * hour
    await send(session, email())
    await session.quit()
    assert.equal(memory.whyNot(session.peer), null)
    assert.deepEqual([await tries(0), await tries(hour)], [1, 1], 'an hour again')
  })

  it('is one observation for sessions that were open together', async t => {
    let now = 0
    const memory = createBrokenOffers({ clock: { ...world.clock, monotonic: () => now } })
    const server = await liar(t)
    const sessions = await Promise.all([
      open(server, memory),
      open(server, memory),
      open(server, memory),
    ])
    const two = await Promise.all(sessions.slice(0, 2).map(session => send(session, email())))
    assert.deepEqual(
      two.flatMap(one => one.verdicts.map(words)),
      Array(2).fill('deferred malformed data'),
    )
    assert.deepEqual(
      two.map(one => one.untried),
      [true, true],
    )
    // Opened before it was known, and told so by the others.
    const third = await send(sessions[2]!, email())
    assert.deepEqual(third.verdicts.map(words), ['accepted 250 2.0.0'])
    await Promise.all(sessions.map(session => session.quit()))
    now += hour
    assert.equal(memory.whyNot(sessions[0]!.peer), null)
  })

  for (const code of [500, 501, 502, 503, 504]) {
    it(`and says ${code} to the last chunk: no bounce, no doubt, DATA next`, async t => {
      const server = await startServer(t, {
        features: both,
        misbehave: (at, socket) =>
          at === 'dot' && bdats(server).length > 0 && datas(server) === 0
            ? socket.write(`${code} 5.5.1 what?\r\n`)
            : false,
      })
      const memory = createBrokenOffers(world)
      const session = await open(server, memory)
      const sent = await send(session, email())
      assert.deepEqual(sent.verdicts.map(words), ['deferred malformed dot'])
      assert.deepEqual([sent.untried, session.open], [false, false])
      const again = await open(server, memory)
      const second = await send(again, email())
      await again.quit()
      assert.deepEqual(second.verdicts.map(words), ['accepted 250 2.0.0'])
      assert.deepEqual([bdats(server).length, datas(server)], [2, 1])
    })
  }

  it('and says so before the last chunk: it is remembered, and nobody is refused', async t => {
    const server = await startServer(t, {
      features: both,
      misbehave: (stage, socket) =>
        stage === 'chunk' && socket.write('250 2.0.0 more\r\n503 5.5.1 what?\r\n'),
    })
    const memory = createBrokenOffers(world)
    const session = await open(server, memory)
    const sent = await send(session, email())
    assert.deepEqual(sent.verdicts.map(words), ['deferred malformed body'])
    assert.match(memory.whyNot(session.peer)!, /503/)
    assert.equal(session.open, false)
  })

  it('and refuses the content for what it is: that is a refusal, by BDAT as by DATA', async t => {
    for (const at of ['chunk', 'dot'] as const) {
      const server = await startServer(t, {
        features: both,
        misbehave: (stage, socket) => stage === at && socket.write('554 5.7.1 spam\r\n'),
      })
      const memory = createBrokenOffers(world)
      const session = await open(server, memory)
      const sent = await sendAll(session, [email()])
      // Alone, so that nothing rides behind it: what is left is reset before the next.
      const next = await sendAll(session, [email()])
      await session.quit()
      const stage = at === 'chunk' ? 'data' : 'dot'
      for (const one of [...sent, ...next]) {
        assert.deepEqual(one.verdicts.map(words), [`refused 554 5.7.1 ${stage}`])
      }
      assert.equal(server.lines.filter(line => line === 'RSET').length, 1)
      assert.equal(memory.whyNot(session.peer), null)
    }
  })

  it('reads a chunk for nobody as a command: nothing but the one line is there to read', async t => {
    const server = await startServer(t, {
      features: both,
      keepsRefusedChunks: true,
      misbehave: (at, socket, line) =>
        at === 'rcpt' && line.includes('<caio@') && socket.write('550 5.1.1 nobody\r\n'),
    })
    const pool = new Pool(world, 10)
    const memory = createBrokenOffers(world)
    const one = destination(server, memory)
    const nobody = email(evil, { recipients: ['caio@mx.example'] })
    const sent = await Promise.all(
      [nobody, email(evil), nobody, email(evil)].map(e => pool.send(one, e)),
    )
    await pool.drain(1000)
    assert.deepEqual(
      sent.map(outcome => outcome.kind === 'done' && outcome.verdicts.map(words).join()),
      [
        'refused 550 5.1.1 rcpt',
        'accepted 250 2.0.0',
        'refused 550 5.1.1 rcpt',
        'accepted 250 2.0.0',
      ],
    )
    assert.equal(server.received.length, 2)
    assert.deepEqual(
      server.lines.filter(line => /evil|victim/.test(line)),
      [],
    )
  })

  it('delivers on a node in one attempt, and its neighbour is not asked for it', async t => {
    const server = await liar(t)
    const { domain, node } = stage(t, server.port)
    domain('here.example', { 'mx.here.example': '127.0.0.1' })
    const { send: deliver } = node()
    for (const name of ['ana', 'bia']) {
      const { finding, sent } = await deliver(`${name}@here.example`)
      assert.equal(finding.kind, 'delivered')
      assert.equal(sent.length, 1)
    }
    assert.deepEqual([bdats(server).length, datas(server)], [1, 2])
  })
})

describe('the moment of doubt', () => {
  /** The server's end comes once so many octets of the wire have been read. */
  const cut = async (t: TestContext, at: 'rcpt' | 'chunk' | 'body' | 'dot'): Promise<string> => {
    const server = await startServer(t, {
      features: both,
      misbehave: (stage, socket) => stage === at && Boolean(socket.destroy()) && 'deaf',
    })
    const session = await open(server)
    const large = `Subject: hi\r\n${`${'x'.repeat(78)}\r\n`.repeat(150_000)}`
    const sent = await send(session, email(at === 'body' ? large : undefined))
    await session.quit()
    assert.equal(sent.untried, false)
    return sent.verdicts.map(words).join()
  }
  it('begins with the end of the last chunk, and nowhere before', async t => {
    assert.match(await cut(t, 'rcpt'), /^deferred (closed|reset) rcpt$/)
    assert.match(await cut(t, 'chunk'), /^deferred (closed|reset) data$/)
    assert.match(await cut(t, 'body'), /^deferred (closed|reset) body$/)
    assert.match(await cut(t, 'dot'), /^deferred (closed|reset) dot uncertain$/)
  })

  it('comes after `sent` is committed, which no refused recipient is', async t => {
    const server = await startServer(t, { features: both })
    const session = await open(server)
    const asked: string[] = []
    const beforeContent = async (): Promise<boolean> => {
      asked.push(server.lines.filter(line => line !== 'Subject: hi').at(-1)!)
      return true
    }
    await send(session, email(undefined, { beforeContent }))
    await send(session, email(undefined, { beforeContent }))
    await session.quit()
    assert.deepEqual(asked, ['BDAT 13', 'RCPT TO:<ana@mx.example>'])
  })
})

describe('what is written for one email', () => {
  /** Writes of so many emails over one session; each waits for an answer before the next. */
  async function writes(
    t: TestContext,
    features: readonly string[],
    emails: number,
  ): Promise<number> {
    const server = await startServer(t, { features })
    let count = 0
    const counting: Outside = {
      ...world,
      net: {
        async connect(target) {
          const connection = await world.net.connect(target)
          const write = connection.write.bind(connection)
          connection.write = bytes => {
            count++
            return write(bytes)
          }
          return connection
        },
      },
    }
    const session = await open(server, createBrokenOffers(world), counting)
    count = 0
    const sent = await sendAll(
      session,
      Array.from({ length: emails }, () => email()),
    )
    const written = count
    await session.quit()
    assert.ok(sent.every(one => one.verdicts[0]?.kind === 'accepted'))
    return written
  }

  it('is one write where both are offered, as with DATA; alone CHUNKING saves one of four', async t => {
    const of = async (features: readonly string[]): Promise<number[]> => {
      const first = await writes(t, features, 1)
      return [first, (await writes(t, features, 11)) - first]
    }
    assert.deepEqual(await of(['PIPELINING']), [2, 10])
    assert.deepEqual(await of(['PIPELINING', 'CHUNKING']), [2, 10])
    assert.deepEqual(await of([]), [4, 40])
    assert.deepEqual(await of(['CHUNKING']), [4, 30])
  })
})
