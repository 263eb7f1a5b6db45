/** What one SMTP connection carries where each answer takes its time to come. */
import net from 'node:net'
import type { QueuedTransaction, Transaction } from '#protocol/smtp/verdict.ts'
import { startMx } from '../test/unit/smtp/mx.ts'
import { email, never, openTo, outside, to } from '../test/unit/smtp/outside.ts'
import { from, html, recipientOf, subjectOf, text } from './letter.ts'

export interface Distance {
  readonly roundTripMs: number
  readonly emails: number
}

/** Emails per second over one connection, from its first MAIL to the last answer. */
export async function oneConnection({ roundTripMs, emails }: Distance): Promise<number> {
  const server = await startMx()
  const delay = await startDelay(server.port, roundTripMs / 2)
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
    delay.close()
    await server.close()
  }
}

const message = (n: number): string =>
  `From: ${from}\r\nSubject: ${subjectOf(n)}\r\n\r\n${text}\r\n${html}\r\n`

/** A TCP proxy that holds every byte back for `delayMs` in each direction. */
async function startDelay(
  target: number,
  delayMs: number,
): Promise<{ port: number; close(): void }> {
  const sockets = new Set<net.Socket>()
  const relay = (from: net.Socket, to: net.Socket): void => {
    sockets.add(from)
    from.on('error', () => {})
    from.on('data', bytes => void setTimeout(() => to.write(bytes), delayMs))
    from.on('end', () => void setTimeout(() => to.end(), delayMs))
    from.on('close', () => sockets.delete(from))
  }
  const server = net.createServer({ noDelay: true }, inner => {
    const outer = net.connect({ host: '127.0.0.1', port: target, noDelay: true })
    relay(inner, outer)
    relay(outer, inner)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as net.AddressInfo).port,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
