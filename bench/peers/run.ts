/**
 * `npm run bench -- --peers`: the same emails through other servers as through Malote, on the same
 * cores and disk, to the same receiver. In each round everyone has a turn at every scenario, so that
 * what else the machine does hits all of them alike; what counts is the ratio within a round. A server
 * that cannot be had is named and left out; a turn that fails is a cell with its reason.
 */
import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { appendFile, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, release, tmpdir, totalmem, type } from 'node:os'
import { freePort } from '../../test/support/free-port.ts'
import { passableFolder } from '../../test/support/passable-folder.ts'
import { atEnd } from '../leaving.ts'
import { rsaPerSecond } from '../signing.ts'
import { haraka } from './haraka.ts'
import { allDomains, connections } from './letters.ts'
import { malote } from './malote.ts'
import type { Peer, StartedPeer } from './peer.ts'
import { postfix } from './postfix.ts'
import { type RawCell, type RawRun, rawLine, rawVersion } from './raw.ts'
import { takeRounds } from './rounds.ts'
import type { Contestant } from './turn.ts'

export interface PeersOptions {
  readonly isQuick: boolean
  /** No round begins that would not end within it. */
  readonly minutes: number
  /** Rounds at most. */
  readonly rounds: number
  /** The file for the raw results. */
  readonly raw: string
}

const servers: readonly Peer[] = [malote, postfix, haraka]

interface Missing {
  readonly name: string
  readonly reason: string
}

/** Runs it and writes the file. */
export async function comparePeers(options: PeersOptions): Promise<void> {
  const begun = performance.now()
  const leftSeconds = (): number => options.minutes * 60 - (performance.now() - begun) / 1_000
  const machine = await machineFacts(options.isQuick)
  say(`setting up ${servers.map(({ name }) => name).join(', ')}`)
  const { started, missing } = await startServers()
  for (const { name, reason } of missing) say(`${name} is not measured: ${reason}`)
  for (const { peer } of started) {
    say(`${Object.keys(peer.doors).join(', ')}: ${peer.version}, ${peer.got}`)
  }
  const contestants = started.flatMap(contestantsOf)
  const run: RawRun = {
    ...machine,
    contestants: contestants.map(({ name, peer: { version, got } }) => ({ name, version, got })),
    missing: [...missing],
  }
  await writeFile(options.raw, rawLine(run))
  const { isQuick, rounds } = options
  const write = (cell: RawCell): Promise<void> => appendFile(options.raw, rawLine(cell))
  await takeRounds({ isQuick, rounds, contestants, leftSeconds, write, say })
  await appendFile(
    options.raw,
    rawLine({ kind: 'end', seconds: (performance.now() - begun) / 1_000 }),
  )
}

const say = (line: string): void => console.error(line)

// The servers ------------------------------------------------------------------------------------

interface Server {
  readonly peer: StartedPeer
  readonly receiverPort: number
}

async function startServers(): Promise<{ started: Server[]; missing: Missing[] }> {
  const folder = await passableFolder('peers')
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const missing: Missing[] = []
  // Beside each other: nothing is measured yet, and most of it is waiting for packages.
  const all = await Promise.all(
    servers.map(async server => {
      const why = server.whyNot()
      if (why !== null) return void missing.push({ name: server.name, reason: why })
      const [port, receiverPort] = [await freePort(), await freePort()]
      const wish = { folder, port, receiverPort, privateKey, connections, domains: allDomains }
      return server
        .start({ ...wish, onStart: atEnd })
        .then(peer => ({ peer, receiverPort }))
        .catch((error: Error) => {
          missing.push({ name: server.name, reason: `it could not be set up: ${error.message}` })
        })
    }),
  )
  return { started: all.filter(one => one !== undefined), missing }
}

const contestantsOf = ({ peer, receiverPort }: Server): Contestant[] =>
  Object.entries(peer.doors).map(([name, door]) => ({ name, peer, door, receiverPort }))

// The machine ------------------------------------------------------------------------------------

async function machineFacts(isQuick: boolean): Promise<Omit<RawRun, 'contestants' | 'missing'>> {
  const load = loadavg()[0]!
  return {
    kind: 'run',
    version: rawVersion,
    begun: new Date().toISOString(),
    quick: isQuick,
    cores: cpus().length,
    processor: cpus()[0]?.model.trim() ?? '',
    memoryMb: Math.round(totalmem() / 1024 ** 2),
    // Without what a provider calls its kernels.
    system: `${type()} ${release().split('.').slice(0, 2).join('.')}`,
    fileSystem: fileSystemOf(tmpdir()),
    node: process.version,
    loadBefore: load,
    rsaPerSecond: await rsaPerSecond(isQuick ? 1 : 3),
    connections,
  }
}

/** A disk that is memory would make fsync cost nothing. */
function fileSystemOf(folder: string): string {
  try {
    return execFileSync('stat', ['-f', '-c', '%T', folder], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
