/**
 * The other load of a crash run: one Idempotency-Key asked for by very many at the same moment, at
 * two nodes, one of which is killed (-9) in the middle. Round by round: whoever is answered gets the
 * same 202 or is told that the key is in use; nobody else is answered anything; and as soon as the
 * node is back, both answer for the key, for nothing of it was kept by the one that died.
 */
import { isDeepStrictEqual } from 'node:util'
import { type Answer, post, type SubmittedEmails } from './client.ts'
import { type Node, pause } from './nodes.ts'

interface KeyRace {
  readonly nodes: readonly Node[]
  readonly key: string
  readonly rounds: number
  /** Told after each round. */
  readonly tell: (submitted: SubmittedEmails, victim: Node) => void
}

export interface KeyFigures {
  requests: number
  /** Answered 202, answered 409 `idempotency_in_progress`, and not answered for the kill. */
  accepted: number
  inProgress: number
  unanswered: number
  /** Rounds in which the email existed before the kill, as far as anybody was told. */
  answeredBefore: number
  /** From the moment the killed node answers again until a node answers 202 for the key. */
  slowestMs: number
}

const together = 1_000
/** On a machine that is far too busy; what a node needs for it is told in the figures. */
const maxReleaseMs = 30_000
/** Asked again in the end, as a customer would who was given no answer. */
const replays = 20
const maxTries = 10
/** About as long as all the answers take. */
const spreadMs = 400

export async function raceKeys(race: KeyRace): Promise<[SubmittedEmails, KeyFigures]> {
  const submitted: SubmittedEmails = {
    accepted: new Map(),
    unclear: new Set(),
    repeats: 0,
    strange: [],
  }
  const figures: KeyFigures = {
    requests: 0,
    accepted: 0,
    inProgress: 0,
    unanswered: 0,
    answeredBefore: 0,
    slowestMs: 0,
  }
  for (let x = 0; x < race.rounds; x++) {
    await Promise.all(race.nodes.map(node => node.ready()))
    const victim = race.nodes[Math.floor(Math.random() * race.nodes.length)]!
    const bodies = await raceOnce(race, { x, victim, submitted, figures })
    if (bodies.size > 1) submitted.strange.push(`round ${x}: ${bodies.size} different answers`)
    submitted.accepted.set(x, new Set([...bodies].map(body => String(JSON.parse(body).id))))
    race.tell(submitted, victim)
  }
  return [submitted, figures]
}

interface Round {
  readonly x: number
  readonly victim: Node
  readonly submitted: SubmittedEmails
  readonly figures: KeyFigures
}

/** The bodies of all 202s: one, if all is well. */
async function raceOnce(race: KeyRace, round: Round): Promise<Set<string>> {
  const { x, victim, submitted, figures } = round
  const bodies = new Set<string>()
  const note = (answer: Answer | null): void => {
    figures.requests++
    if (answer === null || neverArrived(answer)) figures.unanswered++
    else if (answer.status === 202) {
      figures.accepted++
      bodies.add(answer.text)
    } else if (isInProgress(answer)) figures.inProgress++
    else submitted.strange.push(`${answer.status} ${answer.text.slice(0, 200)}`)
  }
  let answered = 0
  // Half of the kills fall between two answers, the others at any time.
  const killAt = Math.random() < 0.5 ? Math.floor(Math.random() * together) : null
  let reach = (): void => {}
  const moment =
    killAt === null
      ? pause(Math.random() * spreadMs)
      : new Promise<void>(resolve => {
          reach = () => (answered >= killAt ? resolve() : undefined)
        })
  const asking = Array.from({ length: together }, async (_, i) => {
    const { port } = race.nodes[i % race.nodes.length]!
    note(await post(port, race.key, x))
    answered++
    reach()
  })
  reach()
  await moment
  if (bodies.size > 0) figures.answeredBefore++
  await victim.kill()
  await victim.ready()
  await Promise.all(race.nodes.map(node => untilFree(race, round, { node, note })))
  await Promise.all(asking)
  for (let i = 0; i < replays; i++) {
    const { port } = race.nodes[i % race.nodes.length]!
    let again: Answer | null = null
    // A machine that stands still answers nothing for a while, as any customer has to expect.
    for (let tries = 0; again === null && tries < maxTries; tries++) {
      again = await post(port, race.key, x)
      if (again === null) note(again)
    }
    if (again?.status !== 202) submitted.strange.push(`a replay: ${again?.status ?? 'no answer'}`)
    if (again !== null) note(again)
  }
  return bodies
}

async function untilFree(
  { key }: KeyRace,
  { x, submitted, figures }: Round,
  { node, note }: { node: Node; note: (answer: Answer | null) => void },
): Promise<void> {
  const begun = performance.now()
  let wasInUse = false
  for (;;) {
    const answer = await post(node.port, key, x)
    note(answer)
    wasInUse ||= answer?.status === 409
    const ms = performance.now() - begun
    if (answer?.status === 202) {
      figures.slowestMs = Math.max(figures.slowestMs, ms)
      if (wasInUse && ms > maxReleaseMs)
        submitted.strange.push(`the key was in use for ${Math.round(ms)} ms`)
      return
    }
    if (ms > maxReleaseMs * 4) {
      submitted.strange.push(`the key of round ${x} was never free again at ${node.name}`)
      return
    }
    await pause(20)
  }
}

/** As documented: the code, and when to ask again. */
function isInProgress({ status, text, retryAfter }: Answer): boolean {
  if (status !== 409) return false
  const { type, code } = JSON.parse(text).error
  return isDeepStrictEqual({ type, code, retryAfter }, documented)
}

/**
 * On a machine that is far too busy this process may need longer to send its headers than a node
 * waits for them; what it says then is no answer to the request, which it has not seen.
 */
function neverArrived({ status, text }: Answer): boolean {
  if (status !== 400) return false
  const { code, message } = JSON.parse(text).error
  return code === 'invalid_field' && message === lateness
}

const lateness = 'A requisição não chegou a tempo.'

const documented = { type: 'conflict', code: 'idempotency_in_progress', retryAfter: '1' }
