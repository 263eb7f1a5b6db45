/** One day's TLS report for one domain (RFC 8460 §4, §5): its JSON, its names and its email. Pure. */
import { gzipSync } from 'node:zlib'
import type { Text } from '#kernel/base/languages.ts'
import { fill } from '#kernel/base/languages.ts'
import type { EmailContent } from '../events/email.ts'
import type { PolicyResult, ReportedPolicy, TlsOutcome } from './result.ts'

export interface ReportInput {
  readonly id: string
  /** UTC. */
  readonly day: string
  /** Whom it is about. */
  readonly domain: string
  /** Our own domain: that of the sender. */
  readonly submitter: string
  readonly contact: string
  readonly results: readonly (PolicyResult & { readonly count: number })[]
}

export interface TlsReport {
  /** JSON, compressed. */
  readonly body: Buffer
  readonly filename: string
  readonly subject: string
}

export const reportMediaType = 'application/tlsrpt+gzip'

/** Builds the report; the same input gives the same bytes. */
export function makeReport(input: ReportInput): TlsReport {
  const { id, day, domain, submitter, contact } = input
  const from = `${day}T00:00:00Z`
  const to = `${day}T23:59:59Z`
  const json = {
    'organization-name': submitter,
    'date-range': { 'start-datetime': from, 'end-datetime': to },
    'contact-info': contact,
    'report-id': id,
    policies: policiesOf(input),
  }
  const seconds = (time: string): number => Date.parse(time) / 1000
  return {
    body: gzipSync(JSON.stringify(json)),
    // §5.1
    filename: `${submitter}!${domain}!${seconds(from)}!${seconds(to)}!${id}.json.gz`,
    // §5.3
    subject: `Report Domain: ${domain} Submitter: ${submitter} Report-ID: <${id}@${submitter}>`,
  }
}

function policiesOf({ results }: ReportInput): object[] {
  const groups = new Map<string, ReportInput['results'][number][]>()
  for (const result of results) {
    const key = JSON.stringify(result.policy)
    groups.set(key, [...(groups.get(key) ?? []), result])
  }
  return [...groups.values()].map(group => {
    const failures = group.filter(one => one.outcome.type !== 'success')
    const sum = (list: typeof group): number => list.reduce((total, one) => total + one.count, 0)
    return {
      policy: shownPolicy(group[0]!.policy),
      summary: {
        'total-successful-session-count': sum(group) - sum(failures),
        'total-failure-session-count': sum(failures),
      },
      ...(failures.length === 0
        ? {}
        : { 'failure-details': failures.map(one => shownFailure(one.outcome, one.count)) }),
    }
  })
}

const shownPolicy = ({ type, strings, mx, domain }: ReportedPolicy) => ({
  'policy-type': type,
  ...(strings.length === 0 ? {} : { 'policy-string': strings }),
  'policy-domain': domain,
  ...(mx.length === 0 ? {} : { 'mx-host': mx }),
})

const shownFailure = ({ type, mx, ip, reason }: TlsOutcome, count: number) => ({
  'result-type': type,
  ...(mx === undefined ? {} : { 'receiving-mx-hostname': mx }),
  ...(ip === undefined ? {} : { 'receiving-ip': ip }),
  'failed-session-count': count,
  ...(reason === undefined ? {} : { 'failure-reason-code': reason }),
})

const letter: Text = {
  en:
    'This is a report on TLS with the mail servers of {domain} on {day} (UTC), sent because the ' +
    'domain asks for it (RFC 8460). The attached file is meant for programs.',
  pt:
    'Este é um relatório sobre TLS com os servidores de e-mail de {domain} em {day} (UTC), enviado ' +
    'porque o domínio o solicita (RFC 8460). O arquivo anexo é destinado a programas.',
}

/** The email that carries it (§5.3). */
export function reportContent(
  { domain, day, submitter }: ReportInput,
  report: TlsReport,
): EmailContent {
  const text = fill(letter, { domain, day })
  return {
    text: `${text.en}\n\n${text.pt}\n`,
    headers: {
      'TLS-Report-Domain': domain,
      'TLS-Report-Submitter': submitter,
      'Auto-Submitted': 'auto-generated',
      // §3: a report about broken TLS must not be held back by it; RFC 8689 §5 says so on the way.
      'TLS-Required': 'No',
      'Content-Type': 'multipart/report; report-type=tlsrpt',
    },
    attachments: [
      {
        filename: report.filename,
        content: report.body.toString('base64'),
        content_type: reportMediaType,
      },
    ],
  }
}
