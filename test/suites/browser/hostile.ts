/**
 * Lines of strangers in a real browser, and witnesses of what they manage: a beacon on loopback that
 * notes every connection (also those without a request, as of `preconnect`), the consoles of all
 * frames, dialogs, new windows, the page's own address, and the browser's network log, where even a
 * name that was only looked up is written down.
 */
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import * as os from 'node:os'
import * as path from 'node:path'
import type { TestContext } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../../scripts/chromium.mjs'

/** Every name below it leads to the beacon. */
export const beaconDomain = 'beacon.test'

/** Whether every line is to be seen everywhere, which takes minutes; else a part of them is. */
export const isFull = process.env.MALOTE_TEST_HOSTILE === 'all'

export interface Beacon {
  readonly port: number
  /** For each connection, what was said first: a request's line and host, or nothing. */
  readonly heard: string[]
}

export async function startBeacon(t: TestContext): Promise<Beacon> {
  const heard: string[] = []
  const sockets = new Set<net.Socket>()
  const server = net.createServer(socket => {
    const n = heard.push('') - 1
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('data', bytes => {
      const text = bytes.toString('latin1')
      heard[n] = `${text.split('\r\n')[0]} ${/^host: (.*)$/im.exec(text)?.[1] ?? ''}`
      socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, heard }
}

export interface WatchedBrowser {
  readonly browser: Browser
  /** Closes it; every name below the beacon's domain that it looked up or connected to. */
  namesAsked(): Promise<string[]>
}

/** A browser that knows no name but the beacon's, plays at once, and logs what its network does. */
export async function startWatchedBrowser(t: TestContext): Promise<WatchedBrowser> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'malote-netlog-'))
  const log = path.join(folder, 'net.json')
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '/usr/bin/chromium',
    // They would switch off what is to be shown to be held back.
    ignoreDefaultArgs: ['--disable-background-networking'],
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--autoplay-policy=no-user-gesture-required',
      `--host-resolver-rules=MAP *.${beaconDomain} 127.0.0.1`,
      `--log-net-log=${log}`,
    ],
  })
  t.after(async () => {
    await browser.close()
    await fs.rm(folder, { recursive: true, force: true })
  })
  return {
    browser,
    async namesAsked() {
      await browser.close()
      const text = await fs.readFile(log, 'utf8')
      const names = text.match(new RegExp(`[a-z0-9-]+\\.${beaconDomain.replace('.', '\\.')}`, 'g'))
      return [...new Set(names ?? [])].sort()
    },
  }
}

/** What the lines of a page have managed; all lists are to stay empty. */
export interface Managed {
  readonly ran: string[]
  readonly asked: string[]
  readonly led: string[]
}

/** Notes what happens in a page from now on. `isOwn` tells addresses that the page may be at. */
export function watch(page: Page, isOwn: (url: string) => boolean): Managed {
  const managed: Managed = { ran: [], asked: [], led: [] }
  page.on('console', message => {
    if (message.text() === 'ran') managed.ran.push(message.location().url || page.url())
  })
  page.on('dialog', dialog => {
    managed.ran.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', popup => managed.led.push(`window: ${popup.url()}`))
  page.on('framenavigated', frame => {
    if (frame === page.mainFrame() && !isOwn(frame.url())) managed.led.push(frame.url())
  })
  // What was answered has been asked; what a policy holds back never is.
  page.on('response', response => {
    if (/^(https?|wss?):/.test(response.url()) && !isOwn(response.url())) {
      managed.asked.push(response.url())
    }
  })
  return managed
}

export interface Gallery {
  readonly base: string
  /** Requests for what no page of it holds. */
  readonly stray: string[]
}

export interface Exhibit {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

export interface GalleryOptions {
  /** The policy of the page around the frames. */
  readonly frameHeaders: Readonly<Record<string, string>>
  /** Attributes of each frame, as the dashboard writes them. */
  readonly frameAttributes: string
  readonly lines: readonly string[]
  /** How a line is answered. */
  exhibit(line: string): Exhibit
}

/** Serves `/frames/FROM/TO`, a page of frames, and `/line/N`, a line by itself. */
export async function startGallery(t: TestContext, options: GalleryOptions): Promise<Gallery> {
  const stray: string[] = []
  const frame = (n: number) => `<iframe ${options.frameAttributes} src="/line/${n}"></iframe>`
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const [, kind, from, to] = (request.url ?? '').split('/')
    const html = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }
    if (kind === 'frames') {
      const numbers = Array.from({ length: Number(to) - Number(from) }, (_, i) => Number(from) + i)
      response.writeHead(200, { ...options.frameHeaders, ...html })
      response.end(`<!doctype html><title>frames</title>${numbers.map(frame).join('')}`)
    } else if (kind === 'line' && options.lines[Number(from)] !== undefined) {
      const shown = options.exhibit(options.lines[Number(from)]!)
      response.writeHead(200, { ...shown.headers, ...html })
      response.end(shown.html)
    } else {
      if (kind !== 'favicon.ico') stray.push(`${request.url} for ${request.headers.referer}`)
      response.writeHead(404).end()
    }
  }
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stray }
}
