/**
 * A real Chromium for the browser tests: the installed one, driven by playwright-core. It writes
 * down what goes wrong in a page and judges pages by axe-core.
 */
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import type { TestContext } from 'node:test'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'
import { findChromium } from '../../../scripts/chromium.mjs'
import { atEndOfLane, isLane } from '../../support/lane.ts'
import { patienceMs } from '../../support/until.ts'

const require = createRequire(import.meta.url)
const axeSource = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

/** Why there can be no test, or false. In CI a missing browser is a failure, not an excuse. */
export const skip: string | false =
  findChromium() || process.env.CI === 'true' ? false : 'no Chromium is installed'

const unseen = [
  'SpareRendererForSitePerProcess',
  'PreloadTopChromeWebUI',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/**
 * A browser without a profile: whoever opens a page has one of its own. The files of a lane share it,
 * and each closes what it has opened.
 */
export async function startChromium(t: TestContext): Promise<Browser> {
  if (!isLane()) {
    const browser = await launch()
    t.after(() => browser.close())
    return browser
  }
  shared ??= launch()
  const browser = await shared
  t.after(async () => {
    for (const context of browser.contexts()) await context.close()
  })
  return browser
}

let shared: Promise<Browser> | undefined
atEndOfLane(async () => (await shared)?.close())

const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium() ?? '/usr/bin/chromium',
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-extensions',
      '--disable-sync',
      '--no-first-run',
      // Each would start a process for what nobody opens: a page, a panel below the address.
      `--disable-features=${unseen.join()}`,
      // Nothing leaves the machine. To hold each request up and let it go again costs a browser more
      // than to make it.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  })

/** A profile in which somebody has chosen a language before. */
export const speaking = (base: string, language: 'pt' | 'en') => ({
  cookies: [],
  origins: [{ origin: base, localStorage: [{ name: 'malote-language', value: language }] }],
})

export interface Watched {
  readonly context: BrowserContext
  readonly page: Page
  /** What the page complained of: errors in its console, exceptions, requests to elsewhere. */
  readonly complaints: string[]
}

/** A fresh profile with one page, in which nothing may go wrong and nothing may be asked elsewhere. */
export async function openPage(
  browser: Browser,
  base: string,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext({ baseURL: base, reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(patienceMs)
  const complaints: string[] = []
  const note = (request: Request): void => {
    const { origin, protocol } = new URL(request.url())
    // What the policy of a page forbids is asked of nobody.
    const isForbidden = request.failure()?.errorText === 'csp'
    if (/^https?:$/.test(protocol) && origin !== base && !isForbidden) {
      complaints.push(`asked elsewhere: ${request.url()}`)
    }
  }
  context.on('requestfailed', note).on('requestfinished', note)
  const page = await context.newPage()
  page.on('pageerror', error => complaints.push(`exception: ${error.message}`))
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
  })
  return { context, page, complaints }
}

/** What axe-core finds of the impacts serious and critical, one line each. */
export const seriousFindings = (page: Page): Promise<string[]> =>
  findings(page, { within: 'html', impacts: ['serious', 'critical'] })

/** Of all impacts, in a part of the page. */
export const findingsWithin = (page: Page, part: string): Promise<string[]> =>
  findings(page, { within: part, impacts: ['minor', 'moderate', 'serious', 'critical'] })

interface Looked {
  readonly within: string
  readonly impacts: readonly string[]
}

async function findings(page: Page, { within, impacts }: Looked): Promise<string[]> {
  // Half a megabyte: once for a document, however many pages are shown in it.
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(axeSource)
  const context = JSON.stringify({ include: [[within]] })
  return (await page.evaluate(`
    axe.run(${context}, { resultTypes: ['violations'], iframes: false }).then(({ violations }) =>
      violations
        .filter(({ impact }) => ${JSON.stringify(impacts)}.includes(impact))
        .flatMap(({ id, nodes }) =>
          nodes.slice(0, 3).map(node => id + ': ' + node.html.slice(0, 160) + ' ' +
            (node.any[0]?.message ?? '').slice(0, 160))))
  `)) as string[]
}

/** By how many pixels the page is wider than its window, and what sticks out. */
export async function overflow(page: Page): Promise<string | null> {
  return (await page.evaluate(`(() => {
    const width = document.documentElement.clientWidth
    const over = document.documentElement.scrollWidth - width
    if (over <= 0) return null
    const scrolls = element => {
      for (let at = element.parentElement; at; at = at.parentElement) {
        if (getComputedStyle(at).overflowX !== 'visible') return true
      }
      return false
    }
    const wide = [...document.querySelectorAll('body *')].filter(element =>
      element.getBoundingClientRect().right > width + 1 && !scrolls(element))
    return over + ' px: ' + wide.slice(-2).map(element => element.outerHTML.slice(0, 140)).join(' | ')
  })()`)) as string | null
}
