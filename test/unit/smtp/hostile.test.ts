/**
 * Ten stages, eight ways to misbehave: the table below is what each cell must become, and every
 * cell runs against a scripted server on loopback with all deadlines divided, with and without
 * PIPELINING and CHUNKING, all at once, beside a healthy server that must not notice.
 */
import assert from 'node:assert/strict'
import type net from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createBrokenOffers } from '#protocol/smtp/broken-offers.ts'
import { connect, send } from '#protocol/smtp/client.ts'
import { deadlines } from '#protocol/smtp/deadlines.ts'
import type { TlsRule } from '#protocol/smtp/verdict.ts'
import { makeCertificate } from '../../support/certificates.ts'
import { type Mx, type MxStage, startMx } from './mx.ts'
import { email, never, openTo, opportunistic, outside, shown, to, words } from './outside.ts'

type Behaviour =
  | 'a 4xx'
  | 'b 5xx'
  | 'c 421'
  | 'd close'
  | 'e silence'
  | 'f slow'
  | 'g malformed'
  | 'h endless'
const behaviours: readonly Behaviour[] = [
  'a 4xx',
  'b 5xx',
  'c 421',
  'd close',
  'e silence',
  'f slow',
  'g malformed',
  'h endless',
]

/**
 * What a cell must become. `next`: another MX may do better. `delivered` after EHLO or STARTTLS
 * trouble: by HELO, or in plain text. Reasons are matched as the beginning of a word list.
 */
const table: Record<string, Record<Behaviour, RegExp>> = {
  banner: {
    'a 4xx': /^deferred 450 4.2.0 banner next$/,
    'b 5xx': /^refused 550 5.7.1 banner next$/,
    'c 421': /^deferred 421 4.3.2 banner next$/,
    'd close': /^deferred (closed|reset) (banner|connect) next$/,
    'e silence': /^deferred timeout banner next$/,
    'f slow': /^deferred timeout banner next$/,
    'g malformed': /^deferred malformed banner next$/,
    'h endless': /^deferred too_long banner next$/,
  },
  ehlo: {
    'a 4xx': /^deferred 450 4.2.0 ehlo next$/,
    'b 5xx': /^accepted 250 2.0.0 by HELO$/,
    'c 421': /^deferred 421 4.3.2 ehlo next$/,
    'd close': /^accepted 250 2.0.0 by HELO$/,
    'e silence': /^deferred timeout ehlo next$/,
    'f slow': /^deferred timeout ehlo next$/,
    'g malformed': /^deferred malformed ehlo next$/,
    'h endless': /^deferred too_long ehlo next$/,
  },
  'ehlo and helo': {
    'a 4xx': /^deferred 450 4.2.0 ehlo next$/,
    'b 5xx': /^refused 550 5.7.1 ehlo$/,
    'c 421': /^deferred 421 4.3.2 ehlo next$/,
    'd close': /^deferred (closed|reset) ehlo next$/,
    'e silence': /^deferred timeout ehlo next$/,
    'f slow': /^deferred timeout ehlo next$/,
    'g malformed': /^deferred malformed ehlo next$/,
    'h endless': /^deferred too_long ehlo next$/,
  },
  starttls: {
    'a 4xx': /^accepted 250 2.0.0$/,
    'b 5xx': /^accepted 250 2.0.0$/,
    'c 421': /^deferred 421 4.3.2 starttls next$/,
    'd close': /^accepted 250 2.0.0$/,
    'e silence': /^accepted 250 2.0.0$/,
    'f slow': /^accepted 250 2.0.0$/,
    'g malformed': /^accepted 250 2.0.0$/,
    'h endless': /^accepted 250 2.0.0$/,
  },
  'starttls, required': {
    'a 4xx': /^deferred 450 4.2.0 tls starttls next$/,
    'b 5xx': /^deferred 550 5.7.1 tls starttls next$/,
    'c 421': /^deferred 421 4.3.2 starttls next$/,
    'd close': /^deferred (closed|reset) starttls next$/,
    'e silence': /^deferred timeout starttls next$/,
    'f slow': /^deferred timeout starttls next$/,
    'g malformed': /^deferred (malformed|tls) starttls next$/,
    'h endless': /^deferred too_long starttls next$/,
  },
  mail: answered('mail'),
  rcpt: answered('rcpt'),
  data: answered('data'),
  chunk: answered('data'),
  body: { ...answered('body'), 'h endless': /^deferred (too_long|timeout) body$/ },
  dot: {
    'a 4xx': /^deferred 450 4.2.0 dot$/,
    'b 5xx': /^refused 550 5.7.1 dot$/,
    'c 421': /^deferred 421 4.3.2 dot$/,
    'd close': /^deferred (closed|reset) dot uncertain$/,
    'e silence': /^deferred timeout dot uncertain$/,
    'f slow': /^deferred timeout dot uncertain$/,
    'g malformed': /^deferred malformed dot uncertain$/,
    'h endless': /^deferred too_long dot uncertain$/,
  },
  quit: Object.fromEntries(
    behaviours.map(behaviour => [behaviour, /^accepted 250 2.0.0$/]),
  ) as Record<Behaviour, RegExp>,
}

function answered(stage: string): Record<Behaviour, RegExp> {
  const deferred = (why: string): RegExp => new RegExp(`^deferred ${why} ${stage}$`)
  return {
    'a 4xx': deferred('450 4.2.0'),
    'b 5xx': new RegExp(`^refused 550 5.7.1 ${stage}$`),
    'c 421': deferred('421 4.3.2'),
    'd close': deferred('(closed|reset)'),
    'e silence': deferred('timeout'),
    'f slow': deferred('timeout'),
    // An extra answer shows with the next command, or at the end of a pipelined group.
    'g malformed': new RegExp(`^deferred malformed (${stage}|rcpt|data|body)$`),
    'h endless': deferred('too_long'),
  }
}

/** Replies that are none; each stage gets each of them. */
const nonsense: Record<string, string> = {
  'not numeric': 'hello there\r\n',
  'codes that differ': '250-one\r\n450 two\r\n',
  'bare LF': '250 ok\n',
  NUL: '250 o\0k\r\n',
  binary: '\x00\xff\xfe\x80\r\n',
  'an extra reply': '',
}
const usualCode: Partial<Record<MxStage, string>> = {
  banner: '220',
  starttls: '220',
  data: '354',
  quit: '221',
}

const divisor = 100
const limits = deadlines(divisor)
/** One byte a second, in divided time. */
const slowByteMs = 1000 / divisor

/** Servers that answer go on listening; the others hear nothing more. */
const goesOn: readonly Behaviour[] = ['a 4xx', 'b 5xx', 'g malformed']

function misbehave(
  socket: net.Socket,
  stage: MxStage,
  behaviour: Behaviour,
  variant: string,
): void {
  socket.on('error', () => {})
  switch (behaviour) {
    case 'a 4xx':
      return void socket.write('450 4.2.0 later\x07\r\n')
    case 'b 5xx':
      return void socket.write('550 5.7.1 never\r\n')
    case 'c 421':
      return void socket.end('421 4.3.2 closing\r\n')
    case 'd close':
      return void (variant === 'reset' ? socket.resetAndDestroy() : socket.destroy())
    case 'e silence':
      return
    case 'f slow': {
      const text = `250 ${'x'.repeat(3000)}\r\n`
      let at = 0
      const timer = setInterval(() => socket.write(text[at++] ?? '\n'), slowByteMs)
      return void socket.on('close', () => clearInterval(timer))
    }
    case 'g malformed': {
      const usual = usualCode[stage] ?? '250'
      const text = nonsense[variant] || `${usual} ok\r\n250 ok\r\n`
      return void socket.write(text, 'latin1')
    }
    case 'h endless': {
      const piece =
        variant === 'one line' ? 'x'.repeat(65_536) : '250-still more to say\r\n'.repeat(1000)
      const pour = (): void => {
        while (!socket.destroyed && socket.write(piece));
      }
      if (variant === 'one line') socket.write('250 ')
      socket.on('drain', pour)
      pour()
    }
  }
}

const variantsOf = (behaviour: Behaviour): readonly string[] => {
  if (behaviour === 'g malformed') return Object.keys(nonsense)
  if (behaviour === 'd close') return ['close', 'reset']
  return behaviour === 'h endless' ? ['many lines', 'one line'] : ['']
}

const world = outside(divisor)
const certificate = makeCertificate({ name: 'mx.example' })
/** Larger than what loopback sockets take in: the server stops reading in the middle of it. */
const large = Buffer.from(`${'x'.repeat(78)}\r\n`.repeat(150_000))
const small = Buffer.from('Subject: hi\r\n\r\nhello\r\n')

interface Cell {
  readonly row: string
  readonly behaviour: Behaviour
  readonly variant: string
  readonly features: readonly string[]
}

async function run({ row, behaviour, variant, features }: Cell): Promise<string> {
  const stages = row === 'ehlo and helo' ? ['ehlo', 'helo'] : [row.split(',')[0]]
  const isTls = row.startsWith('starttls')
  const server = await startMx({
    features,
    ...(isTls ? { tls: { cert: certificate.cert, key: certificate.key } } : {}),
    misbehave: (stage, socket) => {
      if (!stages.includes(stage)) return false
      misbehave(socket, stage, behaviour, variant)
      return goesOn.includes(behaviour) || 'deaf'
    },
  })
  servers.push(server)
  const rule: TlsRule =
    row === 'starttls, required'
      ? { level: 'required', judge: () => null }
      : isTls
        ? opportunistic
        : never
  const brokenBdat = createBrokenOffers(world)
  const opening = await connect(world, { ...to(server.port, rule), brokenBdat })
  let text: string
  if (opening.kind === 'failed') {
    text = `${words(opening.verdict)}${opening.nextMx ? ' next' : ''}`
    assert.doesNotMatch(shown(opening.transcript), /[\x00-\x09\x0b-\x1f]/)
  } else {
    const body = [row === 'body' ? large : small]
    const outcome = await send(opening.session, email(undefined, { body }))
    assert.doesNotMatch(shown(outcome.transcript), /[\x00-\x09\x0b-\x1f]/)
    assert.equal(outcome.untried, false)
    const startedAt = performance.now()
    await opening.session.quit()
    assert.ok(performance.now() - startedAt < limits.quitMs + 30_000, 'QUIT took too long')
    text = words(outcome.verdicts[0]!)
    if (server.lines.includes('HELO client.example')) text += ' by HELO'
    if (row.startsWith('starttls')) assert.equal(outcome.peer?.tls, null)
    if (isTls) assert.ok(outcome.peer?.tlsFailure, 'why plain text')
  }
  if (row === 'starttls, required') assert.equal(server.received.length, 0, 'sent in the clear')
  // The client has let go of every socket; nothing here closes them for it.
  server.release()
  await server.quiet()
  return text
}

/** What servers of a row offer: CHUNKING where it makes a difference. */
function offersOf(row: string): readonly (readonly string[])[] {
  const plain = [['PIPELINING'], []]
  const chunking = plain.map(features => [...features, 'CHUNKING'])
  if (row === 'chunk') return chunking
  return ['mail', 'rcpt', 'body', 'dot'].includes(row) ? [...plain, ...chunking] : plain
}

const servers: Mx[] = []
const cells: Cell[] = Object.keys(table).flatMap(row =>
  behaviours.flatMap(behaviour =>
    variantsOf(behaviour).flatMap(variant =>
      offersOf(row).map(features => ({ row, behaviour, variant, features })),
    ),
  ),
)

/**
 * A second 250 behind the final dot's is no doubt about the first: the email has been taken over
 * (RFC 5321 §6.1), only the session is out of step and ends.
 */
const expected = ({ row, behaviour, variant }: Cell): RegExp =>
  row === 'dot' && variant === 'an extra reply' ? /^accepted 250$/ : table[row]![behaviour]

describe('a hostile server', () => {
  const became = new Map<Cell, Promise<string>>()
  let healthy: Mx
  let isOver = false
  let alone = 0
  let beside = 0
  let served: Promise<void>
  let servedBeside = 0
  const rssBefore = process.memoryUsage().rss

  /** Emails a second that the healthy server gets while `on` holds. */
  async function pace(on: () => boolean): Promise<number> {
    const session = await openTo(outside(1), to(healthy.port))
    const startedAt = performance.now()
    let count = 0
    while (on()) {
      if (!session.open) break
      const outcome = await send(session, email())
      assert.equal(outcome.verdicts[0]?.kind, 'accepted')
      count++
      await new Promise(resolve => setImmediate(resolve))
    }
    await session.quit()
    return (count * 1000) / (performance.now() - startedAt)
  }

  before(async () => {
    healthy = await startMx()
    const until = performance.now() + 300
    alone = await pace(() => performance.now() < until)
    // A few dozen at a time: the deadlines are divided, the machine is not multiplied.
    const free = Array.from({ length: 24 }, () => Promise.resolve())
    for (const [i, cell] of cells.entries()) {
      const slot = i % free.length
      const running = free[slot]!.then(() => run(cell))
      free[slot] = running.then(
        () => {},
        () => {},
      )
      became.set(cell, running)
    }
    const servedBefore = healthy.received.length
    served = pace(() => !isOver).then(perSecond => {
      beside = perSecond
      servedBeside = healthy.received.length - servedBefore
    })
  })
  after(async () => {
    await Promise.all([healthy, ...servers].map(server => server.close()))
  })

  for (const [row, columns] of Object.entries(table)) {
    describe(row, () => {
      for (const behaviour of Object.keys(columns) as Behaviour[]) {
        it(behaviour, { timeout: 300_000 }, async () => {
          for (const cell of cells.filter(one => one.row === row && one.behaviour === behaviour)) {
            assert.match(await became.get(cell)!, expected(cell), JSON.stringify(cell))
          }
        })
      }
    })
  }

  it('leaves no socket, and the healthy server at work', async context => {
    await Promise.allSettled(became.values())
    isOver = true
    await served
    for (const server of servers) assert.equal(server.open, 0)
    const grown = (process.memoryUsage().rss - rssBefore) / 1e6
    context.diagnostic(`${cells.length} conversations over ${Object.keys(table).length} rows`)
    context.diagnostic(
      `healthy: ${alone.toFixed(0)}/s alone, ${beside.toFixed(0)}/s beside; RSS +${grown.toFixed(0)} MB`,
    )
    // How fast is the machine's affair; that it was served all the while is ours.
    assert.ok(servedBeside > cells.length, `${servedBeside} emails beside ${cells.length} cells`)
  })

  it('that closes between recipients makes all of them wait', async () => {
    for (const pipelining of [true, false]) {
      const server = await startMx({
        features: pipelining ? ['PIPELINING'] : [],
        misbehave: (stage, socket, line) => {
          if (stage !== 'rcpt' || !line.includes('<bia@')) return false
          socket.end('421 4.7.0 enough\r\n')
          return true
        },
      })
      servers.push(server)
      const session = await openTo(world, to(server.port))
      const recipients = ['ana@mx.example', 'bia@mx.example', 'caio@mx.example']
      const outcome = await send(session, email(undefined, { recipients }))
      await session.quit()
      assert.deepEqual(outcome.verdicts.map(words), Array(3).fill('deferred 421 4.7.0 rcpt'))
      assert.equal(server.received.length, 0)
    }
  })
})
