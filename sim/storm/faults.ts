/** How a simulated mail server misbehaves and whom it refuses: the choices behind `mx.ts`. */
import type { Time } from '../world/clock.ts'
import type { MailStore } from '../world/mail-store.ts'
import type { Chance } from '../world/random.ts'
import { type HostState, type MxHost, mailboxOf, type Site } from '../world/sites.ts'

const stages = ['banner', 'ehlo', 'starttls', 'mail', 'rcpt', 'data', 'dot', 'dot', 'dot'] as const
/** Where in the conversation; `other` never goes wrong. */
export type Stage = (typeof stages)[number] | 'other'

const kinds = ['close', 'reset', 'silence', 'garbage', '4xx', '421', 'late'] as const

export interface Fault {
  readonly stage: Stage
  readonly kind: (typeof kinds)[number]
  /** At the dot: whether the message was stored before things went wrong. */
  readonly stored: boolean
}

export function planFault(mood: HostState, host: MxHost, chance: Chance): Fault | null {
  const rate = mood === 'flaky' ? 0.7 : host.faultRate
  if (!chance.happens(rate)) return null
  return { stage: chance.pick(stages), kind: chance.pick(kinds), stored: chance.happens(0.5) }
}

/** Faults after which nobody can know; a clear refusal never follows a stored message. */
export const losesReply = ({ kind }: Fault): boolean => kind !== '4xx' && kind !== '421'

const garbages = ['what?\r\n', '2x0 fine\r\n', '250-one\r\n550 two\r\n', '\0\0\r\n'] as const
export const garbage = (chance: Chance): string => chance.pick(garbages)

export function greeting(host: MxHost, isSecure: boolean): string {
  const offers = [host.name]
  if (host.pipelining) offers.push('PIPELINING')
  if (host.chunking !== 'none') offers.push('CHUNKING')
  offers.push(`SIZE ${host.sizeLimit}`)
  if (host.tls !== 'none' && !isSecure) offers.push('STARTTLS')
  offers.push('ENHANCEDSTATUSCODES')
  if (host.modern) offers.push('8BITMIME', 'SMTPUTF8')
  return offers.map((offer, i) => `250${i < offers.length - 1 ? '-' : ' '}${offer}\r\n`).join('')
}

interface RecipientContext {
  readonly site: Site
  readonly host: MxHost
  readonly time: Time
  readonly chance: Chance
  readonly room: MailStore
}

/** Why a recipient is refused, or null. `taken` are those accepted before in this transaction. */
export function judge(asked: RecipientContext, taken: number, address: string): string | null {
  const { site, host, chance } = asked
  if (!address.toLowerCase().endsWith(`@${site.domain}`)) return '550 5.7.1 Relaying denied'
  if (taken >= host.maxRecipients) return '452 4.5.3 Too many recipients'
  switch (mailboxOf(address)) {
    case 'unknown':
      return `550 5.1.1 <${address}>: Recipient address rejected: User unknown`
    case 'full':
      return '552 5.2.2 Mailbox full'
    case 'overquota':
      return '452 4.2.2 Mailbox over quota, try later'
    case 'policy':
      return '550 5.7.1 Message blocked by our policy'
    case 'soft':
      return '451 4.3.5 Configuration problem, try later'
    case 'sometimes':
      return chance.happens(0.4) ? '450 4.2.1 Mailbox busy' : greylist(asked, address)
    case 'ok':
      return greylist(asked, address)
  }
}

function greylist({ site, time, room }: RecipientContext, address: string): string | null {
  if (site.greylistMs === 0) return null
  const first = room.knocks.get(address) ?? time.now()
  room.knocks.set(address, first)
  return time.now() - first < site.greylistMs ? '451 4.7.1 Greylisted, come back later' : null
}
