/** How far down each address was left: Back leads to the same place, any other way to the top. */
const storageKey = 'malote-scroll'
/** Of one window. */
const maxPlaces = 100

interface Scrolling {
  /** The address by its key in the history is on the screen; null while it is on its way. */
  readonly at: (key: string | null, pathname: string, isBack: boolean) => void
}

export function watchScroll(): Scrolling {
  history.scrollRestoration = 'manual'
  const places = keptPlaces()
  let shown: string | null = null
  let path = ''
  const note = () => {
    if (shown === null) return
    // The last is the youngest.
    places.delete(shown)
    places.set(shown, scrollY)
  }
  addEventListener('scroll', note, { passive: true })
  addEventListener('pagehide', () => keep(places))
  return {
    at(key, pathname, isBack) {
      const isOther = key !== shown
      shown = key
      if (key === null || !isOther) return
      // Filters and tabs change the address, too, and nobody goes anywhere.
      if (isBack) scrollTo(0, places.get(key) ?? 0)
      else if (pathname !== path) scrollTo(0, 0)
      path = pathname
      note()
    },
  }
}

function keptPlaces(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]'))
  } catch {
    return new Map()
  }
}

function keep(places: ReadonlyMap<string, number>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...places].slice(-maxPlaces)))
  } catch {
    // A reload begins at the top.
  }
}
