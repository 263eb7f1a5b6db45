/** A form that opens over pages of another site, whatever those pages do. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import {
  addStage,
  type ForeignPage,
  type Stage,
  startFormService,
  startSite,
} from '../../support/forms.ts'
import type { TestService } from '../../support/service.ts'
import { patienceMs } from '../../support/until.ts'
import { findingsWithin, skip, startChromium } from './chromium.ts'

/** Of the browser's page, in which what is evaluated runs. */
declare const getComputedStyle: (element: unknown) => { color: string; animationName: string }

const hasFocus = (element: object): boolean => {
  const { getRootNode } = element as { getRootNode(): { activeElement: object } }
  return getRootNode.call(element).activeElement === element
}

interface Shown extends Stage {
  readonly page: Page
  readonly ours: string
  /** The address of the form's own page. */
  readonly url: string
  /** The address of the other site. */
  readonly site: string
  /** Shows a page of the other site that holds the line, and waits until the script has run. */
  goTo(next?: Partial<ForeignPage>): Promise<void>
}

/** What all tests share. */
interface Common {
  readonly service: TestService
  readonly browser: Browser
}

/** No two forms of a project have one name. */
let sites = 0

/** A form and a site at another origin, and a visitor of it. */
async function setSiteOf(
  { service, browser }: Common,
  t: TestContext,
  definition: object = {},
  options: BrowserContextOptions = {},
): Promise<Shown> {
  const name = `Site ${++sites}`
  const stage = await addStage(service, { name, popup: { delay_s: 0 }, ...definition })
  const ours = `http://127.0.0.1:${stage.service.port}`
  const { body } = await stage.service.call('GET', `/v1/forms/${stage.form}`)
  const url = `${ours}/f/${stage.form}?mode=test`
  // What the pages of the dashboard show in test mode, at the address that the test has.
  const line = body.popup_script
    .replaceAll(`${body.url}/popup.js`, `${ours}/f/${stage.form}/popup.js?mode=test`)
    .replaceAll(`"${body.url}"`, `"${url}"`)
  let shown: Partial<ForeignPage> = {}
  const site = await startSite(t, () => ({ ...shown, html: `${shown.html ?? ''}${line}` }))
  const context = await browser.newContext({ locale: 'en-GB', ...options })
  context.setDefaultTimeout(patienceMs)
  t.after(() => context.close())
  const page = await context.newPage()
  const goTo: Shown['goTo'] = async (next = shown) => {
    shown = next
    await page.goto(site, { waitUntil: 'load' })
  }
  return { ...stage, page, ours, url, site, goTo }
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Subscribe' })
const frameOf = (page: Page) => page.frameLocator('iframe[title="Subscribe"]')

/** Timers of a page run in the order of their moments: after this, one of none has run. */
const afterTimers = (page: Page): Promise<number> =>
  page.evaluate('new Promise(done => setTimeout(() => done(0)))')

const isThere = (page: Page): Promise<boolean> =>
  page.evaluate("document.querySelector('malote-popup') !== null")

const strict = (ours: string) => `default-src 'none'; script-src ${ours}; frame-src ${ours}`

test('a form over a page of another site', { skip }, async t => {
  const common = { service: await startFormService(t), browser: await startChromium(t) }
  const setSite = (t: TestContext, definition?: object, options?: BrowserContextOptions) =>
    setSiteOf(common, t, definition, options)

  await t.test(
    'opens under the strictest policy, is used by keyboard, and does not come again',
    async t => {
      const { page, goTo, ours, service, contact } = await setSite(t)
      const refused: string[] = []
      page.on('console', one => one.type() === 'error' && refused.push(one.text()))
      await goTo({ html: '<main><a href="#here">First</a></main>', policy: strict(ours) })
      await dialogOf(page).waitFor()
      const close = page.getByRole('button', { name: 'Close' })
      assert.equal(await close.evaluate(hasFocus), true)
      const email = frameOf(page).getByLabel('Email')
      await page.keyboard.press('Tab')
      assert.equal(await email.evaluate(hasFocus), true)
      for (let n = 0; n < 8; n++) {
        await page.keyboard.press('Tab')
        const at = await page.evaluate('document.activeElement.localName')
        assert.notEqual(at, 'a', 'the page behind has no focus')
      }
      await email.fill('ana@good.test')
      await frameOf(page).getByLabel('Name').fill('Ana')
      await service.turn(5_000)
      await frameOf(page).getByRole('button').click()
      await frameOf(page).getByRole('heading', { name: 'Thank you' }).waitFor()
      const { body } = await contact('ana@good.test')
      assert.equal(body.email, 'ana@good.test')
      await page.keyboard.press('Escape')
      await dialogOf(page).waitFor({ state: 'detached' })
      await goTo()
      await afterTimers(page)
      assert.equal(await isThere(page), false)
      assert.deepEqual(
        refused.filter(one => !one.includes('favicon')),
        [],
      )
    },
  )

  await t.test('is closed by Escape in the form, and asked for again by a link', async t => {
    const { page, goTo, url, form, service } = await setSite(t)
    await goTo({ html: `<a href="${url}">News by mail</a>` })
    await frameOf(page).getByLabel('Email').press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
    await goTo()
    await afterTimers(page)
    assert.equal(await isThere(page), false)
    const link = page.getByRole('link', { name: 'News by mail' })
    await link.press('Enter')
    await dialogOf(page).waitFor()
    await page.getByRole('button', { name: 'Close' }).press('Enter')
    await dialogOf(page).waitFor({ state: 'detached' })
    assert.equal(await link.evaluate(hasFocus), true)
    const key = await service.key('test', 'read')
    const { body } = await service.call('GET', `/v1/forms/${form}/stats`, { key })
    assert.equal(body.shown, 2, 'as often as it was opened')
  })

  await t.test('is seen above a page that hides everything, and by no rule of its', async t => {
    const { page, goTo } = await setSite(t)
    const rules = `* { display: none !important; opacity: 0 !important; color: red !important;
      visibility: hidden !important; transform: scale(0) !important; z-index: -1 !important }
      html, body { display: block !important; filter: blur(9px) !important }
      malote-popup, malote-popup * { display: none !important; position: static !important }`
    await goTo({
      html: `<style>${rules}</style><div style="position:fixed;inset:0;z-index:2147483647"></div>`,
    })
    const close = page.getByRole('button', { name: 'Close' })
    await close.waitFor()
    assert.notEqual(await close.evaluate(one => getComputedStyle(one).color), 'rgb(255, 0, 0)')
    await frameOf(page).getByLabel('Email').waitFor()
    await close.click()
    await close.waitFor({ state: 'detached' })
  })

  await t.test('hears nobody but its own frame', async t => {
    const { page, goTo, site } = await setSite(t)
    await page.route('https://evil.test/', route => route.fulfill({ body: 'Evil' }))
    const forger = `<script>
      addEventListener('load', () => parent.postMessage({ isClosed: true, height: 9, isDone: true, to: 'https://evil.test/' }, '*'))
    </script>`
    await goTo({ html: '<main>Shop</main>' })
    await dialogOf(page).waitFor()
    const height = () =>
      page
        .locator('iframe[title="Subscribe"]')
        .evaluate(one => (one as unknown as { clientHeight: number }).clientHeight)
    await page.waitForFunction(
      "document.querySelector('malote-popup').shadowRoot.querySelector('iframe').clientHeight > 100",
    )
    const before = await height()
    await page.evaluate(`new Promise(done => {
      addEventListener('message', ({ data }) => data.to === 'https://evil.test/' && done(null))
      const srcdoc = ${JSON.stringify(forger).replaceAll('</', '<\\/')}
      document.body.append(Object.assign(document.createElement('iframe'), { srcdoc }))
    })`)
    await afterTimers(page)
    assert.equal(page.url(), site)
    assert.equal(await height(), before)
    assert.equal(await dialogOf(page).count(), 1)
  })

  await t.test(
    'comes up by itself nowhere where nothing can be kept, and by a link everywhere',
    async t => {
      const { page, goTo, url } = await setSite(t)
      const broken =
        "<script>Object.defineProperty(window, 'localStorage', { get() { throw new Error('no') } })</script>"
      await goTo({ html: `${broken}<a href="${url}">News</a>` })
      await afterTimers(page)
      assert.equal(await isThere(page), false)
      await page.getByRole('link').click()
      await dialogOf(page).waitFor()
    },
  )

  await t.test('leads to its page where it may not be framed', async t => {
    const { page, goTo, url, ours } = await setSite(t)
    await page.clock.install()
    await goTo({
      html: `<a href="${url}">News</a>`,
      policy: `script-src ${ours}; frame-src 'none'`,
    })
    await page.getByRole('link').click()
    await page.clock.fastForward(10_000)
    await page.waitForURL(url)
  })

  await t.test('leads to its page at once where it was closed meanwhile', async t => {
    const { page, goTo, url, form, service } = await setSite(t, { popup: { on_leave: true } })
    await page.clock.install()
    await goTo({ html: `<a href="${url}">News</a>` })
    await service.call('PATCH', `/v1/forms/${form}`, { body: { enabled: false } })
    // No timer runs: it is not waited for what never says anything.
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('link').click()
    await page.waitForURL(url)
  })

  await t.test('leaves a link alone that is of the other mode, or for another window', async t => {
    const { page, goTo, url, ours, form } = await setSite(t, { popup: { on_leave: true } })
    const live = `${ours}/f/${form}`
    await goTo({ html: `<a href="${live}">Live</a> <a href="${url}" target="_blank">Beside</a>` })
    const beside = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Beside' }).click()
    await (await beside).waitForURL(url)
    await page.getByRole('link', { name: 'Live' }).click()
    await page.waitForURL(live)
  })

  await t.test('is a link where no script runs', async t => {
    const { page, goTo, url } = await setSite(t, {}, { javaScriptEnabled: false })
    await goTo()
    const link = page.getByRole('link')
    assert.equal(await link.getAttribute('href'), url)
    await link.click()
    await page.getByRole('heading', { name: 'Subscribe' }).waitFor()
  })

  await t.test('leads the page around where the form leads', async t => {
    const { page, goTo, service, ours } = await setSite(t, {
      redirect_url: 'https://shop.example/thanks',
    })
    await page.route('https://shop.example/**', route => route.fulfill({ body: 'Thanks' }))
    await goTo({ policy: strict(ours) })
    await frameOf(page).getByLabel('Email').fill('bo@good.test')
    await frameOf(page).getByLabel('Name').fill('Bo')
    await service.turn(5_000)
    await frameOf(page).getByRole('button').click()
    await page.waitForURL('https://shop.example/thanks')
  })

  await t.test('opens when so much was scrolled past, and once', async t => {
    const { page, goTo } = await setSite(t, { popup: { scroll_percent: 50 } })
    await goTo({ html: '<div style="height:5000px">Shop</div>' })
    await page.evaluate('scrollTo(0, 1000)')
    await page.evaluate(
      'new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))',
    )
    assert.equal(await isThere(page), false)
    await page.evaluate('scrollTo(0, 3000)')
    await dialogOf(page).waitFor()
  })

  await t.test('opens when the mouse leaves by the top', async t => {
    const { page, goTo } = await setSite(t, { popup: { on_leave: true } })
    await goTo({ html: 'Shop' })
    const leave = (clientY: number) =>
      page.evaluate(
        `document.documentElement.dispatchEvent(new MouseEvent('mouseleave', { clientY: ${clientY} }))`,
      )
    await leave(300)
    assert.equal(await isThere(page), false)
    await leave(-2)
    await dialogOf(page).waitFor()
  })

  await t.test('waits for whoever is writing', async t => {
    const { page, goTo } = await setSite(t)
    // Before the line runs, which an autofocus might not be.
    const focus = "<script>document.querySelector('input').focus()</script>"
    await goTo({ html: `<label>Search <input></label>${focus}<button>Go</button>` })
    await page.getByLabel('Search').fill('shoes')
    await afterTimers(page)
    assert.equal(await isThere(page), false)
    await page.keyboard.press('Tab')
    await dialogOf(page).waitFor()
  })

  await t.test(
    'moves nothing of the page, and itself only for who has nothing against it',
    async t => {
      for (const [reducedMotion, animation] of [
        ['reduce', 'none'],
        ['no-preference', 'come'],
      ] as const) {
        const { page, goTo } = await setSite(t, {}, { reducedMotion })
        const watch = `<script>shifts = []
        watching = new PerformanceObserver(list => shifts.push(...list.getEntries()))
        watching.observe({ type: 'layout-shift', buffered: true })</script>`
        await goTo({ html: `${watch}<p>One</p><p>Two</p>` })
        await frameOf(page).getByLabel('Email').waitFor()
        const named = await dialogOf(page).evaluate(one => getComputedStyle(one).animationName)
        assert.equal(named, animation)
        assert.equal(
          await page.evaluate('document.body.clientWidth'),
          await page.evaluate('innerWidth - 16'),
        )
        const shifts = await page.evaluate(
          '[...shifts, ...watching.takeRecords()].map(one => one.value)',
        )
        assert.deepEqual(shifts, [])
      }
    },
  )

  await t.test('has nothing that axe finds, at 320 pixels, in the dark, too', async t => {
    const { page, goTo, url } = await setSite(
      t,
      {},
      {
        viewport: { width: 320, height: 480 },
        colorScheme: 'dark',
      },
    )
    await goTo({ html: '<h1>Shop</h1>' })
    await frameOf(page).getByLabel('Email').waitFor()
    assert.deepEqual(await findingsWithin(page, 'malote-popup'), [])
    const box = (await dialogOf(page).boundingBox())!
    assert.ok(box.x >= 0 && box.x + box.width <= 320 && box.y >= 0 && box.y + box.height <= 480)
    await page.goto(`${url}&in=popup`)
    assert.deepEqual(await findingsWithin(page, 'html'), [])
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320)
  })
})
