/** That what is lost and what is doubled is counted, by receivers and servers that do as they are told. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import net from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import tls from 'node:tls'
import { freePort } from '../../test/support/free-port.ts'
import { startMx } from '../../test/unit/smtp/mx.ts'
import { fateOf } from './count.ts'
import { type HandInOrder, handIn } from './handing-in.ts'
import type { StartedPeer } from './peer.ts'
import { certificate, type ReceiverOrder, startReceiver } from './receiving.ts'
import type { Scenario } from './scenarios.ts'
import { takeTurn } from './turn.ts'

describe('The fate of what was handed in', () => {
  const handedIn = { accepted: [1, 2, 3, 4], unanswered: [5, 6], refused: [7] }

  it('is lost only where it was accepted and is nowhere', () => {
    const landed = [id(1), id(3), id(4), id(5)]
    assert.deepEqual(fateOf(handedIn, landed), { arrived: 4, lost: [2], doubled: [] })
  })

  it('is doubled where a Message-ID came more than once, also of what nobody was answered about', () => {
    const landed = [id(1), id(2), id(3), id(4), id(2), id(2), id(6), id(6)]
    assert.deepEqual(fateOf(handedIn, landed), { arrived: 5, lost: [], doubled: [2, 6] })
  })

  it('is no copy where two emails were made of one', () => {
    assert.throws(() => fateOf(handedIn, [id(1), [1, '<other@a>']]), /email 1 came as <1@a> and as/)
  })
})

const id = (number: number): [number, string] => [number, `<${number}@a>`]

describe('The receiver of the comparison', () => {
  it('tells copies by number and Message-ID, what is signed, and apart what it does not expect', async context => {
    const receiver = await receiving(context, {})
    const signed = 'DKIM-Signature: v=1;\r\n\ta=rsa-sha256; b=x\r\n'
    const all = [
      message(1, signed),
      message(2),
      message(1, signed),
      message(99),
      'Subject: else\r\n\r\nx\r\n',
    ]
    await speak(receiver.port, all.map(content => conversation(content, 1)).join(''))
    assert.deepEqual(await receiver.landed(), [id(1), id(2), id(1)])
    const { mails, different, signed: found, strays, peak, secure } = await receiver.counts()
    assert.deepEqual(
      { mails, different, found, strays, peak, secure },
      { mails: 3, different: 2, found: 2, strays: 2, peak: 1, secure: 0 },
    )
  })

  it('finds the end of an email wherever the packets end, and its fields in a large one', async context => {
    const receiver = await receiving(context, {})
    const large = message(3).replace('Hello', '.. x'.repeat(20_000))
    const text = conversation(message(1), 1) + conversation(large, 3)
    await speak(receiver.port, text, 1, 400)
    await speak(receiver.port, conversation(large.replace('Benchmark 3', 'Benchmark 4'), 4), 7_001)
    assert.deepEqual(await receiver.landed(), [id(1), id(3), [4, '<3@a>']])
  })

  it('puts off the first try of every tenth, and no other', async context => {
    const receiver = await receiving(context, { defers: true })
    const tries = [10, 11, 10, 20].map(number => conversation(message(number), number)).join('')
    const answers = await speak(receiver.port, tries)
    assert.equal(answers.match(/^450 4\.2\.0/gm)?.length, 2)
    assert.deepEqual(
      (await receiver.landed()).map(([number]) => number),
      [11, 10],
    )
    assert.equal((await receiver.counts()).putOff, 2)
  })

  it('offers TLS where it is to, and counts what came by it', async context => {
    const receiver = await receiving(context, { tls: certificate() })
    const plain = net.connect(receiver.port, '127.0.0.1')
    await once(plain, 'data')
    plain.write('EHLO a\r\n')
    assert.match(String((await once(plain, 'data'))[0]), /^250-STARTTLS\r$/m)
    plain.write('STARTTLS\r\n')
    await once(plain, 'data')
    plain.removeAllListeners('data')
    const secure = tls.connect({ socket: plain, rejectUnauthorized: false })
    secure.write(`${conversation(message(1), 1)}QUIT\r\n`)
    const answers: Buffer[] = []
    secure.on('data', bytes => answers.push(bytes))
    await once(secure, 'end')
    assert.doesNotMatch(Buffer.concat(answers).toString(), /STARTTLS/)
    await speak(receiver.port, conversation(message(2), 2))
    const { mails, secure: found } = await receiver.counts()
    assert.deepEqual({ mails, found }, { mails: 2, found: 1 })
  })
})

describe('The submitter', () => {
  it('hands nothing in twice, and tells what was accepted, refused and left without an answer', async context => {
    const seen: number[] = []
    const port = await server(context, (number, socket) => {
      seen.push(number)
      if (number === 3) socket.destroy()
      else socket.write(number === 5 ? '554 5.7.1 no\r\n' : '250 ok\r\n')
    })
    const { handedIn, firstRefusal } = await handIn(order({ port, total: 8 }))
    assert.deepEqual(sorted(handedIn.accepted), [1, 2, 4, 6, 7, 8])
    assert.deepEqual(handedIn, { ...handedIn, unanswered: [3], refused: [5] })
    assert.equal(firstRefusal, '554 5.7.1 no')
    assert.deepEqual(sorted(seen), [1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('goes on where the server was away for a while', async context => {
    const port = await freePort()
    const handing = handIn(order({ port, total: 2 }))
    await refusedOnce(port)
    await server(context, (_, socket) => void socket.write('250 ok\r\n'), port)
    assert.deepEqual(sorted((await handing).handedIn.accepted), [1, 2])
  })

  it('hands the same in by HTTP', async context => {
    const bodies: { subject: string; html: string }[] = []
    const api = createHttpServer(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part)
      bodies.push(JSON.parse(Buffer.concat(parts).toString()))
      if (bodies.length === 2) request.socket.destroy()
      else response.writeHead(bodies.length === 1 ? 422 : 202, { 'content-length': 2 }).end('{}')
    })
    api.listen(0, '127.0.0.1')
    await once(api, 'listening')
    context.after(() => api.close())
    const { port } = api.address() as net.AddressInfo
    const asked = {
      how: 'http',
      key: 'svc_1',
      port,
      total: 4,
      connections: 1,
      bodyKb: 100,
    } as const
    const { handedIn } = await handIn(order(asked))
    assert.deepEqual(handedIn, { accepted: [3, 4], unanswered: [2], refused: [1] })
    assert.deepEqual(
      bodies.map(({ subject }) => subject),
      [1, 2, 3, 4].map(number => `Benchmark ${number}`),
    )
    assert.ok(bodies.every(({ html }) => html.length > 97_000 && html.length < 101_000))
  })
})

describe('A turn', () => {
  it('counts what a server has lost and doubled, and says what it marks of it', async context => {
    const told: number[][] = []
    const turn = await scripted(context, {
      copies: number => (number === 4 ? 0 : number === 7 ? 3 : 1),
      marked: async numbers => {
        told.push([...numbers])
        return 1
      },
    })
    const figures = await turn({ kill: true })
    assert.deepEqual(told, [[7]])
    const { accepted, arrived, lost, doubled, marked, kill, perSecond, cpuMs } = figures
    assert.deepEqual(
      { accepted, arrived, lost, doubled, marked, perSecond, cpuMs },
      { accepted: 40, arrived: 39, lost: 1, doubled: 1, marked: 1, perSecond: null, cpuMs: null },
    )
    assert.ok(kill!.accepted >= 20 && kill!.accepted <= 40, String(kill!.accepted))
  })

  it('measures speed and CPU of what came, and leaves what is put off out of both', async context => {
    const turn = await scripted(context, { copies: () => 1 })
    const whole = await turn({})
    assert.equal(whole.accepted, 40)
    assert.equal(whole.cpuMs, 1_000 / 40)
    assert.ok(Math.abs(whole.perSecond! * whole.seconds - 40) < 1e-6)
    const later = await turn({ defers: true })
    assert.equal(later.arrived, 40)
    assert.equal(later.putOff, 4)
    assert.equal(later.cpuMs!.toFixed(6), (1_000 / 36).toFixed(6))
    assert.equal(later.lost, 0)
  })

  it('fails with a reason where mail comes unsigned, or in plain though TLS was offered', async context => {
    const turn = await scripted(context, { copies: () => 1, isSigned: false })
    await assert.rejects(turn({}), /40 of 40 came without a signature/)
    const plain = await scripted(context, { copies: () => 1 })
    await assert.rejects(plain({ tls: true }), /40 of 40 came in plain/)
  })

  it('fails with a reason where not all arrives in time', async context => {
    const turn = await scripted(context, { copies: number => (number === 4 ? 0 : 1) })
    await assert.rejects(turn({}, 2_000), /39 of 40 arrived in time/)
  })
})

// What is scripted -------------------------------------------------------------------------------

const sorted = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => a - b)

const message = (number: number, fields = ''): string =>
  `${fields}Subject: Benchmark ${number}\r\nMessage-ID:\r\n <${number}@a>\r\n\r\nHello\r\n`

const conversation = (content: string, number: number): string =>
  `EHLO a\r\nMAIL FROM:<b@c>\r\nRCPT TO:<user${number}@d>\r\nDATA\r\n${content}.\r\n`

async function receiving(context: TestContext, more: Partial<ReceiverOrder>) {
  const receiver = await startReceiver({
    ...{ port: 0, first: 1, total: 30, defers: false, tls: null },
    ...more,
  })
  context.after(receiver.close)
  return receiver
}

/** Says all of it and waits for the end; so many bytes at a time, from some byte on all the rest. */
async function speak(port: number, text: string, piece = Infinity, pieces = Infinity) {
  const socket = net.connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  const answers: Buffer[] = []
  socket.on('data', bytes => answers.push(bytes))
  const all = Buffer.from(`${text}QUIT\r\n`)
  for (let at = 0, n = 0; at < all.length; n++) {
    const end = n < pieces ? Math.min(all.length, at + piece) : all.length
    await new Promise(resolve => socket.write(all.subarray(at, end), resolve))
    at = end
  }
  await once(socket, 'close')
  return Buffer.concat(answers).toString()
}

const order = (more: Partial<HandInOrder> & { readonly port: number }): HandInOrder => ({
  ...{ how: 'smtp', connections: 2, first: 1, total: 1, bodyKb: 2.5, domains: ['d.test'] },
  patienceMs: 120_000,
  ...more,
})

/** Until a connection there is refused. */
const refusedOnce = (port: number): Promise<void> =>
  new Promise(resolve => {
    net.connect(port, '127.0.0.1').on('error', () => resolve())
  })

type OnMessage = (number: number, socket: net.Socket, content: string) => void

/** A server that answers all but the final dot by itself. */
async function server(context: TestContext, onMessage: OnMessage, port = 0): Promise<number> {
  const mx = await startMx({
    port,
    misbehave(stage, socket) {
      if (stage !== 'dot') return false
      const content = mx.received.at(-1)!.content.toString('latin1')
      onMessage(Number(/Benchmark (\d+)/.exec(content)![1]), socket, content)
      return true
    },
  })
  context.after(() => mx.close())
  return mx.port
}

interface Script {
  /** How many of an email come to the receiver. */
  readonly copies: (number: number) => number
  readonly isSigned?: boolean
  readonly marked?: StartedPeer['marked']
}

/** A server that hands on what the script says, and whose turn can be taken. */
async function scripted(context: TestContext, { copies, isSigned = true, marked }: Script) {
  const receiverPort = await freePort()
  const later: [number, string][] = []
  let inHand = 0
  let cpu = 0
  const carry = async (number: number, content: string): Promise<void> => {
    inHand++
    const answers = await speak(receiverPort, conversation(content, number))
    if (/^450/m.test(answers)) later.push([number, content])
    inHand--
  }
  const fields = isSigned ? 'DKIM-Signature: a=rsa-sha256\r\n' : ''
  const port = await server(context, (number, socket, content) => {
    for (let n = copies(number); n > 0; n--) void carry(number, `${fields}${content}\r\n`)
    socket.write('250 ok\r\n')
  })
  const peer: StartedPeer = {
    version: '1',
    got: 'made here',
    doors: {},
    cpuSeconds: async () => cpu++,
    kill: async () => {},
    restart: async () => {},
    hasten: async () => {
      for (const [number, content] of later.splice(0)) void carry(number, content)
    },
    waiting: async () => inHand + later.length,
    marked: marked ?? (async () => null),
  }
  const base = { bodyKb: 2.5, tls: false, roundTripMs: 0, defers: false, kill: false, emails: 40 }
  return (more: Partial<Scenario>, patienceMs = 120_000) =>
    takeTurn({
      ...{ name: 'Scripted', peer, door: { how: 'smtp', port }, receiverPort },
      ...{ scenario: { ...base, ...more }, first: 1, patienceMs },
    })
}
