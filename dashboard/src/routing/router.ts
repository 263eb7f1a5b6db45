/**
 * Which page an address shows. The address is looked up among patterns; a guard may lead elsewhere;
 * the files of the page are fetched while the one before it stays, and only then is it shown, or after
 * a while that it is coming. A later address overtakes an earlier one. Entries of the history, and who
 * may keep somebody from leaving, are @tanstack/history's.
 */
import { createBrowserHistory, type RouterHistory } from '@tanstack/history'
import type { ComponentType } from 'react'
import { type Address, addressOf, hrefOf, type Params, paramsOf, type Search } from './address.ts'

/** A page in a file of its own, fetched once. */
export interface PageFile {
  readonly load: () => Promise<ComponentType>
}

export interface Page {
  readonly file: PageFile
  /** What is around it, and stays from page to page. */
  readonly frame?: PageFile
  /** Where to go instead; null: it may be shown. */
  readonly guard?: (to: Address) => Promise<string | null>
}

export interface View {
  readonly address: Address
  readonly params: Params
  readonly Frame: ComponentType | null
  readonly Part: ComponentType
}

export interface Going {
  /** A whole address, or `.` for the page one is on. */
  readonly to: string
  readonly search?: Search | ((known: Search) => Search)
  /** In place of the entry of the history, rather than after it. */
  readonly replace?: boolean
}

interface RouterOptions {
  /** By their patterns; the first that fits counts. */
  readonly pages: Readonly<Record<string, Page>>
  readonly waiting: ComponentType
  /** View where a file cannot be fetched, or a page throws. */
  readonly stumbled: ComponentType
  readonly history?: RouterHistory
  /** A page is left for another one, not only for other filters of it. */
  readonly onLeave?: () => void
}

export type Router = ReturnType<typeof createRouter>

/** The page before it stays for so long. */
const patienceMs = 1_000
/** What says that a page is coming does not only flash. */
const minWaitingMs = 500

export function createRouter(options: RouterOptions) {
  const { pages, waiting, stumbled, history = createBrowserHistory(), onLeave } = options
  const screen = createScreen()
  let turn = 0
  let arrival: Promise<void> = Promise.resolve()

  async function arrive(): Promise<void> {
    const mine = ++turn
    const isOvertaken = () => mine !== turn
    const address = addressOf(history.location)
    const before = screen.shown()
    if (before && before.address.pathname !== address.pathname) onLeave?.()
    const { page, params } = found(pages, address.pathname)
    const at = { address, params }
    let Frame: ComponentType | null = null
    try {
      const elsewhere = (await page.guard?.(address)) ?? null
      if (isOvertaken()) return
      if (elsewhere !== null) {
        history.replace(elsewhere, undefined, { ignoreBlocker: true })
        return arrival
      }
      const file = page.file.load()
      // Whoever is overtaken hears nothing of it.
      file.catch(() => {})
      Frame = (await page.frame?.load()) ?? null
      if (!(await isBefore(file, patienceMs)) && !isOvertaken() && (before || Frame)) {
        void screen.show({ ...at, Frame, Part: waiting })
        await afterMs(minWaitingMs)
      }
      const Part = await file
      if (!isOvertaken()) await screen.show({ ...at, Frame, Part })
    } catch {
      if (!isOvertaken()) await screen.show({ ...at, Frame, Part: stumbled })
    }
  }

  /** Shows the page of the address that the window has; done as `navigate` is. */
  function load(): Promise<void> {
    arrival = arrive()
    return arrival
  }
  history.subscribe(() => void load())

  /** Done when the page is drawn, and the one before it is gone. */
  async function navigate({ to, search, replace = false }: Going): Promise<void> {
    const here = addressOf(history.location)
    const path = to === '.' ? here.pathname : to
    const fields = typeof search === 'function' ? search(here.search) : search
    const href = fields === undefined ? path : hrefOf(path, fields)
    if (replace) history.replace(href)
    else history.push(href)
    await arrival
  }

  /** Fetches what an address will need, for somebody who is about to go there. */
  function fetch(pathname: string): void {
    const { page } = found(pages, pathname)
    for (const file of [page.frame, page.file]) file?.load().catch(() => {})
  }

  const address = () => addressOf(history.location)
  return { history, stumbled, waiting, screen, address, load, navigate, fetch }
}

/** What is to be seen, and whoever draws it. */
function createScreen() {
  const watchers = new Set<() => void>()
  /** Whoever waits until what is to be shown is drawn. */
  let undrawn: (() => void)[] = []
  let shown: View | null = null
  return {
    shown: () => shown,
    /** Done when it is drawn, if there is where to draw it. */
    show(next: View): Promise<void> {
      shown = next
      if (watchers.size === 0) return Promise.resolve()
      return new Promise(resolve => {
        undrawn.push(resolve)
        for (const tell of watchers) tell()
      })
    },
    watch(tell: () => void): () => void {
      watchers.add(tell)
      return () => watchers.delete(tell)
    },
    /** What is drawn now; of earlier pages nothing is left then. */
    drew(what: View): void {
      if (what !== shown) return
      for (const done of undrawn) done()
      undrawn = []
    },
  }
}

function found(pages: Readonly<Record<string, Page>>, pathname: string) {
  for (const [pattern, page] of Object.entries(pages)) {
    const params = paramsOf(pattern, pathname)
    if (params !== null) return { page, params }
  }
  throw new Error(`no page for ${pathname}: the last pattern must be /*`)
}

const afterMs = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** Whether it is done, or has failed, before so long has passed. */
function isBefore(done: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(false), ms)
    const end = () => {
      clearTimeout(timer)
      resolve(true)
    }
    done.then(end, end)
  })
}
