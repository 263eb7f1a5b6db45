/**
 * A load generator in a process of its own: POSTs 2.5 KB emails, or contacts, over keep-alive
 * connections and prints rate and latency. Raw sockets with prepared requests, so that it takes little of the two
 * cores it shares with what is measured.
 */
import { connect } from 'node:net'
import { cutAnswer } from './answers.ts'
import { from, html, person, recipientOf, subjectOf, text } from './letter.ts'

interface Order {
  readonly port: number
  readonly key: string
  /** Letters: the same emails as marketing. */
  readonly what: 'emails' | 'letters' | 'contacts'
  readonly connections: number
  /** The number of the first. */
  readonly first: number
  readonly total: number
}

const order = JSON.parse(process.argv[2]!) as Order
const end = order.first + order.total

const email = (n: number) => ({
  from: `Bench <${from}>`,
  to: [recipientOf(n)],
  subject: subjectOf(n),
  text,
  html,
})
const bodies = {
  emails: email,
  letters: (n: number) => ({ ...email(n), stream: 'marketing' }),
  contacts: (n: number) => person(n, 'single'),
}

function request(n: number): string {
  const body = JSON.stringify(bodies[order.what](n))
  const list = order.what === 'contacts' ? 'contacts' : 'emails'
  return (
    `POST /v1/${list} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${order.key}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  )
}

let next = order.first
let answered = 0
let refused = 0
const latencies: number[] = []
const begun = performance.now()

function run(): Promise<void> {
  return new Promise(resolve => {
    const socket = connect(order.port, '127.0.0.1')
    socket.setNoDelay(true)
    let rest = ''
    let sentAt = 0
    const send = (): void => {
      if (next >= end) return void socket.end(resolve)
      sentAt = performance.now()
      socket.write(request(next++))
    }
    socket.on('connect', send)
    socket.on('data', bytes => {
      rest += bytes.toString('latin1')
      const answer = cutAnswer(rest)
      if (answer === null) return
      latencies.push(performance.now() - sentAt)
      answered++
      if (!answer.isGood && refused++ === 0) console.error(answer.text.slice(0, 600))
      rest = answer.rest
      send()
    })
    socket.on('error', () => resolve())
    socket.on('close', () => resolve())
  })
}

await Promise.all(Array.from({ length: order.connections }, run))
const seconds = (performance.now() - begun) / 1000
latencies.sort((a, b) => a - b)
const quantile = (q: number): number => latencies[Math.floor(latencies.length * q)] ?? 0
console.log(
  JSON.stringify({
    answered,
    refused,
    seconds,
    perSecond: answered / seconds,
    p50: quantile(0.5),
    p99: quantile(0.99),
  }),
)
