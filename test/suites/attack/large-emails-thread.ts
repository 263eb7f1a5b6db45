/** The thread that makes large emails, asks for them, and receives what is delivered (large-emails.ts). */
import { createHash } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { createTransport } from 'nodemailer'

/** A batch, where there are several emails. */
export interface LargeEmail {
  readonly emails: number
  readonly files: number
  /** Of each. */
  readonly fileBytes: number
  readonly bodyBytes: number
}

/** Handed over by SMTP: where its bytes are. */
export interface LargeMessage {
  readonly kind: 'file' | 'html' | 'text' | 'utf8'
  readonly bytes: number
  readonly stream: 'transactional' | 'marketing'
}

export interface LargeSubmission {
  readonly submissionPort: number
  readonly key: string
  readonly from: string
  readonly to: string
  readonly message: LargeMessage
}

export interface LargeShot {
  readonly port: number
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly from: string
  readonly to: string
  readonly email: LargeEmail | null
  /** Another body. */
  readonly asked?: object
}

export type FromThread =
  | { readonly kind: 'listening' }
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly ids: string[]
      readonly digest: string
    }
  | { readonly kind: 'received'; readonly digest: string }

const say = (told: FromThread): void => parentPort!.postMessage(told)
const digestOf = (message: Buffer): string => createHash('sha256').update(message).digest('hex')

function bodyOf({ from, to, email, asked }: LargeShot): Buffer | null {
  if (email === null) return asked === undefined ? null : Buffer.from(JSON.stringify(asked))
  const content = Buffer.alloc(email.fileBytes, 'A large file. ').toString('base64')
  const files = Array.from({ length: email.files }, (_, i) => ({ filename: `${i}.bin`, content }))
  const text = 'Olá, mundo.\n'.repeat(email.bodyBytes / 13)
  const one = {
    ...{ from, to: [to], subject: 'A large one', text: `Hello\n${text}` },
    ...(email.bodyBytes > 0 ? { html: `<p>${text}</p>` } : {}),
    attachments: files,
  }
  const body = email.emails === 1 ? one : { emails: Array(email.emails).fill(one) }
  return Buffer.from(JSON.stringify(body))
}

function ask(shot: LargeShot): void {
  const payload = bodyOf(shot)
  const more =
    payload === null ? {} : { 'content-type': 'application/json', 'content-length': payload.length }
  const { port, method, path } = shot
  const headers = { ...more, ...shot.headers }
  const request = httpRequest({ host: '127.0.0.1', port, method, path, headers }, response => {
    const chunks: Buffer[] = []
    response.on('data', chunk => chunks.push(chunk))
    response.on('end', () => {
      const all = Buffer.concat(chunks)
      const ids = all.length < 100_000 ? (all.toString().match(/msg_\w+/g) ?? []) : []
      say({ kind: 'answered', status: response.statusCode!, ids, digest: digestOf(all) })
    })
  })
  request.on('error', error => {
    throw error
  })
  request.end(payload)
}

const words = 'Olá, mundo. <a href="https://shop.test/a">a</a> =\r\n'

function messageOf({ from, to, message: { kind, bytes, stream } }: LargeSubmission): Buffer {
  const type =
    kind === 'file' ? 'application/octet-stream' : `text/${kind === 'html' ? kind : 'plain'}`
  const encoding = {
    file: 'base64',
    html: 'quoted-printable',
    text: 'quoted-printable',
    utf8: '8bit',
  }
  const part = (ofType: string, as: string, content: string): string =>
    `--b\r\nContent-Type: ${ofType}; charset=utf-8\r\nContent-Transfer-Encoding: ${as}\r\n\r\n${content}\r\n`
  const line =
    kind === 'file'
      ? `${'QUJD'.repeat(19)}\r\n`
      : kind === 'utf8'
        ? words
        : words.replace('á', '=C3=A1').replace('href=', 'href=3D')
  const head = `From: ${from}\r\nTo: ${to}\r\nSubject: A large one\r\nMIME-Version: 1.0\r\nX-Malote-Stream: ${stream}\r\n`
  const large = part(type, encoding[kind], line.repeat(bytes / Buffer.byteLength(line)))
  const small = part('text/plain', '7bit', 'Hello')
  return Buffer.from(
    `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${small}${large}--b--\r\n`,
  )
}

async function submit(asked: LargeSubmission): Promise<void> {
  const { from, to, key: pass, submissionPort: port } = asked
  const auth = { user: 'malote', pass }
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, auth })
  const raw = messageOf(asked)
  const { response } = await transport
    .sendMail({ envelope: { from, to }, raw })
    .catch((error: Error) => ({ response: error.message }))
  const ids = response.match(/msg_\w+/g) ?? []
  say({ kind: 'answered', status: Number(response.slice(0, 3)) || 599, ids, digest: response })
}

/** Takes all that comes, a message at a time, as the dots of its lines were. */
function receive(socket: Socket): void {
  let chunks: Buffer[] | null = null
  let tail = ''
  socket.on('error', () => {})
  socket.write('220 large.test ESMTP\r\n')
  socket.on('data', chunk => {
    if (chunks === null) return command(chunk.toString('latin1'))
    chunks.push(chunk)
    tail = (tail + chunk.subarray(-5).toString('latin1')).slice(-5)
    if (tail !== '\r\n.\r\n') return
    const message = Buffer.concat(chunks).subarray(0, -3)
    chunks = null
    const unstuffed = Buffer.from(message.toString('latin1').replace(/^\.\./gm, '.'), 'latin1')
    say({ kind: 'received', digest: digestOf(unstuffed) })
    socket.write('250 OK\r\n')
  })
  function command(lines: string): void {
    for (const line of lines.split('\r\n').filter(one => one !== '')) {
      if (/^DATA/i.test(line)) {
        chunks = []
        tail = ''
        socket.write('354 Go on\r\n')
      } else socket.write(/^QUIT/i.test(line) ? '221 Bye\r\n' : '250 OK\r\n')
    }
  }
}

const { host, port } = workerData as { host: string; port: number }
createServer(receive).listen(port, host, () => say({ kind: 'listening' }))
parentPort!.on('message', (asked: LargeShot | LargeSubmission) =>
  'message' in asked ? submit(asked) : ask(asked),
)
