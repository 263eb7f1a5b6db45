/**
 * How soon the dashboard shows among many: `node scripts/run.mjs test/suites/browser/lcp.ts` fills an
 * installation with a million emails and five million events, opens pages in a browser without
 * anything in its cache, on a desktop and on a slow phone, and reads when the largest part of each was
 * painted; presses what is pressed most and reads how long that took to show; then asks `/api` what
 * the page of emails asks for, with filters and deep pages. `--emails N` fills in fewer, `--pages`
 * leaves the questions out.
 */
import type { Browser, Page } from 'playwright-core'
import { readSettings } from '#kernel/base/config.ts'
import { show } from '#kernel/base/ids.ts'
import { realWorld } from '#kernel/world/real/world.ts'
import { countTraffic } from '#sending/stats/traffic.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { leave } from '../../../bench/leaving.ts'
import { startNode, startSink } from '../../../bench/node.ts'
import { type SeedIds, seed } from '../../../bench/reads.ts'
import { optionsOf } from '../../../scripts/options.ts'
import { desktop, launch, logIn, longestWait, phone, report, reportPaints } from './paints.ts'

const { values: options } = optionsOf(import.meta.url, {
  options: {
    emails: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '5' },
    pages: { type: 'boolean', default: false },
  },
})
const runs = Number(options.runs)
const calls = 600
const maxInpMs = 100
const maxListMs = 50
const who = { email: 'ana@bench.test', password: 'correta pilha de cavalos' }

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    // What is under way fails as its database goes, which must not cut the ending short.
    process.on('uncaughtException', () => {})
    void leave().then(() => process.exit(130))
  })
}
const sink = await startSink()
const node = await startNode(sink, 'api', false)
let browser: Browser | undefined
try {
  const world = realWorld({ settings: readSettings({}), db: node.db })
  const { projectId } = await createAccount(world, { ...who, plan: 'enterprise', trustLevel: 3 })
  const seeded = await seed({ db: node.db, projectId }, Number(options.emails), done =>
    process.stderr.write(`\r${done} of ${options.emails} emails written`),
  )
  process.stderr.write('\ncounting')
  while ((await countTraffic(world)) > 0) process.stderr.write('.')
  await node.db.query('vacuum analyze')
  process.stderr.write('\n')
  const base = `http://127.0.0.1:${node.port}`
  const cookie = await logIn(base, who)
  const project = show('prj', projectId)
  browser = await launch()
  const live = `/projects/${project}/live`
  const one = show('msg', seeded.ids.at(-1)!)
  const devices = [desktop, phone]
  await reportPaints(browser, { base, cookie, devices, pages: pagesOf(live, one), runs })
  for (const device of devices) {
    for (const [name, path, act] of presses(live, one)) {
      const took: number[] = []
      for (let run = 0; run < runs; run++) {
        took.push(await longestWait(browser, { base, path, cookie, device }, act))
      }
      report(`from a press to what it shows, ${name}, ${device.name}`, took, maxInpMs, 0.5)
    }
  }
  const api = `${base}/api/projects/${project}/live`
  const asked = options.pages ? {} : questions(seeded)
  for (const callers of options.pages ? [] : [1, 4]) {
    const took = await ask(api, { cookie, asked: Object.values(asked), calls, callers })
    report(`list of emails at /api, ${callers} at a time`, took, maxListMs)
  }
  for (const [name, question] of Object.entries(
    options.pages ? {} : { ...asked, ...exceptions(seeded) },
  )) {
    const took = await ask(api, { cookie, asked: [question], calls: 20, callers: 1 })
    report(`  ${name}`, took, maxListMs)
  }
} finally {
  await browser?.close()
  await node.stop()
  sink.stop()
}
process.exit()

function pagesOf(live: string, email: string): readonly (readonly [string, string])[] {
  return [
    ['overview', live],
    ['emails', `${live}/emails`],
    ['one email', `${live}/emails/${email}`],
    ['deliverability', `${live}/deliverability`],
    ['suppressions', `${live}/suppressions`],
    ['domains', `${live}/domains`],
    ['webhooks', `${live}/webhooks`],
    ['requests', `${live}/requests`],
    ['contacts', `${live}/contacts`],
    ['campaigns', `${live}/campaigns`],
    ['templates', `${live}/templates`],
    ['sequences', `${live}/sequences`],
    ['settings', '/settings'],
  ]
}

type Press = readonly [string, string, (page: Page) => Promise<unknown>]

function presses(live: string, email: string): readonly Press[] {
  const emails = `${live}/emails`
  return [
    ['the menu of projects', live, page => page.getByRole('button', { name: /^Project:/ }).click()],
    ['the palette', live, page => page.getByRole('button', { name: /^Find/ }).click()],
    ['typing in the palette', live, typeInPalette],
    ['another period', live, page => page.getByText('7 days').click()],
    ['typing a search', emails, page => page.getByRole('searchbox').pressSequentially('order')],
    ['more filters', emails, page => page.getByRole('button', { name: 'Filters' }).click()],
    // As by a choice in its list, which is the system's and no press of the page.
    ['another status', emails, page => page.getByLabel('Status').press('ArrowDown')],
    ['another tab', `${emails}/${email}`, page => page.getByRole('tab', { name: 'HTML' }).click()],
    ['an email', emails, page => page.locator('.row-link').first().click()],
  ]
}

async function typeInPalette(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Find/ }).click()
  await page.getByPlaceholder('Page, address, subject, name or id').pressSequentially('order')
}

type Question = (n: number) => Readonly<Record<string, string>>

/** What people ask the list for: its first page, older ones, each filter, two of them. */
function questions(seeded: SeedIds): Readonly<Record<string, Question>> {
  const some = (n: number): string => show('msg', seeded.ids[(n * 7919) % seeded.ids.length]!)
  const person = (n: number): string => {
    const k = (n * 7919) % 50_000
    return `person${k}@d${k % 97}.test`
  }
  const daysAgo = (n: number): string => new Date(Date.now() - n * 86_400_000).toISOString()
  const statuses = ['delivered', 'bounced', 'complained', 'deferred', 'queued']
  return {
    newest: () => ({}),
    deep: n => ({ starting_after: some(n) }),
    'by status': n => ({ status: statuses[n % statuses.length]! }),
    'by status, deep': n => ({ status: 'bounced', starting_after: some(n) }),
    'by recipient': n => ({ to: person(n) }),
    'by an unknown recipient': n => ({ to: `nobody${n}@d1.test` }),
    'by sender': () => ({ from: 'hello@bench.test' }),
    'by a word of many subjects': () => ({ subject: 'order' }),
    'by stream': n => ({ stream: n % 2 === 0 ? 'marketing' : 'transactional' }),
    'of a day': n => ({ created_after: daysAgo((n % 9) + 1), created_before: daysAgo(n % 9) }),
    'by status, older': n => ({ created_before: daysAgo(n % 9), status: 'complained' }),
  }
}

/** Those that have no index (docs/decisions/0011): told, but not counted with the others. */
function exceptions(seeded: SeedIds): Readonly<Record<string, Question>> {
  return {
    'by one subject': n => ({ subject: seeded.ids[(n * 31) % seeded.ids.length]!.slice(0, 13) }),
    'by a word of no subject': n => ({ subject: `nothing like it ${n}` }),
  }
}

interface Asking {
  readonly cookie: string
  readonly asked: readonly Question[]
  readonly calls: number
  readonly callers: number
}

async function ask(api: string, { cookie, asked, calls, callers }: Asking): Promise<number[]> {
  const took: number[] = []
  let next = 0
  const caller = async (): Promise<void> => {
    while (next < calls) {
      const n = next++
      const query = { limit: '50', ...asked[n % asked.length]!(n) }
      const begun = performance.now()
      const answer = await fetch(`${api}/emails?${new URLSearchParams(query)}`, {
        headers: { cookie },
      })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${JSON.stringify(query)}: ${answer.status}`)
      took.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return took
}
