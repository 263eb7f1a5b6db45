/**
 * `npm run crash -- --kills 100 --emails 20000`: kills (-9) nodes and database at random under load
 * and counts on the receiving side. The bars: lost 0, unexpected 0, one email per key; duplicates
 * only where an attempt was open at the kill, at most 0.5 %, each written down and byte-identical.
 * Of webhooks: every event acknowledged, none posted that is on no timeline, repetitions identical.
 *
 *     --only database|api|node   hurt only these (with database and api: no duplicate at all)
 *     --drains N                 SIGTERM instead: no duplicate, exit within 30 s
 *     --freezes N                SIGSTOP for twice the lease, then SIGCONT
 *     --keys N                   instead: N times 1,000 requests at once with one Idempotency-Key over
 *                                two nodes, one of them killed midway; one email, one answer, and
 *                                the key free within 1 s of the node's return
 *     --campaign-kills N         instead: campaigns (--campaigns, default 4) to --people (20,000) while
 *                                nodes are killed N times (campaigns.ts)
 *     --step-kills N             instead: the same of --sequences (default 2) and their steps
 *     --lease SECONDS            default 5; the database's kills alone run with 60
 *     --rate N                   emails a second; default so that there is a deed every 3 s
 */
import { optionsOf } from '../../scripts/options.ts'
import { type CrashReport, failuresOf } from './bars.ts'
import { crashCampaigns } from './campaigns.ts'
import { type Progress, runCrash } from './rounds.ts'
import type { Aim } from './stage.ts'

const { values } = optionsOf(import.meta.url, {
  options: {
    kills: { type: 'string' },
    drains: { type: 'string', default: '0' },
    freezes: { type: 'string', default: '0' },
    emails: { type: 'string' },
    keys: { type: 'string', default: '0' },
    'campaign-kills': { type: 'string' },
    'step-kills': { type: 'string' },
    campaigns: { type: 'string', default: '4' },
    sequences: { type: 'string', default: '2' },
    people: { type: 'string', default: '20000' },
    only: { type: 'string', default: 'all' },
    lease: { type: 'string' },
    rate: { type: 'string' },
    delay: { type: 'string', default: '5' },
  },
})
const stepKills = values['step-kills']
if (values['campaign-kills'] !== undefined || stepKills !== undefined) {
  const told = await crashCampaigns({
    kills: Number(stepKills ?? values['campaign-kills']),
    campaigns: stepKills === undefined ? Number(values.campaigns) : 0,
    sequences: stepKills === undefined ? 0 : Number(values.sequences),
    people: Number(values.people),
    tell: line => console.log(line),
  })
  const { failures: wrong, folder, ...figures } = told
  console.log(JSON.stringify(figures, null, 2))
  for (const one of wrong) console.log(`NOT MET  ${one}`)
  console.log(wrong.length === 0 ? 'All bars met.' : `Logs and data: ${folder}`)
  process.exit(wrong.length === 0 ? 0 : 1)
}

const drains = Number(values.drains)
const freezes = Number(values.freezes)
const keys = Number(values.keys)
const kills = keys > 0 ? 0 : Number(values.kills ?? (drains + freezes > 0 ? 0 : 100))
const deeds = keys > 0 ? keys : kills + drains + freezes
const leaseSeconds = Number(values.lease ?? (values.only === 'database' ? 60 : 5))
const emails = keys > 0 ? keys : Number(values.emails ?? deeds * 200)
const everySeconds = freezes > 0 ? leaseSeconds * 3 : 3
const options = {
  emails,
  keys,
  kills,
  drains,
  freezes,
  leaseSeconds,
  aim: values.only as Aim,
  perSecond: Number(values.rate ?? Math.max(1, emails / (deeds * everySeconds))),
  sinkDelayMs: Number(values.delay),
  tell,
}

let shownAt = 0
let shown = ''

/** One line that renews itself on a terminal; elsewhere a line every few seconds. */
function tell(progress: Progress): void {
  const now = performance.now()
  const isLive = process.stdout.isTTY
  if (now - shownAt < (isLive ? 100 : 5_000) && progress.phase !== 'counting') return
  shownAt = now
  const waiting = progress.waiting === undefined ? '' : `, ${progress.waiting} waiting`
  const line =
    progress.phase === 'draining'
      ? `draining${waiting}`
      : `${progress.phase}: ${progress.accepted}/${progress.emails} accepted, ${progress.hurt}/${deeds} deeds, last: ${progress.last}`
  if (isLive) process.stdout.write(`\r\x1b[K${line.slice(0, (process.stdout.columns ?? 100) - 1)}`)
  else if (line !== shown) console.log(line)
  shown = line
}

function print(report: CrashReport, failures: readonly string[]): void {
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
  const hurt = Object.entries(report.hurt).map(([name, times]) => `${name} ${times}`)
  const rows: [string, string | number][] = [
    ['emails submitted', report.submitted],
    ['accepted (A)', report.accepted],
    ['no clear answer (I)', report.unclear],
    ['requests repeated', report.repeats],
    ['messages at the sink (D)', report.landed],
    ['lost (A \\ D)', report.lost.length],
    ['unexpected (D \\ (A ∪ I))', report.unexpected.length],
    ['duplicates', report.duplicates],
    ['  of accepted', `${((100 * report.duplicates) / Math.max(1, report.accepted)).toFixed(3)} %`],
    ['  attempts open at a crash', report.openAttempts],
    ['  unexplained', report.unexplained.length],
    ['  with other bytes', report.different.length],
    ['keys with several emails', report.keysWithSeveral.length],
    ['events (E)', report.posts.events],
    ['posts heard', report.posts.heard],
    ['  acknowledged (W)', report.posts.acknowledged],
    ['  lost (E \\ W)', report.posts.lost.length],
    ['  unexpected (of no event)', report.posts.unexpected.length],
    ['  repeated after a 2xx', report.posts.repeated],
    ['  with other id or bytes', report.posts.different.length],
    ['  signature wrong', report.posts.unsigned.length],
    ...keyRows(report.keys),
    ['broken rules', report.brokenRules.length],
    ['hurt', hurt.sort().join(', ')],
    ...(drains > 0
      ? [['slowest drain', `${(report.slowestDrainMs / 1000).toFixed(1)} s`] as [string, string]]
      : []),
    ['seconds', report.seconds.toFixed(0)],
  ]
  for (const [name, value] of rows) console.log(`${name.padEnd(28)} ${value}`)
  for (const failure of failures) console.log(`NOT MET  ${failure}`)
  console.log(failures.length === 0 ? 'All bars met.' : `Logs and data: ${report.folder}`)
}

function keyRows(figures: CrashReport['keys']): [string, string | number][] {
  if (!figures) return []
  return [
    ['requests with the same key', figures.requests],
    ['  answered 202', figures.accepted],
    ['  409 in progress', figures.inProgress],
    ['  not answered', figures.unanswered],
    ['  rounds won before the kill', figures.answeredBefore],
    ['  slowest release', `${figures.slowestMs.toFixed(0)} ms`],
  ]
}

const report = await runCrash(options)
const failures = failuresOf(report, options)
print(report, failures)
process.exit(failures.length === 0 ? 0 : 1)
