/** The parts of the World that the SMTP client touches, for tests on loopback sockets. */
import { readSettings } from '#kernel/base/config.ts'
import { realNet } from '#kernel/world/real/net.ts'
import type { World } from '#kernel/world/world.ts'
import { type ConnectOptions, connect, type SmtpSession } from '#protocol/smtp/client.ts'
import type { Line, RecipientVerdict, TlsRule, Transaction } from '#protocol/smtp/verdict.ts'
import { slicedClock } from '../../support/real-clock.ts'

export type Outside = Pick<World, 'net' | 'clock' | 'settings'>

/** Deadlines divided by `divisor`. */
export function outside(divisor = 100, roots: readonly string[] = []): Outside {
  const settings = readSettings({ MALOTE_SMTP_DEADLINE_DIVISOR: String(divisor) }, 'client.example')
  return { net: realNet({ roots }), clock: slicedClock(), settings }
}

export const never: TlsRule = { level: 'never' }
export const opportunistic: TlsRule = { level: 'opportunistic' }

export function to(port: number, tls: TlsRule = never): ConnectOptions {
  return { host: 'mx.example', address: '127.0.0.1', port, helloName: 'client.example', tls }
}

export function email(
  body = 'Subject: hi\r\n\r\nhello\r\n',
  more: Partial<Transaction> = {},
): Transaction {
  return {
    sender: 'bounce+1@sender.example',
    recipients: ['ana@mx.example'],
    body: [Buffer.from(body)],
    eightBit: false,
    utf8: false,
    beforeContent: async () => true,
    ...more,
  }
}

export async function openTo(world: Outside, options: ConnectOptions): Promise<SmtpSession> {
  const opening = await connect(world, options)
  if (opening.kind === 'failed') {
    throw new Error(`no session: ${JSON.stringify(opening.verdict)} ${shown(opening.transcript)}`)
  }
  return opening.session
}

export const shown = (lines: readonly Line[]): string =>
  lines.map(line => `${line.by}: ${line.text}`).join('\n')

/** `refused 550 5.1.1 rcpt`, `deferred timeout dot uncertain`: one verdict in a few words. */
export function words(verdict: RecipientVerdict): string {
  if (verdict.kind === 'abandoned') return 'abandoned'
  const { reply } = verdict
  const code = reply ? `${reply.code}${reply.enhanced ? ` ${reply.enhanced}` : ''}` : ''
  if (verdict.kind === 'accepted') return `accepted ${code}`
  if (verdict.kind === 'refused') return `refused ${code} ${verdict.stage}`
  const parts = ['deferred', code, verdict.why ?? '', verdict.stage]
  if (verdict.uncertain) parts.push('uncertain')
  return parts.filter(part => part !== '').join(' ')
}
