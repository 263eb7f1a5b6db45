/** A caller that speaks raw SMTP to a server under test, line by line, so that a test sees every reply. */
import net from 'node:net'
import tls from 'node:tls'

export interface SmtpCaller {
  /** Sends a line (octets: as they are) and gives the whole reply, lines joined by a line feed. */
  say(line: string | Buffer): Promise<string>
  /** Sends the content after DATA's 354, dot-stuffed, and gives the reply. */
  content(message: string | Buffer): Promise<string>
  /** Continues as TLS; gives the fingerprint of the server's certificate. */
  encrypt(): Promise<string>
  readonly banner: string
  close(): void
  /** Says that and is gone, without an answer. */
  leave(text: string, isReset: boolean): void
}

interface CallerOptions {
  /** Of this machine, to come from. */
  readonly localAddress?: string | undefined
  /** TLS from the first byte. */
  readonly isEncrypted?: boolean
}

/** Connects and reads the banner. */
export async function callSmtp(
  port: number,
  host = '127.0.0.1',
  { localAddress, isEncrypted = false }: CallerOptions = {},
): Promise<SmtpCaller> {
  const from = localAddress === undefined ? {} : { localAddress }
  let socket: net.Socket = isEncrypted
    ? tls.connect({ port, host, ...from, rejectUnauthorized: false })
    : net.connect({ port, host, ...from })
  const replies = createReplies()
  replies.listenTo(socket)
  const banner = await replies.next()
  const say = (line: string | Buffer): Promise<string> => {
    socket.write(line)
    return replies.next()
  }
  return {
    banner,
    say: line => say(Buffer.concat([Buffer.from(line), Buffer.from('\r\n')])),
    content(message) {
      const text = Buffer.from(message)
        .toString('latin1')
        .replace(/\r\n?|\n/g, '\r\n')
      const stuffed = text.replace(/^\./gm, '..')
      const end = stuffed.endsWith('\r\n') ? '.\r\n' : '\r\n.\r\n'
      return say(Buffer.from(stuffed + end, 'latin1'))
    },
    async encrypt() {
      socket.removeAllListeners('data')
      const secure = tls.connect({ socket, rejectUnauthorized: false })
      await new Promise<void>((resolve, reject) => {
        secure.once('secureConnect', resolve).once('error', reject)
      })
      socket = secure
      replies.listenTo(socket)
      return secure.getPeerCertificate().fingerprint256
    },
    close: () => socket.destroy(),
    leave(text, isReset) {
      socket.write(text, () => (isReset ? socket.resetAndDestroy() : socket.destroy()))
    },
  }
}

function createReplies() {
  let text = ''
  let ended = false
  let wake = (): void => {}
  const whole = /^(?:\d{3}-[^\n]*\n)*\d{3}(?: [^\n]*)?\r\n/
  return {
    listenTo(socket: net.Socket): void {
      socket.on('data', bytes => {
        text += bytes.toString()
        wake()
      })
      const end = (): void => {
        ended = true
        wake()
      }
      socket.on('close', end).on('error', end)
    },
    async next(): Promise<string> {
      for (;;) {
        const reply = whole.exec(text)?.[0]
        if (reply !== undefined) {
          text = text.slice(reply.length)
          return reply.trim().replaceAll('\r', '')
        }
        if (ended) return '(closed)'
        await new Promise<void>(resolve => {
          wake = resolve
        })
      }
    },
  }
}
