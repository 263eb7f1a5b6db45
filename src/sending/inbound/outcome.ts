/**
 * From a report about one recipient to the fact that goes on its timeline. Pure; what the report
 * means is read in bounce.ts.
 */
import type { ReplyWords } from '#protocol/replies/classify.ts'
import { safe } from '#protocol/smtp/reply.ts'
import { type Providers, providerOf } from '../delivery/providers.ts'
import { classDetails, type EventDetails } from '../events/event.ts'
import type { NewEvent } from '../timeline/record.ts'
import { type BounceReading, readBounce } from './bounce.ts'
import type { ReceivedReport } from './report.ts'
import type { Addressee } from './store.ts'

/** Whom a fact is about, and when it became known. */
export interface ReportSubject {
  readonly emailId: string
  readonly addressee: Addressee
  readonly at: number
  /** The operator's groups of receiving servers. */
  readonly providers: Providers
}

const responseChars = 1000

/** `bounced`, or null where the report tells of no final failure of this recipient. */
export function bounceReported(about: ReportSubject, report: ReceivedReport): NewEvent | null {
  const reading = readBounce(about.addressee.address, report)
  return reading === null ? null : bounced(about, reading)
}

export function complained(about: ReportSubject): NewEvent {
  const { emailId, addressee, at } = about
  return {
    projectId: addressee.projectId,
    emailId,
    n: addressee.n,
    type: 'complained',
    at,
    late: true,
    suppress: 'complaint',
    details: placeOf(about, ''),
  }
}

function bounced(about: ReportSubject, reading: BounceReading): NewEvent {
  const { emailId, addressee, at } = about
  const { reply, verdict, mx, isCertain } = reading
  const isTemporary = verdict.class === 'temporary'
  return {
    projectId: addressee.projectId,
    emailId,
    n: addressee.n,
    type: 'bounced',
    at,
    late: true,
    details: {
      ...placeOf(about, mx),
      ...saidIn(reply),
      cause: verdict.cause,
      ...classDetails(verdict.bounce),
    },
    ...(verdict.suppress && isCertain ? { suppress: 'hard_bounce' as const } : {}),
    ...(isTemporary && isCertain ? { softBounce: true } : {}),
  }
}

/** The server that refused, else the one that the mail was handed to. */
function placeOf({ addressee, providers }: ReportSubject, remote: string): EventDetails {
  const { mx, provider } = addressee
  const host = remote.toLowerCase().replace(/\.$/, '')
  if (/^(?=.{4,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/.test(host) && !/^[\d.]+$/.test(host)) {
    return { mx: host, provider: providerOf(host, providers) }
  }
  return { ...(mx === null ? {} : { mx }), ...(provider === null ? {} : { provider }) }
}

function saidIn({ code, enhanced, text }: ReplyWords): EventDetails {
  const codes = [code === null ? '' : String(code), enhanced ?? ''].filter(part => part !== '')
  const words = safe(text.replace(/\s+/g, ' ').trim()).slice(0, responseChars).toWellFormed()
  return {
    ...(codes.length > 0 ? { smtp_code: codes.join(' ') } : {}),
    ...(words !== '' ? { smtp_response: words } : {}),
  }
}
