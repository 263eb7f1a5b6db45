/**
 * One turn: so many emails handed in to one server, and what became of them. From the first one handed
 * in to the last one at the receiver, with nothing left to do for the server before it ends.
 */
import { pause } from '../node.ts'
import { fateOf, type HandedIn } from './count.ts'
import { type Door, type HandInOrder, handIn } from './handing-in.ts'
import { connections, domainsOf } from './letters.ts'
import type { StartedPeer } from './peer.ts'
import type { RawFigures } from './raw.ts'
import { certificate, type Receiver, startFar, startReceiver } from './receiving.ts'
import type { Scenario } from './scenarios.ts'

/** Whose turn it may be: a server by one of its doors. */
export interface Contestant {
  readonly name: string
  readonly peer: StartedPeer
  readonly door: Door
  /** Where its mail goes to: whoever listens there. */
  readonly receiverPort: number
}

interface Turn extends Contestant {
  readonly scenario: Scenario
  /** The number of the first email: none has a number twice. */
  readonly first: number
  /** After so long the turn is given up. */
  readonly patienceMs: number
}

const pollMs = 20
const hastenMs = 1_500

export async function takeTurn(turn: Turn): Promise<RawFigures> {
  const { scenario, receiverPort, first } = turn
  const { roundTripMs, defers, emails } = scenario
  const isFar = roundTripMs > 0
  const receiver = await startReceiver({
    port: isFar ? 0 : receiverPort,
    first,
    total: emails,
    defers,
    tls: scenario.tls ? certificate() : null,
  })
  const far = isFar
    ? await startFar({ port: receiverPort, target: receiver.port, roundTripMs })
    : null
  try {
    const order: HandInOrder = {
      ...turn.door,
      bodyKb: scenario.bodyKb,
      domains: domainsOf(scenario),
      connections,
      first,
      total: emails,
      patienceMs: turn.patienceMs,
    }
    return await (scenario.kill ? killed : carried)(turn, receiver, order)
  } finally {
    await far?.close()
    await receiver.close()
  }
}

async function carried(turn: Turn, receiver: Receiver, order: HandInOrder): Promise<RawFigures> {
  const { peer, scenario, patienceMs } = turn
  const deadline = performance.now() + patienceMs
  const before = await peer.cpuSeconds()
  const { begunAt, handedIn, firstRefusal } = await handIn(order)
  const { length: accepted } = handedIn.accepted
  if (accepted === 0) throw new Error(`nothing was accepted: ${firstRefusal ?? 'no answer came'}`)
  // Those that are put off come when everyone's own waits are over, and have no part in the speed.
  const putOff = scenario.defers ? handedIn.accepted.filter(number => number % 10 === 0).length : 0
  const arrived = accepted - putOff
  const told = async () => `${(await receiver.counts()).different} of ${accepted} arrived in time`
  await until(deadline, async () => (await receiver.counts()).different >= arrived, told)
  const { lastAt, signed, mails, secure } = await receiver.counts()
  const seconds = (lastAt - begunAt) / 1_000
  if (signed < mails) throw new Error(`${mails - signed} of ${mails} came without a signature`)
  if (scenario.tls && secure < mails) throw new Error(`${mails - secure} of ${mails} came in plain`)
  if (putOff === 0) await until(deadline, async () => (await peer.waiting()) === 0, told)
  const cpu = (await peer.cpuSeconds()) - before
  if (putOff > 0) await settle(turn, receiver, handedIn, deadline)
  return {
    ...(await countAll(turn, receiver, handedIn)),
    seconds,
    perSecond: arrived / seconds,
    cpuMs: (cpu / arrived) * 1_000,
    kill: null,
  }
}

async function killed(turn: Turn, receiver: Receiver, order: HandInOrder): Promise<RawFigures> {
  const { peer, scenario, patienceMs } = turn
  const deadline = performance.now() + patienceMs
  const falls: Promise<NonNullable<RawFigures['kill']>>[] = []
  const { begunAt, handedIn } = await handIn(order, accepted => {
    if (accepted < scenario.emails / 2 || falls.length > 0) return
    const fall = killAndRestart(peer, receiver, accepted)
    // Its fault is thrown where it is awaited.
    fall.catch(() => {})
    falls.push(fall)
  })
  const [kill] = await Promise.all(falls)
  if (kill === undefined) throw new Error('all was accepted before it could be killed')
  await settle(turn, receiver, handedIn, deadline)
  const counted = await countAll(turn, receiver, handedIn)
  const { lastAt } = await receiver.counts()
  const seconds = (lastAt - begunAt) / 1_000
  return { ...counted, seconds, perSecond: null, cpuMs: null, kill }
}

async function killAndRestart(
  peer: StartedPeer,
  receiver: Receiver,
  accepted: number,
): Promise<NonNullable<RawFigures['kill']>> {
  const { different: arrived } = await receiver.counts()
  const begun = performance.now()
  await peer.kill()
  await peer.restart()
  return { accepted, arrived, downSeconds: (performance.now() - begun) / 1_000 }
}

/**
 * Until the server has nothing left to do: what it would wait minutes for is tried now. Only then can
 * something be called lost.
 */
async function settle(
  { peer }: Turn,
  receiver: Receiver,
  { accepted }: HandedIn,
  deadline: number,
): Promise<void> {
  let hastenedAt = -Infinity
  await until(
    deadline,
    async () => {
      if (performance.now() - hastenedAt >= hastenMs) {
        hastenedAt = performance.now()
        await peer.hasten()
      }
      const waiting = await peer.waiting()
      // A server may have taken its last email from the queue a moment before it is at the receiver.
      return waiting === 0 && (await isStill(receiver, accepted.length))
    },
    async () => `${await peer.waiting()} were still in its queue at the end`,
  )
}

const stillMs = 500

async function isStill(receiver: Receiver, accepted: number): Promise<boolean> {
  const { mails, different } = await receiver.counts()
  if (different >= accepted) return true
  await pause(stillMs)
  return (await receiver.counts()).mails === mails
}

type FateFigures = Omit<RawFigures, 'seconds' | 'perSecond' | 'cpuMs' | 'kill'>

async function countAll(
  { peer }: Turn,
  receiver: Receiver,
  handedIn: HandedIn,
): Promise<FateFigures> {
  const fate = fateOf(handedIn, await receiver.landed())
  const { putOff, peak } = await receiver.counts()
  return {
    connections: peak,
    accepted: handedIn.accepted.length,
    unanswered: handedIn.unanswered.length,
    refused: handedIn.refused.length,
    arrived: fate.arrived,
    putOff,
    lost: fate.lost.length,
    doubled: fate.doubled.length,
    marked: await peer.marked(fate.doubled),
  }
}

/** Throws when it is not so in time. */
async function until(
  deadline: number,
  isSo: () => Promise<boolean>,
  tell: () => Promise<string>,
): Promise<void> {
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(await tell())
    await pause(pollMs)
  }
}
