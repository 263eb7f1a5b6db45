/**
 * Sends TLS reports (RFC 8460): once a day and domain, by mail through Malote itself or by https, as
 * the domain asks. The transaction that takes a day's results out of the table puts its report into
 * the queue or among the posts, so that each is sent once, whichever node does it, and none is lost.
 * The mail belongs to the installation's hidden project and is signed with the keys of the verified
 * domain it comes from; without keys none goes out, for receivers must not believe it (§3).
 */

import { dayMs, hourMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import type { PeriodicJob } from '#platform/queue/jobs.ts'
import { systemProject } from '#tenants/installation/system-project.ts'
import { findSender } from '../domains/sender.ts'
import type { NewEmail } from '../events/email.ts'
import { writeEmails } from '../outbox/outbox.ts'
import { type ReportAddress, reportAddresses } from './address.ts'
import {
  makeReport,
  type ReportInput,
  reportContent,
  reportMediaType,
  type TlsReport,
} from './report.ts'
import {
  deletePost,
  type HttpsReport,
  insertPosts,
  takePosts,
  takeResults,
  unreported,
} from './store.ts'

/** After midnight every node has written down the last of the day. */
const settleMs = 15 * 60_000
/** While the DNS cannot tell where a report should go, it is kept so long. */
const patienceMs = 3 * dayMs
/** Per run; the next takes up the rest. */
const maxReports = 2_000
const maxPosts = 500
const postedTogether = 10

export const tlsReportJobs: readonly PeriodicJob[] = [
  { name: 'TLS reports', everyMs: hourMs, run: sendTlsReports },
]

/** The job. Does nothing where MALOTE_TLSRPT is off. */
export async function sendTlsReports(world: World): Promise<void> {
  if (!world.settings.MALOTE_TLSRPT) return
  const today = utcDay(world.clock.now() - settleMs)
  const due = await unreported(world.db, today, maxReports)
  if (due.length > 0) await reportAll(world, due)
  await sendPosts(world)
}

type Due = Awaited<ReturnType<typeof unreported>>[number]

async function reportAll(world: World, due: readonly Due[]): Promise<void> {
  const sender = await reportSender(world)
  for (const { day, domain } of due) {
    try {
      await reportOn(world, sender, day, domain)
    } catch (error) {
      world.log.error({ domain, day, error: String(error) }, 'a TLS report could not be made')
    }
  }
}

const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10)

interface ReportSender {
  readonly address: string
  readonly domain: string
  /** Null where mail of it would go unsigned. */
  readonly projectId: Uuid | null
}

async function reportSender(world: World): Promise<ReportSender> {
  const { MALOTE_TLSRPT_SENDER: chosen, MALOTE_SANDBOX_SENDER: system } = world.settings
  const address = chosen || `tls-reports@${system.slice(system.lastIndexOf('@') + 1)}`
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  const projectId = await systemProject(world)
  const keys = projectId === null ? [] : (await findSender(world, projectId, domain))?.keys
  const isSigned = keys !== undefined && keys.length > 0
  if (!isSigned) {
    world.log.warn(
      { domain },
      'TLS reports go by https only: their sender has no verified domain (MALOTE_TLSRPT_SENDER)',
    )
  }
  return { address, domain, projectId: isSigned ? projectId : null }
}

async function reportOn(
  world: World,
  sender: ReportSender,
  day: string,
  domain: string,
): Promise<void> {
  const wanted = await reportAddresses(world, domain)
  const age = world.clock.now() - Date.parse(day)
  if (wanted.kind === 'unknown' && age < patienceMs) return
  const addresses = wanted.kind === 'wanted' ? wanted.addresses : []
  const sent = await world.db.transaction(async tx => {
    const results = await takeResults(tx, day, domain)
    if (results.length === 0) return 0
    const input: ReportInput = {
      id: world.ids.next(),
      day,
      domain,
      submitter: sender.domain,
      contact: sender.address,
      results,
    }
    const report = makeReport(input)
    const emails = emailsOf(world, sender, addresses, { input, report })
    const posts = postsOf(world, domain, addresses, report)
    await writeEmails(tx, world, emails, { language: () => 'en' })
    if (posts.length > 0) await insertPosts(tx, posts)
    return emails.length + posts.length
  })
  if (sent > 0) world.log.info({ domain, day, reports: sent }, 'a TLS report is on its way')
}

function emailsOf(
  world: World,
  { address, domain, projectId }: ReportSender,
  addresses: readonly ReportAddress[],
  { input, report }: { readonly input: ReportInput; readonly report: TlsReport },
): NewEmail[] {
  if (projectId === null) return []
  const to = addresses.flatMap(one => (one.kind === 'mailto' ? [one.address] : []))
  const content = reportContent(input, report)
  return [...new Set(to)].map(recipient => ({
    projectId,
    id: world.ids.next(),
    mode: 'live',
    stream: 'transactional',
    status: 'queued',
    sender: address,
    senderDomain: domain,
    addressees: { to: [recipient] },
    subject: report.subject,
    tags: null,
    metadata: null,
    sizeBytes: report.body.length + Buffer.byteLength(content.text ?? ''),
    scheduledAt: null,
    createdAt: world.clock.now(),
    content,
    recipients: [{ n: 0, address: recipient, state: 'queued' }],
  }))
}

function postsOf(
  world: World,
  domain: string,
  addresses: readonly ReportAddress[],
  { body }: TlsReport,
): HttpsReport[] {
  const urls = addresses.flatMap(one => (one.kind === 'https' ? [one.url] : []))
  return [...new Set(urls)].map(url => ({
    id: world.ids.next(),
    domain,
    url,
    body,
    createdAt: world.clock.now(),
  }))
}

/** Posts what waits (§5.4): each hour, for a day. */
async function sendPosts(world: World): Promise<void> {
  const now = world.clock.now()
  const due = await takePosts(world.db, now, now + hourMs, maxPosts)
  for (let at = 0; at < due.length; at += postedTogether) {
    await Promise.all(due.slice(at, at + postedTogether).map(post => send(world, post)))
  }
}

async function send(
  world: World,
  { id, domain, url, body, createdAt }: HttpsReport,
): Promise<void> {
  const result = await world.http.request({
    method: 'POST',
    url,
    headers: { 'content-type': reportMediaType },
    body,
    timeoutMs: 30_000,
    maxAnswerBytes: 4_096,
  })
  const isTaken = result.kind === 'answer' && result.status >= 200 && result.status < 300
  const isOver = world.clock.now() - createdAt >= dayMs
  if (!isTaken && !isOver) return
  await deletePost(world.db, id)
  if (isTaken) return
  const why = result.kind === 'answer' ? `HTTP status ${result.status}` : result.reason
  world.log.info({ domain, why }, 'a TLS report was taken by nobody for a day')
}
