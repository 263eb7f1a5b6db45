/**
 * X1 of the battery: an email's preview runs nothing, loads nothing and leads nowhere. The lines are
 * shown in the frame that the dashboard makes, by the answer that the dashboard gives; both are read
 * off a real page first. Here a part of the lines stands by itself, and all of them in packs;
 * MALOTE_TEST_HOSTILE=all shows each by itself, also as a page of its own.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { previewHtml } from '#faces/console/preview.ts'
import { show } from '#kernel/base/ids.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import type { TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { skip, startChromium } from './chromium.ts'
import {
  beaconDomain,
  type GalleryOptions,
  isFull,
  type Managed,
  startBeacon,
  startGallery,
  startWatchedBrowser,
  watch,
} from './hostile.ts'
import { hostileLines } from './hostile-lines.ts'
import { startEmpty } from './stage.ts'

/** Of the lines by themselves, one in so many. */
const everyNth = isFull ? 1 : 20
const framesPerPage = 50
const linesPerPack = 40
/** What begins by itself has begun by then; the next page is loading meanwhile. */
const settleMs = 100

/** Ends whatever a line may have left open. */
const closing =
  '\n</script></style></title></textarea></template></select></svg></math>--><b>"\'>\n'

/** Every line asks for a name of its own, so that whatever comes through can be told apart. */
const linesFor = (port: number): readonly string[] =>
  hostileLines(`${beaconDomain}:${port}`).map((line, n) =>
    line.replaceAll(beaconDomain, `n${n}.${beaconDomain}`),
  )

/** Shows all the lines of a gallery in frames. */
async function showAll(page: Page, base: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += framesPerPage) {
    await page.goto(`${base}/frames/${from}/${Math.min(from + framesPerPage, count)}`)
    await page.waitForTimeout(settleMs)
  }
}

/** Where a page of a gallery may be, and what it may ask for. */
const isShown = (base: string) => (url: string) =>
  url === 'about:blank' || url.startsWith(`${base}/frames/`) || url.startsWith(`${base}/line/`)

const nothing: Managed = { ran: [], asked: [], led: [] }

describe('the preview of an email', { skip }, () => {
  let real: Pick<GalleryOptions, 'frameHeaders' | 'frameAttributes'>
  let previewHeaders: Readonly<Record<string, string>>

  it('stands in a frame without any permission, under a policy that loads nothing', async t => {
    const { service, base } = await startEmpty(t)
    const browser = await startChromium(t)
    const context = await browser.newContext({ baseURL: base })
    const page = await context.newPage()
    ;({ real, previewHeaders } = await readOff(page, await captureOne(service, context)))
    assert.match(real.frameAttributes, /^sandbox="" referrerpolicy="no-referrer"$/)
    assert.match(previewHeaders['content-security-policy']!, /^sandbox; default-src 'none'; /)
  })

  it(`runs, asks and leads nowhere for any of ${isFull ? 'the' : 'a part of the'} lines`, async t => {
    const beacon = await startBeacon(t)
    const all = linesFor(beacon.port)
    assert.ok(new Set(all).size >= 2_180, `${all.length} lines`)
    const packs = Array.from({ length: Math.ceil(all.length / linesPerPack) }, (_, n) =>
      all.slice(n * linesPerPack, (n + 1) * linesPerPack).join(closing),
    )
    const lines = [...all.filter((_line, n) => n % everyNth === 0), ...packs]
    const gallery = await startGallery(t, {
      ...real,
      lines,
      exhibit: html => ({ html: previewHtml({ html } as never), headers: previewHeaders }),
    })
    const { browser, namesAsked } = await startWatchedBrowser(t)
    const page = await browser.newPage()
    const managed = watch(page, isShown(gallery.base))
    await showAll(page, gallery.base, lines.length)
    // And as a page of its own, as whoever opens the frame in a tab sees it.
    const step = isFull ? 1 : 12
    for (let n = 0; n < lines.length; n += step) {
      await page.goto(`${gallery.base}/line/${n}`)
      if (n % (step * 20) === 0) await page.waitForTimeout(settleMs)
    }
    const names = await namesAsked()
    assert.deepEqual(
      names.map(name => all[Number(/\d+/.exec(name)![0])]),
      [],
    )
    assert.deepEqual(
      { ...managed, heard: beacon.heard, stray: gallery.stray },
      { ...nothing, heard: [], stray: [] },
    )
    t.diagnostic(`${lines.length} documents, ${all.length} lines`)
  })

  it('is watched by witnesses that do notice: the same lines without a policy', async t => {
    const beacon = await startBeacon(t)
    const all = linesFor(beacon.port)
    const kinds = [/^<img src=x:x onerror="c/, /^<svg onload='eval/, /^<iframe src="java/]
    const asking = [/^<img src="http/, /^<p style="background:url/, /^<iframe src="\/\//]
    const lines = [...kinds, ...asking].map(kind => all.find(line => kind.test(line))!)
    const gallery = await startGallery(t, {
      frameHeaders: {},
      frameAttributes: '',
      lines: [...lines, '<script>top.location="/led"</script>'],
      exhibit: html => ({ html, headers: {} }),
    })
    const { browser, namesAsked } = await startWatchedBrowser(t)
    const page = await browser.newPage()
    const managed = watch(page, isShown(gallery.base))
    await page.goto(`${gallery.base}/frames/0/${lines.length}`)
    await until(async () => managed.ran.length === kinds.length, 'the scripts to run')
    await until(async () => managed.asked.length >= asking.length, 'the beacon to be asked')
    await page.goto(`${gallery.base}/frames/${lines.length}/${lines.length + 1}`)
    await until(async () => managed.led.length === 1, 'the page to be led away')
    assert.ok(beacon.heard.length >= asking.length)
    assert.equal((await namesAsked()).length, asking.length)
  })
})

/** Logs somebody in who has one email; the address of its page. */
async function captureOne(service: TestService, context: BrowserContext): Promise<string> {
  const who = { email: 'ana@loja.test', password: 'correta pilha de cavalos' }
  const { projectId } = await createAccount(service.world, { ...who, plan: 'pro' })
  const { key } = await createKey(service.world, { projectId, mode: 'test', scope: 'send' })
  const body = { from: 'a@loja.test', to: ['b@loja.test'], subject: 'x', html: '<h1>Olá</h1>' }
  const sent = await service.call('POST', '/v1/emails', { key, body })
  const base = `http://127.0.0.1:${service.port}`
  const entered = await context.request.post('/api/session', {
    headers: { origin: base },
    data: who,
  })
  assert.equal(entered.status(), 200)
  return `/projects/${show('prj', projectId)}/test/emails/${sent.body.id}`
}

/** How the dashboard frames a preview and answers for it. */
async function readOff(page: Page, path: string) {
  const [answer] = await Promise.all([page.waitForResponse(/\/preview$/), open(page, path)])
  const frame = page.locator('iframe')
  const attribute = async (name: string) => {
    const value = await frame.getAttribute(name)
    return value === null ? [] : [`${name}="${value}"`]
  }
  const attributes = [
    ...(await attribute('sandbox')),
    ...(await attribute('allow')),
    ...(await attribute('referrerpolicy')),
  ]
  const app = await page.request.get(path, { headers: { accept: 'text/html' } })
  return {
    real: { frameHeaders: policies(app.headers()), frameAttributes: attributes.join(' ') },
    previewHeaders: policies(await answer.allHeaders()),
  }
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('[role=tab]').nth(1).click()
  await page.frameLocator('iframe').getByRole('heading').waitFor()
}

const policies = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) =>
      /^(content-security|x-frame|referrer|x-dns|permissions|cross-origin|x-content-type)/.test(
        name,
      ),
    ),
  )
