/**
 * A receiving server and a webhook receiver that cost as little as possible, in a process of their
 * own: they count, and answer at once. SMTP with PIPELINING; prints `{ smtp, http }` ports, and the
 * counts on every line read from standard input. `different` counts the numbers in the subjects, so
 * that a message which came twice does not stand in for one that was lost.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net'

let mails = 0
let signed = 0
let posts = 0
const numbers = new Set<string>()

function take(content: string): void {
  mails++
  const head = content.slice(0, content.indexOf('\r\n\r\n') + 2)
  // The values of fields are folded: the algorithm may stand on a later line than the name.
  if (/^DKIM-Signature:(?:[^\r]|\r\n[ \t])*?a=rsa-sha256/im.test(head)) signed++
  const number = /^Subject: Benchmark (\d+)\r$/m.exec(head)?.[1]
  if (number !== undefined) numbers.add(number)
}

function serve(socket: Socket): void {
  let rest = ''
  let inContent = false
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.on('data', bytes => {
    rest += bytes.toString('latin1')
    let out = ''
    for (;;) {
      if (inContent) {
        const end = rest.indexOf('\r\n.\r\n')
        if (end < 0) break
        take(rest.slice(0, end + 2))
        rest = rest.slice(end + 5)
        inContent = false
        out += '250 2.0.0 ok\r\n'
      } else {
        const end = rest.indexOf('\r\n')
        if (end < 0) break
        const verb = rest.slice(0, 4).toUpperCase()
        rest = rest.slice(end + 2)
        if (verb === 'EHLO')
          out += '250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 ENHANCEDSTATUSCODES\r\n'
        else if (verb === 'DATA') {
          inContent = true
          out += '354 go\r\n'
        } else if (verb === 'QUIT') {
          socket.end(`${out}221 bye\r\n`)
          return
        } else out += '250 2.1.0 ok\r\n'
      }
    }
    if (out !== '') socket.write(out)
  })
  socket.write('220 sink ESMTP\r\n')
}

/** When it was heard that an email to `password…` has arrived, by its id. */
const told: Record<string, number> = {}

function hear(body: string): void {
  if (!body.includes('"password')) return
  const id = /msg_[0-9a-f]{32}/.exec(body)?.[0]
  if (id !== undefined) told[id] ??= Date.now()
}

const acknowledgement = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'

/** Webhooks, read off the connection itself: requests whose length is announced. */
function receive(socket: Socket): void {
  let rest = ''
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.on('data', bytes => {
    rest += bytes.toString('latin1')
    for (;;) {
      const head = rest.indexOf('\r\n\r\n')
      const length = Number(/^content-length: (\d+)\r$/im.exec(rest)?.[1] ?? 0)
      if (head < 0 || rest.length < head + 4 + length) break
      hear(rest.slice(head + 4, head + 4 + length))
      rest = rest.slice(head + 4 + length)
      posts++
      socket.write(acknowledgement)
    }
  })
}

const smtp = createServer(serve)
const http = createServer(receive)

smtp.listen(0, '127.0.0.1', () =>
  http.listen(0, '127.0.0.1', () =>
    console.log(
      JSON.stringify({
        smtp: (smtp.address() as AddressInfo).port,
        http: (http.address() as AddressInfo).port,
      }),
    ),
  ),
)
process.stdin.on('data', () =>
  console.log(JSON.stringify({ mails, different: numbers.size, signed, posts, told })),
)
process.stdin.on('end', () => process.exit(0))
