/**
 * How soon a page is there, and how soon it answers: the painting of its largest part (LCP), what
 * moved (CLS) and the longest wait from a press to the next painting (INP), told by the browser itself;
 * on a desktop, and on a phone as Chrome's own tools slow one down.
 */
import { loadavg } from 'node:os'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../../scripts/chromium.mjs'
import { speaking } from './chromium.ts'

export interface Device {
  readonly name: string
  readonly viewport: { readonly width: number; readonly height: number }
  /** How many times slower its processor is. */
  readonly slowness: number
  /** Of each request; undefined is the loopback. */
  readonly line?: { readonly latencyMs: number; readonly bytesPerS: number }
  readonly maxLcpMs: number
}

export const desktop: Device = {
  name: 'desktop',
  viewport: { width: 1280, height: 900 },
  slowness: 1,
  maxLcpMs: 1_000,
}

/** Lighthouse's slow 4G: 150 ms there and back, 1.6 Mbit/s; four times slower than this machine. */
export const phone: Device = {
  name: 'phone, slow 4G, 4× slower',
  viewport: { width: 390, height: 844 },
  slowness: 4,
  line: { latencyMs: 150, bytesPerS: 1_638_400 / 8 },
  maxLcpMs: 2_500,
}

export interface Visit {
  readonly base: string
  readonly path: string
  /** Of the session; null: of nobody. */
  readonly cookie: string | null
  readonly device: Device
}

export interface Paint {
  readonly lcpMs: number
  readonly shift: number
  readonly requests: number
}

/** From a press to what it shows. */
export const maxWaitMs = 100

const stillMs = 500

/** The browser as people have it: with what tests turn off. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium() ?? '/usr/bin/chromium',
    args: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  })

/** Opens a page with nothing in the cache, by somebody who was here before. */
export async function paint(browser: Browser, visit: Visit): Promise<Paint> {
  const { context, page, count } = await enter(browser, visit)
  await page.goto(visit.path)
  await settle(page)
  const { lcpMs, shift } = (await page.evaluate(paintsAsTold)) as Omit<Paint, 'requests'>
  const requests = count()
  await context.close()
  return { lcpMs, shift, requests }
}

/** The longest wait after a press, of what `act` does on a page that is there. */
export async function longestWait(
  browser: Browser,
  visit: Visit,
  act: (page: Page) => Promise<unknown>,
): Promise<number> {
  const { context, page } = await enter(browser, visit)
  await page.goto(visit.path)
  await settle(page)
  await page.evaluate(watchPresses)
  await act(page)
  await page.waitForTimeout(stillMs)
  const waitMs = (await page.evaluate('Math.max(0, ...globalThis.presses)')) as number
  await context.close()
  return waitMs
}

async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'hidden' })
  await page.waitForTimeout(stillMs)
}

const paintsAsTold = `new Promise(resolve => {
  const told = { lcpMs: 0, shift: 0 }
  const watch = (type, take) => new PerformanceObserver(list => list.getEntries().forEach(take))
    .observe({ type, buffered: true })
  watch('largest-contentful-paint', ({ startTime }) => { told.lcpMs = startTime })
  watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) told.shift += value })
  setTimeout(() => resolve(told), 100)
})`

/** Only presses and keys have an id of the interaction that they are part of. */
const watchPresses = `globalThis.presses = []
new PerformanceObserver(list => {
  for (const { interactionId, duration } of list.getEntries()) {
    if (interactionId) globalThis.presses.push(duration)
  }
}).observe({ type: 'event', durationThreshold: 16 })`

async function enter(
  browser: Browser,
  { base, cookie, path, device }: Visit,
): Promise<{ context: BrowserContext; page: Page; count: () => number }> {
  const { cookies, origins } = speaking(base, 'en')
  // Whoever was here before has a place, and sees the outline of the frame.
  const [, project = '', mode = ''] = /^\/projects\/([^/]+)\/([^/?]+)/.exec(path) ?? []
  const storage = [
    ...origins[0]!.localStorage,
    { name: 'malote-place', value: `${project}/${mode}` },
  ]
  const context = await browser.newContext({
    baseURL: base,
    viewport: device.viewport,
    storageState: { cookies, origins: [{ origin: base, localStorage: storage }] },
  })
  if (cookie !== null) {
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url: base }])
  }
  const page = await context.newPage()
  const tools = await context.newCDPSession(page)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: device.slowness })
  if (device.line) {
    const { latencyMs, bytesPerS } = device.line
    await tools.send('Network.enable')
    await tools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs,
      downloadThroughput: bytesPerS,
      uploadThroughput: bytesPerS,
    })
  }
  let requests = 0
  page.on('request', () => requests++)
  return { context, page, count: () => requests }
}

/** One line of figures beside their bar. */
export function report(name: string, took: readonly number[], max: number, judged = 0.99): void {
  const sorted = [...took].sort((a, b) => a - b)
  const at = (share: number) =>
    Math.round(sorted[Math.ceil((sorted.length - 1) * share)]! * 10) / 10
  const load = loadavg()[0]!.toFixed(1)
  const figures = `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms of ${sorted.length}`
  console.log(`${at(judged) <= max ? '✔' : '✖'} ${name}: ${figures} (bar ${max} ms, load ${load})`)
}

interface Visits {
  readonly base: string
  readonly cookie: string
  readonly devices: readonly Device[]
  /** What is shown, and where. */
  readonly pages: readonly (readonly [string, string])[]
  /** How often each is opened. */
  readonly runs: number
}

/** Opens each page on each device, and says how soon its largest part was painted. */
export async function reportPaints(
  browser: Browser,
  { base, cookie, devices, pages, runs }: Visits,
): Promise<void> {
  for (const device of devices) {
    for (const [name, path] of pages) {
      const paints: Paint[] = []
      for (let run = 0; run < runs; run++) {
        paints.push(await paint(browser, { base, path, cookie, device }))
      }
      const lcp = paints.map(({ lcpMs }) => lcpMs)
      report(`largest contentful paint, ${name}, ${device.name}`, lcp, device.maxLcpMs, 0.5)
      const shift = Math.max(...paints.map(one => one.shift)).toFixed(3)
      console.log(`    moved ${shift}, ${paints[0]!.requests} requests`)
    }
  }
}

/** The cookie of a session. */
export async function logIn(
  base: string,
  who: { readonly email: string; readonly password: string },
): Promise<string> {
  const answer = await fetch(`${base}/api/session`, {
    method: 'POST',
    headers: { origin: base, 'content-type': 'application/json' },
    body: JSON.stringify(who),
  })
  if (!answer.ok) throw new Error(`log-in refused: ${await answer.text()}`)
  return answer.headers.get('set-cookie')!.split(';')[0]!
}
