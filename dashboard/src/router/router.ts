/**
 * Which page is shown, by the address. The page before stays until the files of the next are there: an
 * address that changes begins a turn, which ends with what is shown once it is known who asks and what
 * there is to draw, unless another has begun by then. Back, changes that nobody wants to lose and all
 * else that browsers do with addresses are the business of @tanstack/history.
 */
import { createBrowserHistory, type RouterHistory } from '@tanstack/history'
import type { ComponentType, ReactNode } from 'react'
import {
  type Address,
  type Params,
  paramsBy,
  readSearch,
  type Search,
  splitAddress,
  writeSearch,
} from './address.ts'
import { watchScroll } from './scroll.ts'

/** A part of the application that is drawn once its file is there. */
export interface Loadable<Props = object> {
  readonly load: () => Promise<unknown>
  readonly loaded: () => ComponentType<Props> | undefined
}

export interface Route {
  /** `/projects/$project/$mode/emails/$id` */
  readonly pattern: string
  /** None where `instead` always says another address. */
  readonly page?: Loadable
  readonly frame?: Loadable<{ children: ReactNode }>
  /** Where whoever asks goes instead; null where they may stay. */
  readonly instead?: (address: Address) => Promise<string | null>
}

/** The files may take their time, or not be had. */
type State = 'ready' | 'waiting' | 'failed'

export interface View {
  readonly address: Address
  readonly params: Params
  readonly route: Route
  readonly state: State
}

interface Going {
  /** By default the page one is on. It may bring its search along. */
  readonly to?: string
  readonly search?: Search | ((known: Search) => Search)
  /** The address before is not one to come back to. */
  readonly replace?: boolean
}

export interface Router {
  readonly history: RouterHistory
  readonly shown: () => View | undefined
  /** Ends once that is on the screen. */
  readonly navigate: (going: Going) => Promise<void>
  /** Fetches the files of the page there. */
  readonly preload: (to: string) => void
  readonly subscribe: (tell: () => void) => () => void
  /** For who draws it: it is on the screen. */
  readonly drawn: (shown: View) => void
}

interface RouterOptions {
  /** The first whose pattern fits. */
  readonly routes: readonly Route[]
  /** What is shown where none does. */
  readonly lost: (pathname: string) => Route
  readonly history?: RouterHistory
  /** Another page is on its way. */
  readonly leaving?: () => void
}

/** So long the page before stays without a word. */
const patienceMs = 1_000

export function createRouter(options: RouterOptions): Router {
  const { history = createBrowserHistory(), leaving } = options
  const listeners = new Set<() => void>()
  const scroll = watchScroll()
  let waiters: (() => void)[] = []
  let shown: View | undefined
  let isBack = true
  let turn = 0

  const show = (next: View): void => {
    shown = next
    for (const tell of listeners) tell()
  }
  const wakeAll = (): void => {
    for (const wake of waiters) wake()
    waiters = []
  }

  async function go(): Promise<void> {
    const mine = ++turn
    const before = shown
    const address = addressOf(history)
    const next = { address, ...find(options, address.pathname, before?.params) }
    if (before && before.address.pathname !== address.pathname) leaving?.()
    const slow = setTimeout(() => {
      if (mine === turn && before) show({ ...next, state: 'waiting' })
    }, patienceMs)
    const isHere = before?.state === 'ready' && before.route === next.route
    const got = isHere ? ({ state: 'ready' } as const) : await readied(next.route, address)
    clearTimeout(slow)
    if (mine !== turn) return
    if ('instead' in got) history.replace(got.instead, undefined, { ignoreBlocker: true })
    else show({ ...next, ...got })
  }

  const navigate = (going: Going): Promise<void> => {
    const href = hrefOf(going, addressOf(history))
    const ended = new Promise<void>(resolve => waiters.push(resolve))
    history[going.replace || href === history.location.href ? 'replace' : 'push'](href)
    return ended
  }

  history.subscribe(({ action }) => {
    const isShown = shown?.state === 'ready' && shown.address.page === addressOf(history).page
    if (!isShown) {
      isBack = action.type !== 'PUSH' && action.type !== 'REPLACE'
      return void go()
    }
    // Whatever else was on its way is not wanted any more.
    turn++
    wakeAll()
  })
  void go()
  return {
    history,
    shown: () => shown,
    navigate,
    preload: to => fetchFor(find(options, splitAddress(to).path).route),
    subscribe(tell) {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    drawn({ address, state }) {
      const { key = '' } = history.location.state
      scroll.at(state === 'waiting' ? null : key, address.pathname, isBack)
      wakeAll()
    },
  }
}

function hrefOf({ to, search }: Going, here: Address): string {
  const given = splitAddress(to ?? here.pathname)
  const sought = typeof search === 'function' ? search(here.search) : search
  return given.path + (sought ? writeSearch(sought) : given.search) + given.hash
}

function addressOf({ location }: RouterHistory): Address {
  const { pathname, search } = location
  return { pathname, page: pathname + search, search: readSearch(search) }
}

/** The same params as before, where they say the same: who reads them is not drawn anew. */
function find({ routes, lost }: RouterOptions, pathname: string, before: Params = {}) {
  const fitting = routes.find(({ pattern }) => paramsBy(pattern, pathname) !== null)
  const route = fitting ?? lost(pathname)
  const params = paramsBy(route.pattern, pathname) ?? {}
  const isSame = JSON.stringify(params) === JSON.stringify(before)
  return { route, params: isSame ? before : params }
}

function fetchFor({ page, frame }: Route): void {
  for (const one of [page, frame]) one?.load().catch(() => {})
}

type Readiness = { readonly instead: string } | { readonly state: State; readonly route?: Route }

/** Has all there that the page is drawn with, unless whoever asks belongs elsewhere. */
async function readied(route: Route, address: Address): Promise<Readiness> {
  // They do not wait until it is known who asks.
  const files = Promise.all([route.page?.load(), route.frame?.load()])
  files.catch(() => {})
  try {
    const instead = await route.instead?.(address)
    if (instead) return { instead }
  } catch {
    // Nobody knows who asks: nothing of theirs is drawn.
    return { state: 'failed', route: { pattern: '/' } }
  }
  return { state: await files.then(() => 'ready' as const).catch(() => 'failed' as const) }
}
