/**
 * Emails as large as they may be, which are none's attack: accepted, delivered, read back and sent once
 * more, the longest tick of each. What was received is what is read back, byte for byte.
 */
import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { trustDomain } from '#sending/domains/check-domain.ts'
import { createDomain } from '#sending/domains/domains.ts'
import type { FromThread, LargeEmail, LargeShot } from './large-emails-thread.ts'
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
    const fire = async (shot: Wanted, messages = 0): Promise<Read> => {
      const first = await ticked(() => thread.ask(shot, messages))
      // What others of the machine have cost does not come again.
      const isLong = first.longestMs > maxTickMs[effort]
      return isLong ? ticked(() => thread.ask(shot, messages)) : first
    }
    try {
      for (const email of sizes[effort]) {
        const check = (what: string, { longestMs, reply }: Ticked, isRight: boolean): void => {
          tally.check(
            isRight && longestMs <= maxTickMs[effort],
            () =>
              `${what} ${JSON.stringify(email)}: a tick of ${longestMs.toFixed(0)} ms, ${reply}`,
          )
        }
        const path = email.emails === 1 ? '/v1/emails' : '/v1/emails/batch'
        const post = { method: 'POST', path, email }
        const kept = await fire({ ...post, headers: captured })
        check('accepted', kept, kept.answer.status === 202)
        const sent = await fire({ ...post, headers: live }, email.emails)
        check('sent', sent, sent.answer.status === 202 && sent.received.length === email.emails)
        const id = sent.answer.ids[0]
        const read = async (what: string): Promise<Read> => {
          const get = { method: 'GET', path: `/v1/emails/${id}${what}`, email: null, headers: live }
          const found = await fire(get)
          check(`GET ${what}`, found, found.answer.status === 200)
          return found
        }
        await read('')
        await read('/content')
        const raw = await read('/raw')
        const again = { method: 'POST', path: `/v1/emails/${id}/resend`, email: null }
        const resent = await fire({ ...again, asked: { all: true }, headers: live }, 1)
        check('resent', resent, resent.answer.status === 202 && resent.received.length === 1)
        tally.check(sent.received.includes(raw.answer.digest), () => 'what was sent is read back')
      }
    } finally {
      await thread.close()
    }
  },
}

type Wanted = Pick<LargeShot, 'method' | 'path' | 'headers' | 'email' | 'asked'>
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

async function openThread({ port, mx }: Arena) {
  const worker = new Worker(new URL('./large-emails-thread.ts', import.meta.url), {
    workerData: { host: secondAllowedHost, port: mx.port },
  })
  const told = on(worker, 'message')
  const next = async (): Promise<FromThread> => (await told.next()).value![0]
  await next()
  return {
    /** Resolves when it is answered, and so many messages have come. */
    async ask(shot: Wanted, messages: number): Promise<Asked> {
      const whole = { ...shot, port, from: 'a@large-sender.test', to: 'b@large.test' }
      worker.postMessage(whole satisfies LargeShot)
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
