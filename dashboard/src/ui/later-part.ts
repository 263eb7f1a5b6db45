/**
 * Parts that nobody sees before a press: windows, menus. Their files are fetched once the page has
 * what it shows, and at once where somebody goes for one: what was pressed meanwhile opens as it comes.
 */
import { useEffect, useSyncExternalStore } from 'react'
import { whenQuiet } from '../api/quiet.ts'
import { loadEarly, loadPatiently } from './lazy-page.ts'

export interface LaterPart<Part> {
  /** Fetches it, if it is not there. */
  readonly bring: () => Promise<void>
  readonly state: () => State<Part>
  readonly watch: (tell: () => void) => () => void
}

type State<Part> = { readonly part: Part } | { readonly cause: unknown } | null

/** Its file is fetched by itself once nothing else is, as soon as something names it. */
export function laterPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LaterPart<Module[Name]> {
  let state: State<Module[Name]> = null
  let fetching: Promise<void> | undefined
  const watchers = new Set<() => void>()
  const come = (next: State<Module[Name]>) => {
    state = next
    fetching = undefined
    for (const tell of [...watchers]) tell()
  }
  const bring = (): Promise<void> => {
    if (state !== null && 'part' in state) return Promise.resolve()
    fetching ??= loadPatiently(load).then(
      module => come({ part: module[name] }),
      cause => come({ cause }),
    )
    return fetching
  }
  // What nobody has asked for may fail to come: whoever asks for it fetches it.
  const bringEarly = () => {
    if (state === null && fetching === undefined) {
      loadEarly(load).then(
        module => come({ part: module[name] }),
        () => {},
      )
    }
  }
  whenQuiet(bringEarly)
  return {
    bring,
    state: () => state,
    watch: tell => {
      watchers.add(tell)
      return () => watchers.delete(tell)
    },
  }
}

const none = (): null => null
const unwatched = () => () => {}

/** What is wanted, once it is there. Throws where it cannot be fetched, as a page does. */
export function useLaterPart<Part>(of: LaterPart<Part>, isWanted: boolean): Part | null {
  // Whoever does not want it is not drawn anew as it comes: a list has such a part in each row.
  const state = useSyncExternalStore<State<Part>>(
    isWanted ? of.watch : unwatched,
    isWanted ? of.state : none,
  )
  useEffect(() => {
    if (isWanted) void of.bring()
  }, [isWanted, of])
  if (state === null) return null
  if ('cause' in state) throw state.cause
  return state.part
}
