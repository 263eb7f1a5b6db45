/**
 * The ground truth of a crash run: a receiving server in a process of its own that nobody kills. It
 * answers the final dot only when its log is on disk, so that whatever a node has been told is
 * written. One line of JSON per message: which email it is (the X-id in its body), its Message-ID,
 * a hash of all its bytes.
 *
 *     node sim/crash/sink.ts LOG DELAY_MS [ADDRESS]      prints its port
 */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** One message that the final dot has come for. */
export interface LandedMessage {
  readonly x: number
  readonly at: number
  readonly messageId: string
  readonly sha256: string
  readonly to: string
}

const [file = '', delay = '0', address = '127.0.0.1'] = process.argv.slice(2)
const delayMs = Number(delay)
const log = await open(file, 'a')
let lines: string[] = []
let next: Promise<void> | null = null
let last: Promise<void> = Promise.resolve()

/** Resolves when the line is on disk; lines that come together are written together. */
function keep(line: string): Promise<void> {
  lines.push(line)
  next ??= last = last.then(flush)
  return next
}

async function flush(): Promise<void> {
  next = null
  const text = lines.join('')
  lines = []
  await log.appendFile(text)
  await log.datasync()
}

const pause = (ms: number): Promise<void> => new Promise(go => void setTimeout(go, ms))

function landed(content: string, to: string): LandedMessage {
  return {
    x: Number(/X-id: (\d+)/.exec(content)?.[1] ?? -1),
    at: Date.now(),
    messageId: /^Message-ID:\s*(<[^>]*>)/im.exec(content)?.[1] ?? '',
    sha256: createHash('sha256').update(content, 'latin1').digest('hex'),
    to,
  }
}

function serve(socket: Socket): void {
  let rest = ''
  let to = ''
  let inContent = false
  /** Answers go out in the order of the questions, which may come ahead of them. */
  let turn: Promise<unknown> = Promise.resolve()
  const say = (line: string, after?: Promise<void>): void => {
    turn = turn.then(() => after).then(() => socket.write(`${line}\r\n`))
  }
  const answers: Readonly<Record<string, string>> = {
    EHLO: '250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 ENHANCEDSTATUSCODES',
    MAIL: '250 2.1.0 ok',
    RSET: '250 2.0.0 ok',
    DATA: '354 go ahead',
  }
  const content = (text: string): void => {
    const line = `${JSON.stringify(landed(text, to))}\n`
    say(
      '250 2.0.0 taken',
      keep(line).then(() => pause(Math.random() * delayMs)),
    )
  }
  const command = (line: string): void => {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'RCPT') to = line.slice(9, line.indexOf('>'))
    if (verb === 'DATA') inContent = true
    say(verb === 'QUIT' ? '221 2.0.0 bye' : (answers[verb] ?? '250 2.1.5 ok'))
    if (verb === 'QUIT') void turn.then(() => socket.end())
  }
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.on('data', bytes => {
    rest += bytes.toString('latin1')
    for (;;) {
      const mark = inContent ? '\r\n.\r\n' : '\r\n'
      const end = rest.indexOf(mark)
      if (end < 0) return
      const text = rest.slice(0, end)
      rest = rest.slice(end + mark.length)
      if (inContent) content(text)
      else command(text)
      if (inContent && mark.length > 2) inContent = false
    }
  })
  say('220 sink ESMTP')
}

const server = createServer(serve)
server.listen(0, address, () => console.log((server.address() as AddressInfo).port))
process.stdin.resume().on('end', () => process.exit(0))
