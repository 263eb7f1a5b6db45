/**
 * The load generator for servers that take emails by SMTP (RFC 5321), in a process of its own: hands
 * in the numbered messages over connections that stay open, each command group in one write
 * (RFC 2920), and prints how many were taken.
 */
import { connect } from 'node:net'
import { type Address, parseAddress } from '#kernel/mail/address.ts'
import { compose } from '#kernel/mail/compose.ts'
import { from, html, recipientOf, senderDomain, subjectOf, text } from './letter.ts'

interface Order {
  readonly port: number
  readonly connections: number
  /** The number of the first message. */
  readonly first: number
  readonly total: number
}

const order = JSON.parse(process.argv[2]!) as Order
const end = order.first + order.total
let next = order.first
let taken = 0
let refused = 0

function run(): Promise<void> {
  return new Promise(resolve => {
    const socket = connect(order.port, '127.0.0.1')
    socket.setNoDelay(true)
    let rest = ''
    let current = 0
    /** What the replies still to come belong to. */
    let expected: ('greeting' | 'ehlo' | 'mail' | 'rcpt' | 'data' | 'dot' | 'quit')[] = ['greeting']
    const begin = (): void => {
      if (next >= end) {
        expected = ['quit']
        socket.write('QUIT\r\n')
        return
      }
      current = next++
      expected = ['mail', 'rcpt', 'data']
      socket.write(`MAIL FROM:<${from}>\r\nRCPT TO:<${recipientOf(current)}>\r\nDATA\r\n`)
    }
    const hear = (reply: string): void => {
      const stage = expected.shift()
      if (!/^[23]/.test(reply)) {
        if (refused++ === 0) console.error(`${stage}: ${reply}`)
        socket.destroy()
      } else if (stage === 'greeting') {
        expected = ['ehlo']
        socket.write('EHLO load.bench.test\r\n')
      } else if (stage === 'data') {
        expected = ['dot']
        // No line of it begins with a dot.
        socket.write(Buffer.concat([message(current), Buffer.from('.\r\n')]))
      } else if (stage === 'ehlo') begin()
      else if (stage === 'dot') {
        taken++
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
    socket.on('error', error => console.error(error.message))
    socket.on('close', () => resolve())
  })
}

/** The message as Malote composes it: here it is to be handed in whole, not in its parts. */
function message(n: number): Buffer {
  return compose({
    messageId: `${n}@${senderDomain}`,
    dateMs: Date.now(),
    from: address(`Bench <${from}>`),
    to: [address(recipientOf(n))],
    cc: [],
    replyTo: [],
    subject: subjectOf(n),
    html,
    text,
    headers: [],
    attachments: [],
    boundarySeed: `bench${n}`,
  }).bytes
}

function address(written: string): Address {
  const parsed = parseAddress(written)
  if (!parsed.ok) throw new Error(`not an address: ${written}`)
  return parsed.address
}

await Promise.all(Array.from({ length: order.connections }, run))
console.log(JSON.stringify({ taken, refused }))
