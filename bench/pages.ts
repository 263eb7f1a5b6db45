/**
 * How soon the dashboard shows and how soon it answers, among a million emails that are letters of
 * a campaign, too: each of its main pages is opened by a browser with nothing in its cache, on a
 * desktop and on a slow phone, which tells when the largest part was painted, and used as people use
 * it, for the longest wait from a press to what it shows. A table for each, with the load of the
 * machine: on a busy one it says nothing.
 */
import { loadavg } from 'node:os'
import type { Browser, Page } from 'playwright-core'
import { readSettings } from '#kernel/base/config.ts'
import { show } from '#kernel/base/ids.ts'
import { realWorld } from '#kernel/world/real/world.ts'
import { countTraffic } from '#sending/stats/traffic.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import {
  type Device,
  desktop,
  launch,
  logIn,
  longestWait,
  maxWaitMs,
  type Paint,
  paint,
  phone,
  type Visit,
} from '../test/suites/browser/paints.ts'
import { campaignOfMany } from './campaign-of-many.ts'
import { atEnd } from './leaving.ts'
import { median } from './median.ts'
import { type Node, startNode, startSink } from './node.ts'
import { seed } from './reads.ts'

const who = { email: 'ana@bench.test', password: 'correta pilha de cavalos' }
const devices = [desktop, phone] as const

interface Size {
  readonly emails: number
  /** How often each page is opened, and used. */
  readonly runs: number
  /** Only places with this in their name; empty: all. */
  readonly place: string
}

export async function pages({ emails, runs, place }: Size): Promise<void> {
  const sink = await startSink()
  const node = await startNode(sink, 'api', false)
  let browser: Browser | undefined
  atEnd(async () => browser?.close())
  try {
    const { base, cookie, live, email, world, projectId } = await filled(node, emails)
    const campaign = `${live}/campaigns/${await campaignOfMany(node, world, projectId)}`
    await node.db.query('vacuum analyze')
    browser = await launch()
    const asked = { browser, base, runs }
    const isAsked = ({ name }: Place) => name.includes(place)
    const shown = [
      ...pagesOf(live, email).map(([name, path]) => ({ name, path, cookie })),
      { name: 'report of a campaign', path: campaign, cookie },
      { name: 'log-in', path: '/login', cookie: null },
    ]
    await tellPaints(asked, shown.filter(isAsked))
    const used = [
      ...usesOf(live, email).map(([name, path, act]) => ({ name, path, act, cookie })),
      { name: 'log-in: an address and a password', path: '/login', act: typeInDoor, cookie: null },
    ]
    await tellWaits(asked, used.filter(isAsked))
  } finally {
    await browser?.close()
    await node.stop()
    sink.stop()
  }
}

/** An account with everything to show, in the one installation that is looked at. */
export async function filled(node: Node, emails: number) {
  const world = realWorld({ settings: readSettings({}), db: node.db })
  const { projectId } = await createAccount(world, { ...who, plan: 'enterprise', trustLevel: 3 })
  const seeded = await seed({ db: node.db, projectId }, emails, done =>
    process.stderr.write(`\r${done} of ${emails} emails written`),
  )
  process.stderr.write('\ncounting')
  while ((await countTraffic(world)) > 0) process.stderr.write('.')
  await node.db.query('vacuum analyze')
  process.stderr.write('\n')
  const base = `http://127.0.0.1:${node.port}`
  const live = `/projects/${show('prj', projectId)}/live`
  const cookie = await logIn(base, who)
  const email = show('msg', seeded.ids.at(-1)!)
  return { base, cookie, live, email, seeded, world, projectId }
}

const pagesOf = (live: string, email: string): readonly (readonly [string, string])[] => [
  ['overview', live],
  ['emails', `${live}/emails`],
  ['one email', `${live}/emails/${email}`],
  ['deliverability', `${live}/deliverability`],
  ['suppressions', `${live}/suppressions`],
  ['domains', `${live}/domains`],
  ['keys', `${live}/keys`],
  ['webhooks', `${live}/webhooks`],
  ['requests', `${live}/requests`],
  ['contacts', `${live}/contacts`],
  ['campaigns', `${live}/campaigns`],
  ['templates', `${live}/templates`],
  ['sequences', `${live}/sequences`],
  ['notices', '/notices'],
  ['limits', '/limits'],
  ['settings', '/settings'],
]

type Act = (page: Page) => Promise<unknown>

function usesOf(live: string, email: string): readonly (readonly [string, string, Act])[] {
  const emails = `${live}/emails`
  const pressed = (role: 'button' | 'tab', name: string | RegExp): Act => {
    return page => page.getByRole(role, { name }).first().click()
  }
  return [
    ['overview: the menu of projects', live, pressed('button', /^Project:/)],
    ['overview: another period', live, page => page.getByText('7 days').click()],
    ['emails: typing a search', emails, page => typeIn(page.getByRole('searchbox'), 'order')],
    ['emails: more filters', emails, pressed('button', 'Filters')],
    // As by a choice in its list, which is the system's and no press of the page.
    ['emails: another status', emails, page => page.getByLabel('Status').press('ArrowDown')],
    ['emails: an email', emails, page => page.locator('.row-link').first().click()],
    ['one email: another tab', `${emails}/${email}`, pressed('tab', 'HTML')],
    ...pagesOf(live, email).map(
      ([name, path]) => [`${name}: the palette, and typing there`, path, typeInPalette] as const,
    ),
  ]
}

async function typeInPalette(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Find/ }).click()
  await typeIn(page.getByPlaceholder('Page, address, subject, name or id'), 'order')
}

async function typeInDoor(page: Page): Promise<void> {
  await typeIn(page.getByLabel('Email'), who.email)
  await typeIn(page.getByLabel('Password', { exact: false }).first(), who.password)
}

const typeIn = (field: ReturnType<Page['locator']>, text: string): Promise<void> =>
  field.pressSequentially(text)

interface Watcher {
  readonly browser: Browser
  readonly base: string
  readonly runs: number
}

type Place = Pick<Visit, 'path' | 'cookie'> & { readonly name: string }

/** Each place once on each device, so often. */
async function times<T>(
  { base, runs }: Watcher,
  { path, cookie }: Place,
  measure: (visit: Visit) => Promise<T>,
): Promise<readonly (readonly T[])[]> {
  const found: T[][] = []
  for (const device of devices) {
    const took: T[] = []
    for (let run = 0; run < runs; run++) took.push(await measure({ base, path, cookie, device }))
    found.push(took)
  }
  return found
}

async function tellPaints(asked: Watcher, places: readonly Place[]): Promise<void> {
  tellHead(asked, 'largest contentful paint', device => device.maxLcpMs)
  for (const place of places) {
    const found = await times(asked, place, visit => paint(asked.browser, visit))
    const cells = devices.map((device, n) =>
      cell(
        found[n]!.map(one => one.lcpMs),
        device.maxLcpMs,
      ),
    )
    const all: readonly Paint[] = found.flat()
    const moved = Math.max(...all.map(one => one.shift)).toFixed(3)
    console.log(row([place.name, ...cells, `moved ${moved}, ${all[0]!.requests} requests`]))
  }
}

async function tellWaits(
  asked: Watcher,
  places: readonly (Place & { readonly act: Act })[],
): Promise<void> {
  tellHead(asked, 'from a press to what it shows', () => maxWaitMs)
  for (const place of places) {
    const found = await times(asked, place, visit => longestWait(asked.browser, visit, place.act))
    console.log(row([place.name, ...found.map(took => cell(took, maxWaitMs)), '']))
  }
}

function tellHead({ runs }: Watcher, what: string, max: (device: Device) => number): void {
  const load = loadavg()[0]!.toFixed(1)
  console.log(`\n${what}: median (longest) of ${runs}, ms; load ${load}`)
  console.log(row(['', ...devices.map(one => `${one.name} (bar ${max(one)})`), '']))
}

function cell(took: readonly number[], maxMs: number): string {
  const value = median(took)
  const mark = value <= maxMs ? '✔' : '✖'
  return `${mark} ${value.toFixed(0)} (${Math.max(...took).toFixed(0)})`
}

const row = ([name = '', first = '', second = '', more = '']: readonly string[]): string =>
  `${name.padEnd(46)}${first.padEnd(22)}${second.padEnd(38)}${more}`.trimEnd()
