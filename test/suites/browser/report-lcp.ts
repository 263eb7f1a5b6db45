/**
 * How soon the report of a large campaign shows: `node scripts/run.mjs
 * test/suites/browser/report-lcp.ts` sends one to a million people with nobody who delivers, writes
 * what came of their letters over two days (delivered, bounced, opened, clicked, left, complained),
 * and opens its report in a browser with nothing in its cache, on a desktop and on a slow phone.
 * `--people N` for fewer, `--runs N` for how often.
 */
import type { Browser } from 'playwright-core'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import { correctCounts } from '#marketing/contacts/letters/letter-counts-store.ts'
import { ask, chained, drain, join, send, untilStatus } from '../../../bench/campaigns.ts'
import { leave } from '../../../bench/leaving.ts'
import { benchMember, type Node, startNode, startSink } from '../../../bench/node.ts'
import { optionsOf } from '../../../scripts/options.ts'
import { desktop, launch, logIn, phone, reportPaints } from './paints.ts'

const { values: options } = optionsOf(import.meta.url, {
  options: {
    people: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '5' },
  },
})
const people = Number(options.people)
const runs = Number(options.runs)
const password = 'correta pilha de cavalos'
/** Of the report on a desktop; a phone has its own. */
const maxReportMs = 1_500

const links = Array.from({ length: 12 }, (_, n) => `https://shop.example/offers/${n}`)
const content = {
  subject: 'Offers for {{ contact.email }}',
  html: `<h1>Offers</h1>${links.map(url => `<p><a href="${url}">${url}</a></p>`).join('')}
<p><a href="{{ unsubscribe_url }}">Leave</a></p>`,
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    // What is under way fails as its database goes, which must not cut the ending short.
    process.on('uncaughtException', () => {})
    void leave().then(() => process.exit(130))
  })
}
const sink = await startSink()
const node = await startNode(sink, 'api,jobs', false, { password })
let browser: Browser | undefined
try {
  const id = await sent(node)
  const { delivered, opened } = await befall(node, id)
  console.log(`${people} people, ${delivered} delivered, ${opened} opened`)
  const base = `http://127.0.0.1:${node.port}`
  const cookie = await logIn(base, { email: benchMember, password })
  browser = await launch()
  const path = `/projects/${show('prj', node.projectId)}/live/campaigns/${id}`
  const devices = [{ ...desktop, maxLcpMs: maxReportMs }, phone]
  await reportPaints(browser, { base, cookie, devices, pages: [['the report', path]], runs })
} finally {
  await browser?.close()
  await node.stop()
  sink.stop()
}
process.exit()

/** A campaign whose letters have all left. */
async function sent(to: Node): Promise<string> {
  process.stderr.write('contacts …')
  const topic = await join(to, people)
  await chained(to)
  process.stderr.write(' letters …')
  const drained = drain(to)
  const id = await send(to, topic, content)
  await untilStatus(to, id, 'sent')
  await drained.stop()
  process.stderr.write(' results …\n')
  return id
}

/** Of a hundred letters two bounce, 36 are opened, seven clicked; the same ones at every run. */
async function befall(
  { db, projectId, ...rest }: Node,
  shown: string,
): Promise<{ readonly delivered: number; readonly opened: number }> {
  const campaignId = read('cmp', shown) as Uuid
  await db.query(
    `update letters l set provider = (array['gmail', 'outlook', 'yahoo', 'icloud'])[1 + n % 4],
       bounced_at = case when n < 2 then at end, bounced_as = case when n < 2 then 'hard' end,
       delivered_at = case when n >= 2 then at end,
       opened_at = case when n between 10 and 45 then at + interval '20 minutes' end,
       clicked_at = case when n between 10 and 16 then at + interval '21 minutes' end,
       links = case when n between 10 and 16 then array[1 + n % 12] else '{}' end,
       left_at = case when n = 17 then at + interval '30 minutes' end,
       complained_at = case when n = 18 then at + interval '1 hour' end
     from (select email_id, abs(hashtext(email_id::text)) % 100 as n,
             sent_at + abs(hashtext(email_id::text) % 2880) * interval '1 minute' as at
           from letters where project_id = $1 and source_id = $2) result
     where l.project_id = $1 and l.source_id = $2 and l.email_id = result.email_id`,
    [projectId, campaignId],
  )
  await db.transaction(tx => correctCounts(tx, { projectId, campaignId }))
  await db.query('vacuum analyze')
  const { results } = (await ask({ db, projectId, ...rest }, 'GET', `/v1/campaigns/${shown}`)) as {
    results: { delivered: number; opened: number }
  }
  // An empty report would show soon.
  if (results.delivered < people * 0.9) throw new Error(`only ${results.delivered} are delivered`)
  return results
}
