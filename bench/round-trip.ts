/** What one SMTP connection carries where each answer takes its time to come. */
import { realClock } from '#kernel/world/real/clock.ts'
import type { QueuedTransaction, Transaction } from '#protocol/smtp/verdict.ts'
import { startMx } from '../test/unit/smtp/mx.ts'
import { email, never, openTo, outside, to } from '../test/unit/smtp/outside.ts'
import { from, html, recipientOf, subjectOf, text } from './letter.ts'
import { startDistance } from './peers/distance.ts'

export interface Distance {
  readonly roundTripMs: number
  readonly emails: number
}

/** Emails per second over one connection, from its first MAIL to the last answer. */
export async function oneConnection({ roundTripMs, emails }: Distance): Promise<number> {
  const server = await startMx()
  const delay = await startDistance(realClock(), { port: 0, target: server.port, roundTripMs })
  try {
    const session = await openTo(outside(1), to(delay.port, never))
    let accepted = 0
    const jobs = Array.from({ length: emails }, (_, n): QueuedTransaction => {
      const transaction: Transaction = email(message(n), { recipients: [recipientOf(n)] })
      return {
        transaction,
        settle: ({ verdicts }) => {
          if (verdicts[0]?.kind === 'accepted') accepted++
        },
        fail: error => {
          throw error
        },
      }
    })
    const begun = performance.now()
    await session.run(() => jobs.shift())
    const seconds = (performance.now() - begun) / 1000
    await session.quit()
    if (accepted !== emails) throw new Error(`${accepted} of ${emails} were accepted`)
    return emails / seconds
  } finally {
    await delay.close()
    await server.close()
  }
}

const message = (n: number): string =>
  `From: ${from}\r\nSubject: ${subjectOf(n)}\r\n\r\n${text}\r\n${html}\r\n`
