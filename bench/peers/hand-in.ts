/**
 * Hands the numbered emails in, in a process of its own: the finished message by SMTP (RFC 5321, each
 * command group in one write, RFC 2920), or its parts by HTTP, over connections that stay open. No
 * email is handed in twice, also where the connection goes before the answer has come: what arrives
 * twice was doubled by the server. While the server is away, connections are tried again.
 *
 *     node bench/peers/hand-in.ts ORDER      prints how many are accepted, then who was
 */
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { cutAnswer } from '../answers.ts'
import type { HandInOrder, HandInTold } from './handing-in.ts'
import { emailOf, messageOf } from './letters.ts'

const order = JSON.parse(process.argv[2]!) as HandInOrder
const end = order.first + order.total
const accepted: number[] = []
const unanswered: number[] = []
const refused: number[] = []
let next = order.first
let firstRefusal: string | null = null

/** Told so often of all: by count and not by time, so that none is told too late. */
const parts = 40
const againMs = 100

const tell = (told: HandInTold): void => console.log(JSON.stringify(told))

function settle(number: number, answer: string, isTaken: boolean): void {
  ;(isTaken ? accepted : refused).push(number)
  if (!isTaken) firstRefusal ??= answer.slice(0, 300)
  else if (accepted.length % Math.ceil(order.total / parts) === 0) {
    tell({ accepted: accepted.length })
  }
}

/** Emails over one connection until there are none left, or it goes. */
type Conversation = (socket: Socket) => void

async function run(converse: Conversation): Promise<void> {
  const deadline = performance.now() + order.patienceMs
  while (next < end && performance.now() < deadline) {
    await new Promise<void>(resolve => {
      const socket = connect(order.port, '127.0.0.1')
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => resolve())
      converse(socket)
    })
    if (next < end) await pause(againMs)
  }
}

type Stage = 'greeting' | 'ehlo' | 'auth' | 'mail' | 'rcpt' | 'data' | 'dot' | 'quit'

function bySmtp(socket: Socket): void {
  let rest = ''
  let current: number | null = null
  /** What the replies still to come belong to. */
  let expected: Stage[] = ['greeting']
  const say = (text: string | Buffer, ...stages: Stage[]): void => {
    expected = stages
    socket.write(text)
  }
  const begin = (): void => {
    if (next >= end) {
      say('QUIT\r\n', 'quit')
      return
    }
    current = next++
    const { from, to } = emailOf(current, order)
    say(`MAIL FROM:<${from}>\r\nRCPT TO:<${to}>\r\nDATA\r\n`, 'mail', 'rcpt', 'data')
  }
  const finish = (reply: string, isTaken: boolean): void => {
    settle(current!, reply, isTaken)
    current = null
  }
  const hear = (reply: string): void => {
    const stage = expected.shift()
    const isGood = /^[23]/.test(reply)
    if (!isGood && stage !== 'quit') {
      if (current !== null) finish(reply, false)
      socket.destroy()
    } else if (stage === 'greeting') say('EHLO load.bench.test\r\n', 'ehlo')
    else if (stage === 'ehlo' && order.key !== undefined) {
      const token = Buffer.from(`\0bench\0${order.key}`).toString('base64')
      say(`AUTH PLAIN ${token}\r\n`, 'auth')
    } else if (stage === 'ehlo' || stage === 'auth') begin()
    else if (stage === 'data') say(messageOf(current!, order), 'dot')
    else if (stage === 'dot') {
      finish(reply, true)
      begin()
    } else if (stage === 'quit') socket.end()
  }
  socket.on('data', bytes => {
    rest += bytes.toString('latin1')
    for (let at = rest.indexOf('\r\n'); at >= 0; at = rest.indexOf('\r\n')) {
      const line = rest.slice(0, at)
      rest = rest.slice(at + 2)
      if (line[3] !== '-') hear(line)
    }
  })
  socket.on('close', () => {
    if (current !== null) unanswered.push(current)
  })
}

function byHttp(socket: Socket): void {
  let rest = ''
  let current: number | null = null
  const begin = (): void => {
    if (next >= end) return void socket.end()
    current = next++
    socket.write(request(current))
  }
  socket.on('connect', begin)
  socket.on('data', bytes => {
    rest += bytes.toString('latin1')
    const answer = cutAnswer(rest)
    if (answer === null) return
    settle(current!, answer.text, answer.isGood)
    current = null
    rest = answer.rest
    begin()
  })
  socket.on('close', () => {
    if (current !== null) unanswered.push(current)
  })
}

function request(number: number): string {
  const { from, to, subject, text, html } = emailOf(number, order)
  const body = JSON.stringify({ from: `Bench <${from}>`, to: [to], subject, text, html })
  return (
    `POST /v1/emails HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${order.key}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}

const begunAt = Date.now()
const converse = order.how === 'smtp' ? bySmtp : byHttp
await Promise.all(Array.from({ length: order.connections }, () => run(converse)))
tell({ begunAt, handedIn: { accepted, unanswered, refused }, firstRefusal })
