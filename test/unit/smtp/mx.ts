/**
 * A receiving server on loopback for tests: correct by default, with one place where it misbehaves.
 * It keeps what it received and counts its open sockets, so that a test can ask both sides.
 */
import net from 'node:net'
import tls from 'node:tls'

export type MxStage =
  | 'banner'
  | 'ehlo'
  | 'helo'
  | 'starttls'
  | 'mail'
  | 'rcpt'
  | 'data'
  | 'chunk'
  | 'body'
  | 'dot'
  | 'quit'
  | 'rset'
  | 'auth'

export interface MxOptions {
  /** Where it listens; 127.0.0.1 and a free port unless given. */
  readonly host?: string
  readonly port?: number
  /** EHLO keywords; PIPELINING, 8BITMIME and SMTPUTF8 unless given. BDAT is known where CHUNKING is. */
  readonly features?: readonly string[]
  /** Offers STARTTLS with this. */
  readonly tls?: tls.TlsOptions
  /** TLS before the banner. */
  readonly implicitTls?: boolean
  /**
   * Called at each stage with the line that came. False: the usual answer is given. True: it has
   * answered itself. 'deaf': nothing that comes after is looked at any more.
   */
  misbehave?(stage: MxStage, socket: net.Socket, line: string): boolean | 'deaf'
  /** Says 354, or takes chunks, although no recipient was accepted. */
  readonly takesDataForNobody?: boolean
  /** Offers CHUNKING and has never heard of BDAT: what comes behind it are commands. */
  readonly liesAboutChunking?: boolean
  /** Reads what comes behind a refused BDAT as commands (some do, against RFC 3030 §2). */
  readonly keepsRefusedChunks?: boolean
}

export interface Received {
  readonly from: string
  readonly to: readonly string[]
  /** As it came over the wire, dots still stuffed, without the final one; by BDAT as it is. */
  readonly content: Buffer
  /** Octets of each chunk; none where it came by DATA. */
  readonly chunks: readonly number[]
  readonly encrypted: boolean
}

export interface Mx {
  readonly port: number
  readonly received: Received[]
  /** Every command line that came, over all connections. */
  readonly lines: string[]
  /** Connections so far, and those still open. */
  readonly connections: number
  readonly open: number
  /** Reads again where a misbehaviour had stopped reading, so that a client's end is noticed. */
  release(): void
  /** Resolves when clients have closed every connection. */
  quiet(): Promise<void>
  /** Stops listening and drops what is left. */
  close(): Promise<void>
}

const usual = ['PIPELINING', '8BITMIME', 'SMTPUTF8', 'ENHANCEDSTATUSCODES']

export async function startMx(options: MxOptions = {}): Promise<Mx> {
  const received: Received[] = []
  const lines: string[] = []
  const sockets = new Set<net.Socket>()
  let connections = 0
  let waiting: (() => void)[] = []
  const server = net.createServer({ noDelay: true }, socket => {
    connections++
    sockets.add(socket)
    socket.on('close', () => {
      sockets.delete(socket)
      if (sockets.size > 0) return
      for (const wake of waiting) wake()
      waiting = []
    })
    converse(socket, options, received, lines)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as net.AddressInfo).port,
    received,
    lines,
    get connections() {
      return connections
    },
    get open() {
      return sockets.size
    },
    release: () => {
      for (const socket of sockets) socket.resume()
    },
    quiet: () => new Promise(resolve => (sockets.size === 0 ? resolve() : waiting.push(resolve))),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

const end = Buffer.from('\r\n.\r\n')

/** A chunk on its way. */
interface Chunk {
  readonly octets: number
  readonly isLast: boolean
  readonly isRefused: boolean
}

function converse(
  plain: net.Socket,
  options: MxOptions,
  received: Received[],
  lines: string[],
): void {
  let socket = plain
  let waiting: Buffer = Buffer.alloc(0)
  let inContent = false
  let chunk: Chunk | null = null
  let chunks: Buffer[] = []
  let isDeaf = false
  let from = ''
  let to: string[] = []
  const features = options.features ?? usual

  const at = (stage: MxStage, line: string, reply: string): boolean => {
    const done = options.misbehave?.(stage, socket, line)
    if (done === 'deaf') isDeaf = true
    if (done) return false
    socket.write(`${reply}\r\n`)
    return true
  }

  const hello = (line: string): void => {
    const offered = [...features]
    if (options.tls && socket === plain && !options.implicitTls) offered.push('STARTTLS')
    const all = ['mx.example', ...offered]
    const reply = all.map((text, i) => `250${i === all.length - 1 ? ' ' : '-'}${text}`)
    at('ehlo', line, reply.join('\r\n'))
  }

  const command = (line: string): void => {
    lines.push(line)
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO') hello(line)
    else if (verb === 'HELO') at('helo', line, '250 mx.example')
    else if (verb === 'STAR') {
      if (at('starttls', line, '220 2.0.0 go ahead')) encrypt()
    } else if (verb === 'MAIL') {
      if (at('mail', line, '250 2.1.0 ok')) from = line.slice(11, line.indexOf('>'))
    } else if (verb === 'RCPT') {
      if (at('rcpt', line, '250 2.1.5 ok')) to.push(line.slice(9, line.indexOf('>')))
    } else if (verb === 'DATA') {
      if (to.length === 0 && !options.takesDataForNobody)
        socket.write('554 5.5.1 no valid recipients\r\n')
      else inContent = at('data', line, '354 go ahead')
    } else if (verb === 'RSET') {
      if (at('rset', line, '250 2.0.0 ok')) {
        to = []
        chunks = []
      }
    } else if (verb === 'BDAT' && features.includes('CHUNKING') && !options.liesAboutChunking) {
      const isRefused = to.length === 0 && !options.takesDataForNobody
      if (isRefused && options.keepsRefusedChunks) socket.write('503 5.5.1 no recipients\r\n')
      else chunk = { octets: Number(line.split(' ')[1]), isLast: / LAST$/.test(line), isRefused }
    } else if (verb === 'QUIT') {
      if (at('quit', line, '221 2.0.0 bye')) socket.end()
    } else if (verb === 'AUTH') at('auth', line, '235 2.7.0 welcome')
    else socket.write('500 5.5.2 what?\r\n')
  }

  const content = (bytes: Buffer, sizes: readonly number[] = []): void => {
    const encrypted = socket !== plain
    received.push({ from, to, content: Buffer.from(bytes), chunks: sizes, encrypted })
    to = []
    at('dot', '', '250 2.0.0 taken')
  }

  const chunkCame = (bytes: Buffer, { isLast, isRefused }: Chunk): void => {
    if (isRefused) return void socket.write('503 5.5.1 no valid recipients\r\n')
    if (!isLast) {
      if (at('chunk', '', '250 2.0.0 more')) chunks.push(bytes)
      return
    }
    const all = [...chunks, bytes]
    chunks = []
    content(
      Buffer.concat(all),
      all.map(one => one.length),
    )
  }

  /** Whether what waits holds the whole chunk, which has been taken then. */
  const readChunk = (one: Chunk): boolean => {
    if (waiting.length < one.octets) return false
    const bytes = Buffer.from(waiting.subarray(0, one.octets))
    waiting = waiting.subarray(one.octets)
    chunk = null
    chunkCame(bytes, one)
    return true
  }

  const read = (bytes: Buffer): void => {
    if (isDeaf) return
    waiting = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes])
    while (!isDeaf) {
      const isLong = waiting.length > 100_000 && (inContent || chunk !== null)
      if (isLong && options.misbehave?.('body', socket, '')) {
        isDeaf = true
        socket.pause()
        return
      }
      if (chunk !== null) {
        if (!readChunk(chunk)) return
      } else if (inContent) {
        const isEmpty = waiting.length >= 3 && waiting.toString('latin1', 0, 3) === '.\r\n'
        const found = isEmpty ? -2 : waiting.indexOf(end)
        if (found === -1) return
        const bytesOfContent = waiting.subarray(0, found + 2)
        waiting = waiting.subarray(found + end.length)
        inContent = false
        content(bytesOfContent)
      } else {
        const found = waiting.indexOf('\r\n')
        if (found < 0) return
        const line = waiting.toString('latin1', 0, found)
        waiting = waiting.subarray(found + 2)
        command(line)
        if (/^STARTTLS/i.test(line)) return
      }
    }
  }

  const encrypt = (): void => {
    plain.removeListener('data', read)
    const secure = new tls.TLSSocket(plain, { isServer: true, ...options.tls })
    secure.on('error', () => plain.destroy())
    secure.on('data', read)
    socket = secure
  }

  plain.on('error', () => {})
  if (options.implicitTls) encrypt()
  else plain.on('data', read)
  at('banner', '', '220 mx.example ESMTP')
}
