/**
 * Emails as large as they may be, which are none's attack: accepted, delivered, read back and sent once
 * more, the longest tick of each. What was received is what is read back, byte for byte.
 */
import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { trustDomain } from '#sending/domains/check-domain.ts'
import { createDomain } from '#sending/domains/domains.ts'
import type {
  FromThread,
  LargeEmail,
  LargeMessage,
  LargeShot,
  LargeSubmission,
} from './large-emails-thread.ts'
import type { Effort, Part } from './part.ts'
import { type Arena, keyOf, newParty, secondAllowedHost } from './stage.ts'
import { longestTick, maxTickMs } from './ticks.ts'

const mb = 1024 * 1024
const sizes: { readonly [effort in Effort]: readonly LargeEmail[] } = {
  short: [
    { emails: 1, files: 2, fileBytes: 2 * mb, bodyBytes: 0 },
    { emails: 2, files: 1, fileBytes: 1 * mb, bodyBytes: 0 },
  ],
  long: [
    { emails: 1, files: 1, fileBytes: 25 * mb, bodyBytes: 0 },
    { emails: 1, files: 8, fileBytes: 3 * mb, bodyBytes: 0 },
    { emails: 9, files: 1, fileBytes: 3 * mb, bodyBytes: 0 },
    { emails: 1, files: 1, fileBytes: 16 * mb, bodyBytes: 5 * mb - 1000 },
  ],
}

const messages: { readonly [effort in Effort]: readonly LargeMessage[] } = {
  short: [{ kind: 'file', bytes: 4 * mb, stream: 'transactional' }],
  long: (['transactional', 'marketing'] as const).flatMap(stream =>
    (['file', 'html', 'text', 'utf8'] as const).map(kind => ({ kind, bytes: 33 * mb, stream })),
  ),
}

export const largeEmails: Part = {
  name: 'large emails',
  about: 'accepted, delivered, read back and sent once more; the longest tick',
  async run(arena, tally, effort) {
    const { world } = arena
    const { projectId } = await newParty(arena)
    const domain = await createDomain(world, { projectId, name: 'large-sender.test' })
    await trustDomain(world, domain.id)
    arena.dns.set('large.test', 'MX', ['10 mx.large.test'])
    arena.dns.set('mx.large.test', 'A', [secondAllowedHost])
    const live = await keyOf(world, projectId)
    const captured = await keyOf(world, projectId, { mode: 'test' })
    const thread = await openThread(arena)
    const fire = async (shot: Wanted, expected = 0): Promise<Read> => {
      const first = await ticked(() => thread.ask(shot, expected))
      // What others of the machine have cost does not come again.
      const isLong = first.longestMs > maxTickMs[effort]
      return isLong ? ticked(() => thread.ask(shot, expected)) : first
    }
    const check = (what: string, { longestMs, reply }: Ticked, isRight: boolean): void => {
      tally.check(
        isRight && longestMs <= maxTickMs[effort],
        () => `${what}: a tick of ${longestMs.toFixed(0)} ms, ${reply}`,
      )
    }
    const readBack = async (what: string, sent: Read): Promise<void> => {
      const id = sent.answer.ids[0]
      const read = async (part: string): Promise<Read> => {
        const get = { method: 'GET', path: `/v1/emails/${id}${part}`, email: null, headers: live }
        const found = await fire(get)
        check(`GET ${part} of ${what}`, found, found.answer.status === 200)
        return found
      }
      await read('')
      await read('/content')
      const raw = await read('/raw')
      const again = { method: 'POST', path: `/v1/emails/${id}/resend`, email: null }
      const resent = await fire({ ...again, asked: { all: true }, headers: live }, 1)
      check(`resent ${what}`, resent, resent.answer.status === 202 && resent.received.length === 1)
      tally.check(sent.received.includes(raw.answer.digest), () => `${what} is read back as sent`)
    }
    try {
      for (const email of sizes[effort]) {
        const what = JSON.stringify(email)
        const path = email.emails === 1 ? '/v1/emails' : '/v1/emails/batch'
        const post = { method: 'POST', path, email }
        const kept = await fire({ ...post, headers: captured })
        check(`accepted ${what}`, kept, kept.answer.status === 202)
        const sent = await fire({ ...post, headers: live }, email.emails)
        const isWhole = sent.received.length === email.emails
        check(`sent ${what}`, sent, sent.answer.status === 202 && isWhole)
        await readBack(what, sent)
      }
      for (const message of messages[effort]) {
        const what = JSON.stringify(message)
        const kept = await fire({ message, headers: captured })
        check(`accepted by SMTP ${what}`, kept, kept.answer.status === 250)
        const sent = await fire({ message, headers: live }, 1)
        check(`sent ${what}`, sent, sent.answer.status === 250 && sent.received.length === 1)
        await readBack(what, sent)
      }
    } finally {
      await thread.close()
    }
  },
}

type Wanted =
  | Pick<LargeShot, 'method' | 'path' | 'headers' | 'email' | 'asked'>
  | (Pick<LargeSubmission, 'message'> & Pick<LargeShot, 'headers'>)
type Answered = Extract<FromThread, { kind: 'answered' }>

interface Asked {
  readonly answer: Answered
  readonly received: readonly string[]
}

interface Ticked {
  readonly longestMs: number
  readonly reply: string
}

type Read = Asked & Ticked

async function ticked(work: () => Promise<Asked>): Promise<Read> {
  let asked: Asked | undefined
  const { longestMs, reply } = await longestTick(async () => {
    asked = await work()
    return `${asked.answer.status}`
  })
  return { ...asked!, longestMs, reply }
}

const keyIn = ({ authorization = '' }: LargeShot['headers']): string =>
  authorization.replace('Bearer ', '')

async function openThread({ port, submissionPort, mx }: Arena) {
  const worker = new Worker(new URL('./large-emails-thread.ts', import.meta.url), {
    workerData: { host: secondAllowedHost, port: mx.port },
  })
  const told = on(worker, 'message')
  const next = async (): Promise<FromThread> => (await told.next()).value![0]
  await next()
  return {
    /** Resolves when it is answered, and so many messages have come. */
    async ask(shot: Wanted, messages: number): Promise<Asked> {
      const between = { from: 'a@large-sender.test', to: 'b@large.test' }
      const whole: LargeShot | LargeSubmission =
        'message' in shot
          ? { ...between, message: shot.message, submissionPort, key: keyIn(shot.headers) }
          : { ...between, ...shot, port }
      worker.postMessage(whole)
      let answer: Answered | undefined
      const received: string[] = []
      while (answer === undefined || received.length < messages) {
        const one = await next()
        if (one.kind === 'answered') answer = one
        if (one.kind === 'received') received.push(one.digest)
        if (answer !== undefined && answer.status >= 400) break
      }
      return { answer, received }
    },
    close: () => worker.terminate(),
  }
}
