/**
 * The SMTP client against a server that we did not write: smtp-sink of Debian's postfix package,
 * told to misbehave in every way it knows. Run by `npm run interop`, or by hand where it is installed.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import net from 'node:net'
import { connect, send } from '#protocol/smtp/client.ts'
import { freePort } from '../../support/free-port.ts'
import { email, outside, to, words } from '../../unit/smtp/outside.ts'

export interface SinkResult {
  /** The arguments smtp-sink ran with. */
  readonly run: string
  readonly became: string
  readonly expected: RegExp
  readonly ok: boolean
}

type Row = readonly [args: readonly string[], expected: RegExp, large?: true]

const taken = /^accepted 250/

/** Disconnect, 421 and disconnect, soft refusal, hard refusal; at each command. */
const at: Record<string, readonly [RegExp, RegExp, RegExp, RegExp]> = {
  CONNECT: [
    /^deferred (closed|reset) banner/,
    /^deferred 421.* banner/,
    /^deferred 4.* banner/,
    /^refused 5.* banner/,
  ],
  EHLO: [taken, /^deferred 421.* ehlo/, /^deferred 4.* ehlo/, taken],
  HELO: [taken, taken, taken, taken],
  MAIL: answers('mail'),
  RCPT: answers('rcpt'),
  DATA: answers('data'),
  '.': [
    /^deferred (closed|reset) dot uncertain/,
    /^deferred 421.* dot$/,
    /^deferred 4.* dot$/,
    /^refused 5.* dot$/,
  ],
  QUIT: [taken, taken, taken, taken],
}

function answers(stage: string): readonly [RegExp, RegExp, RegExp, RegExp] {
  return [
    new RegExp(`^deferred (closed|reset) ${stage}`),
    new RegExp(`^deferred 421.* ${stage}`),
    new RegExp(`^deferred 4.* ${stage}`),
    new RegExp(`^refused 5.* ${stage}`),
  ]
}

const rows: readonly Row[] = [
  ...Object.entries(at).flatMap(([command, expected]) =>
    ['-q', '-Q', '-r', '-f'].map((flag, i): Row => [[flag, command], expected[i]!]),
  ),
  ...['-e', '-E', '-8', '-p', '-N', '-P'].map((flag): Row => [[flag], taken]),
  // Beyond the deadline (divided by 100), and within it. Without PIPELINING: smtp-sink puts off the
  // one reply but answers the rest of the group meanwhile.
  [['-p', '-W', 'DATA:10'], /^deferred timeout data/],
  [['-p', '-W', 'MAIL:1'], taken],
  // 550 before the content is read; a server that does not read at all.
  [['-A', '0'], /^refused 550.* (body|dot)$|^deferred (reset|closed) body$/, true],
  [['-H', '20', '-T', '1024'], /^deferred timeout body$/, true],
]

const large = Buffer.from(`${'x'.repeat(78)}\r\n`.repeat(150_000))

/** How smtp-sink is started, the program first. */
type Starting = readonly [string, ...string[]]

/** Runs the battery. */
export async function runSink(starting: Starting): Promise<readonly SinkResult[]> {
  const results: SinkResult[] = []
  for (const row of rows) results.push(await one(starting, row))
  return results
}

async function one(
  [program, ...before]: Starting,
  [args, expected, isLarge]: Row,
): Promise<SinkResult> {
  const port = await freePort()
  const sink = spawn(program, [...before, ...args, `127.0.0.1:${port}`, '100'], {
    stdio: 'ignore',
  })
  try {
    await listening(port, sink)
    const opening = await connect(outside(100), to(port))
    let became: string
    if (opening.kind === 'failed') became = words(opening.verdict)
    else {
      const body = isLarge ? { body: [large] } : {}
      const outcome = await send(opening.session, email(undefined, body))
      await opening.session.quit()
      became = words(outcome.verdicts[0]!)
    }
    return { run: args.join(' '), became, expected, ok: expected.test(became) }
  } finally {
    sink.kill()
  }
}

async function listening(port: number, sink: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 200 && sink.exitCode === null; tries++) {
    const isUp = await new Promise<boolean>(resolve => {
      const probe = net.connect({ host: '127.0.0.1', port })
      probe.once('error', () => resolve(false))
      probe.once('connect', () => {
        probe.destroy()
        resolve(true)
      })
    })
    if (isUp) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  throw new Error(`smtp-sink does not listen on ${port} (exit code ${sink.exitCode})`)
}

if (import.meta.main) {
  if (spawnSync('smtp-sink', ['-h']).error) {
    console.log('smtp-sink is not installed (Debian: apt-get install postfix); nothing was tried')
  } else {
    const isRoot = process.getuid?.() === 0
    const results = await runSink(['smtp-sink', ...(isRoot ? ['-u', 'nobody'] : [])])
    for (const { run, became, expected, ok } of results) {
      console.log(
        `${ok ? 'ok  ' : 'FAIL'} smtp-sink ${run.padEnd(14)} ${became}${ok ? '' : `  (expected ${expected})`}`,
      )
    }
    const failed = results.filter(result => !result.ok).length
    console.log(`${results.length - failed} of ${results.length}`)
    process.exitCode = failed === 0 ? 0 : 1
  }
}
