/** One session over loopback sockets: what goes over the wire, in how many writes, with what verdict. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { connect, send } from '#protocol/smtp/client.ts'
import type { QueuedTransaction, Transaction, TransactionResult } from '#protocol/smtp/verdict.ts'
import { type Mx, type MxOptions, startMx } from './mx.ts'
import { email, openTo, outside, shown, to, words } from './outside.ts'

const world = outside(100)
const started: Mx[] = []
const mx = async (options?: MxOptions): Promise<Mx> => {
  const one = await startMx(options)
  started.push(one)
  return one
}
after(() => Promise.all(started.map(one => one.close())))

/** Puts transactions in line; resolves with their outcomes. */
function line(transactions: readonly Transaction[]): {
  next: () => QueuedTransaction | undefined
  outcomes: Promise<TransactionResult>[]
} {
  const jobs: QueuedTransaction[] = []
  const outcomes = transactions.map(
    transaction =>
      new Promise<TransactionResult>((settle, fail) => jobs.push({ transaction, settle, fail })),
  )
  return { next: () => jobs.shift(), outcomes }
}

describe('a session hands over', () => {
  it('one email, and says who answered what', async () => {
    const server = await mx()
    const session = await openTo(world, to(server.port))
    const outcome = await send(session, email())
    await session.quit()
    assert.deepEqual(outcome.verdicts.map(words), ['accepted 250 2.0.0'])
    assert.equal(outcome.peer?.host, 'mx.example')
    assert.equal(server.received[0]?.content.toString(), 'Subject: hi\r\n\r\nhello\r\n')
    assert.match(shown(outcome.transcript), /C: RCPT TO:<ana@mx.example>\n/)
    assert.match(
      shown(outcome.peer?.greeting ?? []),
      /^S: 220 mx.example ESMTP\nC: EHLO client\.example/,
    )
    await server.quiet()
  })

  for (const features of [['PIPELINING'], []]) {
    it(`several emails over one connection, features: ${features.join() || 'none'}`, async () => {
      const server = await mx({ features })
      const session = await openTo(world, to(server.port))
      const { next, outcomes } = line(
        Array.from({ length: 20 }, (_, n) => email(`n: ${n}\r\n\r\nx\r\n`)),
      )
      await session.run(next)
      await session.quit()
      for (const outcome of await Promise.all(outcomes))
        assert.deepEqual(outcome.verdicts.map(words), ['accepted 250 2.0.0'])
      assert.equal(server.connections, 1)
      assert.deepEqual(
        server.received.map(one => one.content.toString().split('\r\n')[0]),
        Array.from({ length: 20 }, (_, n) => `n: ${n}`),
      )
    })

    it(`each recipient its own verdict, features: ${features.join() || 'none'}`, async () => {
      const server = await mx({
        features,
        misbehave: (stage, socket, text) => {
          if (stage !== 'rcpt' || text.includes('<ana@')) return false
          socket.write(text.includes('<bia@') ? '450 4.2.2 full\r\n' : '550 5.1.1 nobody\r\n')
          return true
        },
      })
      const session = await openTo(world, to(server.port))
      const recipients = ['bia@mx.example', 'ana@mx.example', 'caio@mx.example']
      const mixed = await send(session, email(undefined, { recipients }))
      // All refused: nothing may be left open on the server for the next email.
      const none = await send(session, email(undefined, { recipients: ['caio@mx.example'] }))
      const last = await send(session, email())
      await session.quit()
      assert.deepEqual(mixed.verdicts.map(words), [
        'deferred 450 4.2.2 rcpt',
        'accepted 250 2.0.0',
        'refused 550 5.1.1 rcpt',
      ])
      assert.deepEqual(none.verdicts.map(words), ['refused 550 5.1.1 rcpt'])
      assert.deepEqual(last.verdicts.map(words), ['accepted 250 2.0.0'])
      assert.deepEqual(
        server.received.map(one => one.to),
        [['ana@mx.example'], ['ana@mx.example']],
      )
      assert.ok(server.lines.includes('RSET'), 'the refused transaction was reset')
    })
  }

  it('an empty content where the server takes DATA for nobody (RFC 2920 §3.1)', async () => {
    const server = await mx({
      takesDataForNobody: true,
      misbehave: (stage, socket, text) => {
        if (stage !== 'rcpt' || text.includes('<ana@')) return false
        socket.write('550 5.1.1 nobody\r\n')
        return true
      },
    })
    const session = await openTo(world, to(server.port))
    const nobody = {
      recipients: ['caio@mx.example'],
      beforeContent: () => assert.fail('for nobody'),
    }
    const refused = await send(session, email(undefined, nobody))
    const taken = await send(session, email())
    await session.quit()
    assert.deepEqual(refused.verdicts.map(words), ['refused 550 5.1.1 rcpt'])
    assert.deepEqual(taken.verdicts.map(words), ['accepted 250 2.0.0'])
    assert.deepEqual(
      server.received.map(one => one.content.length),
      [0, 22],
    )
  })

  it('a large content block by block, unchanged but for its dots', async () => {
    const server = await mx()
    const session = await openTo(world, to(server.port))
    const text = `${'x'.repeat(70)}\r\n.${'y'.repeat(60)}\r\n`.repeat(20_000)
    const outcome = await send(session, email(text))
    await session.quit()
    assert.deepEqual(outcome.verdicts.map(words), ['accepted 250 2.0.0'])
    assert.equal(server.received[0]?.content.toString(), text.replaceAll('\r\n.', '\r\n..'))
  })
})

describe('before the final dot', () => {
  it('the lease is asked, after 354', async () => {
    const server = await mx()
    const session = await openTo(world, to(server.port))
    let asked = 0
    const beforeContent = async (): Promise<boolean> => {
      asked++
      assert.equal(server.lines.at(-1), 'DATA')
      assert.equal(server.received.length, 0)
      return true
    }
    const outcome = await send(session, email(undefined, { beforeContent }))
    await session.quit()
    assert.deepEqual(outcome.verdicts.map(words), ['accepted 250 2.0.0'])
    assert.equal(asked, 1)
  })

  it('a lost lease abandons: no content, no dot, no connection', async () => {
    const server = await mx()
    const session = await openTo(world, to(server.port))
    const outcome = await send(session, email(undefined, { beforeContent: async () => false }))
    assert.deepEqual(outcome.verdicts.map(words), ['abandoned'])
    assert.equal(session.open, false)
    await server.quiet()
    assert.equal(server.received.length, 0)
  })

  it('our own fault reaches whoever sent, and drops the connection', async () => {
    const server = await mx()
    const session = await openTo(world, to(server.port))
    const broken = email(undefined, {
      beforeContent: () => Promise.reject(new Error('the database is gone')),
    })
    await assert.rejects(send(session, broken), /the database is gone/)
    await server.quiet()
    assert.equal(server.received.length, 0)
  })
})

describe("the server's offer", () => {
  const cases: readonly (readonly [string[], Partial<Transaction>, string])[] = [
    [['PIPELINING', 'SIZE 10'], {}, 'refused 552 5.3.4 mail'],
    [['PIPELINING'], { recipients: ['joão@mx.example'] }, 'refused 550 5.6.7 mail'],
    [['PIPELINING'], { utf8: true }, 'refused 550 5.6.7 mail'],
    [['PIPELINING'], { eightBit: true }, 'refused 554 5.6.3 mail'],
    [['PIPELINING', 'REQUIRETLS'], { requireTls: true }, 'refused 550 5.7.30 mail'],
    [['PIPELINING'], { recipients: ['a@b>\r\nRSET'] }, 'refused 553 5.1.3 rcpt'],
    [['PIPELINING'], { sender: 'a b@c' }, 'refused 553 5.1.7 mail'],
  ]
  for (const [features, more, expected] of cases) {
    it(`${features.join(' ')} answers ${JSON.stringify(more)} without a word`, async () => {
      const server = await mx({ features })
      const session = await openTo(world, to(server.port))
      const outcome = await send(session, email(undefined, more))
      await session.quit()
      assert.deepEqual(outcome.verdicts.map(words), [expected])
      assert.deepEqual(server.lines, ['EHLO client.example', 'QUIT'])
      assert.equal(outcome.verdicts[0]?.kind === 'refused' && outcome.verdicts[0].reply.local, true)
    })
  }

  it('decides what MAIL carries', async () => {
    const server = await mx({ features: ['SIZE 100000', '8BITMIME', 'SMTPUTF8', 'PIPELINING'] })
    const session = await openTo(world, to(server.port))
    await send(session, email('é\r\n', { recipients: ['joão@mx.example'] }))
    await send(session, email('abc\r\n', { sender: '' }))
    await session.quit()
    assert.deepEqual(
      server.lines.filter(text => text.startsWith('MAIL')),
      ['MAIL FROM:<bounce+1@sender.example> SIZE=4 BODY=8BITMIME SMTPUTF8', 'MAIL FROM:<> SIZE=5'],
    )
  })

  it('limits recipients and transactions (RFC 9422)', async () => {
    const server = await mx({ features: ['PIPELINING', 'LIMITS RCPTMAX=2 MAILMAX=2'] })
    const session = await openTo(world, to(server.port))
    const three = ['a@mx.example', 'b@mx.example', 'c@mx.example']
    const { next, outcomes } = line([email(undefined, { recipients: three }), email()])
    await session.run(next)
    assert.deepEqual((await outcomes[0])?.verdicts.map(words), [
      'accepted 250 2.0.0',
      'accepted 250 2.0.0',
      'deferred limit rcpt',
    ])
    assert.equal(session.open, false)
    const late = await send(session, email())
    assert.deepEqual([late.untried, ...late.verdicts.map(words)], [true, 'deferred closed mail'])
    await session.quit()
  })
})

describe('a session that grew too old', () => {
  const reasons: readonly (readonly [string, string, boolean])[] = [
    ['closes', '', true],
    ['says 421 without a code', '421 too many messages in this connection\r\n', true],
    ['says 421 4.4.2', '421 4.4.2 timeout\r\n', true],
    ['says 421 4.7.28, which is about us', '421 4.7.28 slow down\r\n', false],
  ]
  for (const [name, reply, untried] of reasons) {
    it(`${name}: the next email is ${untried ? 'untried' : 'deferred'}`, async () => {
      const server = await mx({
        misbehave: (stage, socket) => {
          if (stage !== 'mail' || server.received.length === 0) return false
          socket.end(reply)
          return true
        },
      })
      const session = await openTo(world, to(server.port))
      const { next, outcomes } = line([email(), email(), email()])
      await session.run(next)
      const [first, second] = [await outcomes[0], await outcomes[1]]
      assert.deepEqual(first?.verdicts.map(words), ['accepted 250 2.0.0'])
      assert.equal(second?.verdicts[0]?.kind, 'deferred')
      assert.equal(second?.untried, untried)
      await session.quit()
    })
  }
})

describe('AUTH, for a smart host', () => {
  const auth = { user: 'malote', password: 's3cret' }
  it('is not spoken in the clear where TLS could have been had', async () => {
    const server = await mx({ features: ['AUTH PLAIN'] })
    const opening = await connect(world, { ...to(server.port, { level: 'opportunistic' }), auth })
    assert.equal(opening.kind === 'failed' && words(opening.verdict), 'deferred auth auth')
    assert.ok(!server.lines.some(text => text.startsWith('AUTH')))
  })

  it('PLAIN, and the transcript keeps the secret', async () => {
    const server = await mx({ features: ['AUTH LOGIN PLAIN'] })
    const session = await openTo(world, { ...to(server.port), auth })
    assert.ok(
      server.lines.includes(`AUTH PLAIN ${Buffer.from('\0malote\0s3cret').toString('base64')}`),
    )
    assert.match(shown(session.peer.greeting), /C: AUTH PLAIN \*\*\*\nS: 235/)
    await session.quit()
  })

  it('LOGIN where PLAIN is not offered', async () => {
    let step = 0
    const server = await mx({
      features: ['AUTH=LOGIN'],
      misbehave: (stage, socket, text) => {
        if (stage !== 'auth') return false
        socket.write('334 VXNlcm5hbWU6\r\n')
        assert.equal(text, 'AUTH LOGIN')
        step++
        return true
      },
    })
    const opening = await connect(world, { ...to(server.port), auth })
    // The plain test server does not know the second step: it answers 500, which waits for the operator.
    assert.equal(
      opening.kind === 'failed' && words(opening.verdict),
      'deferred 500 5.5.2 auth auth',
    )
    assert.equal(step, 1)
    assert.equal(server.lines[2], Buffer.from('malote').toString('base64'))
  })
})
