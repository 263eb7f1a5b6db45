/**
 * The customer of a crash run: submits emails at an even pace, each with an Idempotency-Key, and
 * repeats what got no clear answer at whichever node, as the API's documentation tells it to.
 * What it knows in the end: A, answered 202; I, never clearly answered.
 */
import { pause } from './nodes.ts'

export interface SubmittedEmails {
  /** Answered 202: X-id → the email ids given for its key (one, if all is well). */
  readonly accepted: Map<number, Set<string>>
  /** X-ids given up on before any clear answer. */
  readonly unclear: Set<number>
  /** Requests that had to be repeated. */
  repeats: number
  /** Answers that no document promises. */
  readonly strange: string[]
}

interface Submission {
  readonly ports: readonly number[]
  readonly key: string
  readonly emails: number
  readonly perSecond: number
  /** Told after each email. */
  readonly tell: (submitted: SubmittedEmails) => void
  /** Ends early: no further emails are begun. */
  readonly isOver: () => boolean
}

const workers = 32
const answerTimeoutMs = 5_000
const patienceMs = 120_000
/** Some customers do not repeat. */
const giveUpShare = 0.1
const domains = 20

export async function submit(order: Submission): Promise<SubmittedEmails> {
  const submitted: SubmittedEmails = {
    accepted: new Map(),
    unclear: new Set(),
    repeats: 0,
    strange: [],
  }
  let next = 0
  let dueAt = performance.now()
  const work = async (): Promise<void> => {
    while (next < order.emails && !order.isOver()) {
      const x = next++
      // What an outage has held up is not made up for in a rush.
      dueAt = Math.max(dueAt + 1000 / order.perSecond, performance.now())
      await pause(Math.max(0, dueAt - performance.now()))
      await submitOne(order, submitted, x)
      order.tell(submitted)
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  return submitted
}

async function submitOne(order: Submission, submitted: SubmittedEmails, x: number): Promise<void> {
  const deadline = performance.now() + patienceMs
  const isPatient = Math.random() >= giveUpShare
  for (let turn = Math.floor(Math.random() * order.ports.length); ; turn++) {
    const answer = await post(order.ports[turn % order.ports.length]!, order.key, x)
    if (answer?.status === 202) {
      const ids = submitted.accepted.get(x) ?? new Set()
      submitted.accepted.set(x, ids.add(JSON.parse(answer.text).id))
      // One in ten asks again, as if the answer had been lost: the same id is to come.
      if (x % 10 === 0 && ids.size === 1 && turn < order.ports.length * 20) {
        const again = await post(order.ports[(turn + 1) % order.ports.length]!, order.key, x)
        if (again?.status === 202) ids.add(JSON.parse(again.text).id)
      }
      return
    }
    const isExpected = answer === null || [409, 500, 503].includes(answer.status)
    if (!isExpected) submitted.strange.push(`${answer.status} ${answer.text.slice(0, 200)}`)
    if (!isPatient || !isExpected || performance.now() > deadline) {
      submitted.unclear.add(x)
      return
    }
    submitted.repeats++
    await pause(50 + Math.random() * 200)
  }
}

export interface Answer {
  readonly status: number
  readonly text: string
  readonly retryAfter: string | null
}

/** Submits one email under a key of its own; null: no answer. */
export async function post(port: number, key: string, x: number): Promise<Answer | null> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/emails`, {
      method: 'POST',
      signal: AbortSignal.timeout(answerTimeoutMs),
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': `crash-${x}`,
      },
      body: JSON.stringify({
        from: 'Crash <hello@crash.test>',
        to: [`user${x}@dest${x % domains}.test`],
        subject: `Message ${x}`,
        text: `X-id: ${x}\n\nOlá! ${'This line is here for its length. '.repeat(20)}`,
        html: `<p>Olá!</p><p>${'This line is here for its length. '.repeat(20)}</p>`,
        metadata: { x: String(x) },
      }),
    })
    const retryAfter = answer.headers.get('retry-after')
    return { status: answer.status, text: await answer.text(), retryAfter }
  } catch {
    return null
  }
}

export const domainNames = Array.from({ length: domains }, (_, i) => `dest${i}.test`)
