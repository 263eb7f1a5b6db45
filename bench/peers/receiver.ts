/**
 * The receiving server of all whom `--peers` compares, in a process of its own: SMTP with PIPELINING
 * and 8BITMIME, with STARTTLS where a certificate is given, which answers at once and keeps nothing
 * but what it has to tell: of each email the number in its subject, its Message-ID and whether it is
 * signed. What it has not been told to expect it takes as well, and counts apart.
 *
 *     node bench/peers/receiver.ts ORDER      prints its port, then answers each line of its input
 */
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { createSecureContext, TLSSocket } from 'node:tls'
import type { ReceiverCounts, ReceiverOrder } from './receiving.ts'

const order = JSON.parse(process.argv[2]!) as ReceiverOrder
const { first, total, tls } = order
const secureContext = tls ? createSecureContext(tls) : null

const landed: [number, string][] = []
const different = new Set<number>()
/** Recipients that were put off once, by the numbers of their emails. */
const putOff = new Set<number>()
const heard = { mails: 0, signed: 0, secure: 0, strays: 0, open: 0, peak: 0, lastAt: 0 }

const maxHeadBytes = 32_768
const endOfContent = Buffer.from('\r\n.\r\n')

interface Conversation {
  stream: Socket
  isSecure: boolean
  /** What has come of a line, or of the content. */
  rest: Buffer
  /** The beginning of the content while it comes; null: commands come. */
  head: Buffer | null
  recipients: number
}

function converse(socket: Socket): void {
  heard.open++
  heard.peak = Math.max(heard.peak, heard.open)
  socket.setNoDelay(true)
  socket.on('error', () => socket.destroy())
  socket.on('close', () => heard.open--)
  const conversation: Conversation = {
    stream: socket,
    isSecure: false,
    rest: Buffer.alloc(0),
    head: null,
    recipients: 0,
  }
  listen(conversation)
  socket.write('220 receiver ESMTP\r\n')
}

function listen(conversation: Conversation): void {
  conversation.stream.on('data', bytes => {
    const { rest } = conversation
    conversation.rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    const answers = answersTo(conversation)
    if (answers !== '') conversation.stream.write(answers)
  })
}

/** All that can be answered of what has come. */
function answersTo(conversation: Conversation): string {
  let out = ''
  for (;;) {
    if (conversation.head !== null) {
      if (!takeContent(conversation)) return out
      out += '250 2.0.0 taken\r\n'
      continue
    }
    const end = conversation.rest.indexOf('\r\n')
    if (end < 0) return out
    const line = conversation.rest.toString('latin1', 0, end)
    conversation.rest = conversation.rest.subarray(end + 2)
    if (/^STARTTLS$/i.test(line) && secureContext) {
      conversation.stream.write(`${out}220 2.0.0 go ahead\r\n`)
      secure(conversation)
      return ''
    }
    if (/^QUIT$/i.test(line)) {
      conversation.stream.end(`${out}221 2.0.0 bye\r\n`)
      return ''
    }
    out += answerTo(conversation, line)
  }
}

function answerTo(conversation: Conversation, line: string): string {
  switch (line.slice(0, 4).toUpperCase()) {
    case 'EHLO':
      return [
        '250-receiver',
        '250-PIPELINING',
        '250-8BITMIME',
        ...(secureContext && !conversation.isSecure ? ['250-STARTTLS'] : []),
        '250 ENHANCEDSTATUSCODES\r\n',
      ].join('\r\n')
    case 'RCPT':
      if (isPutOff(line)) return '450 4.2.0 greylisted, try again later\r\n'
      conversation.recipients++
      return '250 2.1.5 ok\r\n'
    case 'DATA':
      if (conversation.recipients === 0) return '554 5.5.1 no valid recipients\r\n'
      conversation.head = Buffer.alloc(0)
      return '354 go ahead\r\n'
    case 'MAIL':
    case 'RSET':
      conversation.recipients = 0
      return '250 2.1.0 ok\r\n'
    default:
      return '250 2.0.0 ok\r\n'
  }
}

/** The first try of every tenth. */
function isPutOff(line: string): boolean {
  if (!order.defers) return false
  const number = Number(/<user(\d+)@/i.exec(line)?.[1] ?? 1)
  if (number % 10 !== 0 || putOff.has(number)) return false
  putOff.add(number)
  return true
}

/** False while more of it is to come. */
function takeContent(conversation: Conversation): boolean {
  const { rest, head } = conversation
  const end = rest.indexOf(endOfContent)
  // The end may be cut anywhere by the packets.
  const known = end < 0 ? Math.max(0, rest.length - endOfContent.length + 1) : end + 2
  const wanted = Math.min(known, maxHeadBytes - head!.length)
  const begun = wanted > 0 ? Buffer.concat([head!, rest.subarray(0, wanted)]) : head!
  if (end < 0) {
    conversation.head = begun
    conversation.rest = rest.subarray(known)
    return false
  }
  take(begun.toString('latin1'), conversation.isSecure)
  conversation.head = null
  conversation.recipients = 0
  conversation.rest = rest.subarray(end + endOfContent.length)
  return true
}

function take(content: string, isSecure: boolean): void {
  const fields = content.slice(0, content.indexOf('\r\n\r\n') + 2)
  const number = Number(/^Subject: Benchmark (\d+)\r$/m.exec(fields)?.[1] ?? -1)
  if (number < first || number >= first + total) {
    heard.strays++
    return
  }
  heard.mails++
  if (isSecure) heard.secure++
  // Values are folded: the algorithm may stand on a later line than the name.
  if (/^DKIM-Signature:(?:[^\r]|\r\n[ \t])*?a=rsa-sha256/im.test(fields)) heard.signed++
  landed.push([number, /^Message-ID:\s*(<[^>]*>)/im.exec(fields)?.[1] ?? ''])
  if (!different.has(number)) heard.lastAt = Date.now()
  different.add(number)
}

function secure(conversation: Conversation): void {
  const socket = conversation.stream
  socket.removeAllListeners('data')
  const stream = new TLSSocket(socket, { isServer: true, secureContext: secureContext! })
  stream.on('error', () => socket.destroy())
  Object.assign(conversation, { stream, isSecure: true, rest: Buffer.alloc(0), recipients: 0 })
  listen(conversation)
}

const counts = (): ReceiverCounts => {
  const { open: _, ...told } = heard
  return { ...told, different: different.size, putOff: putOff.size }
}

const server = createServer(converse)
server.listen(order.port, '127.0.0.1', () =>
  console.log(JSON.stringify((server.address() as AddressInfo).port)),
)
const questions = createInterface({ input: process.stdin })
questions.on('line', question =>
  console.log(JSON.stringify(question === 'landed' ? landed : counts())),
)
questions.on('close', () => process.exit(0))
