/**
 * The servers of the fairness bench, in a process of their own. What one is like is in the address
 * it was reached at: quick at 127.0.0.1 and thereabouts, half a second a reply at 127.10.*, silent at
 * 127.20.*; as a webhook receiver 127.30.* answers 500. Prints the ports, then a line for each probe
 * that arrives (by its subject, or by the email a webhook tells of), and the count of mails at every
 * line of its input.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net'

const slowMs = 500
let mails = 0

/** The subject of a probe, or the email that a webhook tells of. */
const probe = /^Subject: (Probe \d+)|"email_id":"(msg_\w+)"/m

const tell = (what: object): void => console.log(JSON.stringify(what))

function arrived(text: string): void {
  const found = probe.exec(text)
  if (found) tell({ probe: found[1] ?? found[2], at: Date.now() })
}

const addressOf = (socket: Socket): string => (socket.localAddress ?? '').replace('::ffff:', '')

function smtp(socket: Socket): void {
  const address = addressOf(socket)
  socket.setNoDelay(true)
  socket.on('error', () => socket.destroy())
  if (address.startsWith('127.20.')) return
  const delayMs = address.startsWith('127.10.') ? slowMs : 0
  const answer = (text: string): void => {
    if (delayMs === 0) socket.write(text)
    else setTimeout(() => socket.write(text), delayMs)
  }
  let rest = ''
  let isContent = false
  socket.on('data', bytes => {
    rest += bytes.toString('latin1')
    for (;;) {
      const end = rest.indexOf(isContent ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const text = rest.slice(0, end)
      rest = rest.slice(end + (isContent ? 5 : 2))
      if (isContent) {
        mails++
        arrived(text)
      }
      const verb = isContent ? '' : text.slice(0, 4).toUpperCase()
      isContent = verb === 'DATA'
      if (verb === 'QUIT') return void socket.end('221 bye\r\n')
      answer(verb === 'DATA' ? '354 go\r\n' : '250 2.0.0 ok\r\n')
    }
  })
  answer('220 sink ESMTP\r\n')
}

function http(socket: Socket): void {
  const address = addressOf(socket)
  socket.on('error', () => socket.destroy())
  if (address.startsWith('127.20.')) return
  const status = address.startsWith('127.30.') ? '500 Broken' : '200 OK'
  let rest = ''
  socket.on('data', bytes => {
    rest += bytes.toString('latin1')
    for (;;) {
      const head = rest.indexOf('\r\n\r\n')
      const length = Number(/^content-length: (\d+)\r$/im.exec(rest)?.[1] ?? 0)
      if (head < 0 || rest.length < head + 4 + length) return
      if (address === '127.0.0.1') arrived(rest.slice(head + 4, head + 4 + length))
      rest = rest.slice(head + 4 + length)
      socket.write(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`)
    }
  })
}

async function listen(serve: (socket: Socket) => void): Promise<number> {
  const server = createServer(serve)
  await new Promise<void>(resolve => server.listen(0, '0.0.0.0', resolve))
  return (server.address() as AddressInfo).port
}

tell({ smtp: await listen(smtp), http: await listen(http) })
process.stdin.on('data', () => tell({ mails }))
process.stdin.on('end', () => process.exit(0))
