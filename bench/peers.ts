/**
 * `npm run bench -- --peers`: the same emails through other servers as through Malote, on the same
 * cores, disk and sink in the same run. In each round everyone has a turn, so that what else the
 * machine does hits all of them alike; what counts is the ratio within a round. A peer is handed the
 * finished message by SMTP and signs it with RSA-2048; Malote does that too, and besides it speaks
 * HTTP, composes, signs with Ed25519, keeps a timeline and posts a webhook for each.
 */
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../test/support/free-port.ts'
import { harakaOne, harakaTwo } from './haraka.ts'
import { atEnd } from './leaving.ts'
import { generate, pause, type Sink, startSink } from './node.ts'
import type { Peer, StartedPeer } from './peer.ts'
import { postfix } from './postfix.ts'

export interface PeerFigures {
  readonly perSecond: number
  /** CPU milliseconds per email. */
  readonly cpuMs: number
}

export interface Contestant {
  readonly name: string
  measure(): Promise<PeerFigures>
}

const peers: readonly Peer[] = [postfix, harakaOne, harakaTwo]
/** As many as Postfix delivers by at a time (default_destination_concurrency_limit). */
const connections = 20
/** Before each round, for everyone alike: until what is compiled while it runs is compiled. */
export const warmUp = 12_000

/** Starts all peers that can run here, and says which cannot and why. */
export async function startPeers(total: number): Promise<Contestant[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'malote-peers-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const contestants: Contestant[] = []
  for (const peer of peers) {
    const why = peer.whyNot()
    if (why !== null) {
      console.log(`${peer.name} is not measured: ${why}`)
      continue
    }
    const sink = await startSink()
    atEnd(async () => sink.stop())
    const port = await freePort()
    const wish = { folder, port, sinkPort: sink.smtp, privateKey, onStart: atEnd }
    const started = await peer.start(wish).catch((error: Error) => {
      console.log(`${peer.name} is not measured, for it could not be set up: ${error.message}`)
    })
    if (!started) continue
    console.log(`${peer.name} (${started.version}) answers`)
    contestants.push(contestant({ peer, started, sink, port, total }))
  }
  return contestants
}

interface Turn {
  readonly peer: Peer
  readonly started: StartedPeer
  readonly sink: Sink
  readonly port: number
  readonly total: number
}

function contestant({ peer, started, sink, port, total }: Turn): Contestant {
  let first = 0
  /** From the first one handed in to the last one at the sink, nothing lost, all signed. */
  const carry = async (count: number): Promise<number> => {
    const begun = performance.now()
    const order = { port, connections, first, total: count }
    const { taken } = await generate<{ taken: number }>('submit.ts', order)
    if (taken !== count) throw new Error(`${peer.name} took ${taken} of ${count}`)
    first += count
    await arrived(peer.name, sink, first)
    return (performance.now() - begun) / 1000
  }
  return {
    name: peer.name,
    async measure() {
      await carry(warmUp)
      const before = await started.cpuSeconds()
      const seconds = await carry(total)
      const after = await started.cpuSeconds()
      return { perSecond: total / seconds, cpuMs: ((after - before) / total) * 1000 }
    },
  }
}

const patienceMs = 300_000

async function arrived(name: string, sink: Sink, count: number): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const counts = await sink.counts()
    if (counts.different >= count) {
      if (counts.signed === counts.mails && counts.mails === count) return
      throw new Error(`${name}: ${JSON.stringify(counts)} of ${count}`)
    }
    if (performance.now() > deadline) {
      throw new Error(`${name} lost some: ${JSON.stringify(counts)} of ${count}`)
    }
    await pause(20)
  }
}

// The closing table ------------------------------------------------------------------------------

/** Rates and prices of everyone, ours first, and how many times faster ours is. */
export function table(
  rounds: readonly (readonly PeerFigures[])[],
  names: readonly string[],
): string {
  const ratios = (peer: number): number[] =>
    rounds.map(round => round[0]!.perSecond / round[peer]!.perSecond)
  const lines = names.map((name, i) => {
    const rate = median(rounds.map(round => round[i]!.perSecond))
    const cpu = median(rounds.map(round => round[i]!.cpuMs))
    const times = i === 0 ? '' : `${median(ratios(i)).toFixed(2)} ×`
    return [name, rate.toFixed(0), cpu.toFixed(2), times]
  })
  const heads = ['', 'emails/s', 'CPU ms per email', 'ours is']
  const widths = heads.map((head, i) =>
    Math.max(head.length, ...lines.map(line => line[i]!.length)),
  )
  const shown = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join('   ')
      .trimEnd()
  return [heads, ...lines].map(shown).join('\n')
}

/** Ours divided by the best peer of the same round, for each round. */
export function againstBest(rounds: readonly (readonly PeerFigures[])[]): number[] {
  return rounds.map(
    ([ours, ...others]) => ours!.perSecond / Math.max(...others.map(other => other.perSecond)),
  )
}

export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!
