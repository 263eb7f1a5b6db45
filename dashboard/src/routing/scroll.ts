/**
 * Where a page was scrolled to, by the entry of the history: Back leads to the same place, a reload
 * as well, and a page that is new begins at its top. The browser itself would scroll before the page
 * that it means is there.
 */
import type { Address } from './address.ts'

const storageKey = 'malote-scrolled'

let kept: Record<string, number> | undefined

/** What an earlier document of this window has left, at first. */
function known(): Record<string, number> {
  if (kept) return kept
  try {
    kept = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>
  } catch {
    kept = {}
  }
  return kept
}

export function scrollTo({ key, hash }: Address): void {
  const top = known()[key]
  const part = hash === '' ? null : document.getElementById(hash.slice(1))
  if (top === undefined && part) part.scrollIntoView()
  else if (top !== undefined || hash === '') window.scrollTo({ top: top ?? 0, left: 0 })
}

/** Takes over from the browser, until the document ends. */
export function ownScroll(shown: () => Address | undefined): () => void {
  const own = () => {
    window.history.scrollRestoration = 'manual'
  }
  // As it happens: once the page is left, its height is another's.
  const keep = () => {
    const address = shown()
    if (address) known()[address.key] = window.scrollY
  }
  const leave = () => {
    window.history.scrollRestoration = 'auto'
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(known()))
    } catch {
      // It begins at its top the next time.
    }
  }
  own()
  addEventListener('scroll', keep, { passive: true })
  addEventListener('pagehide', leave)
  addEventListener('pageshow', own)
  return () => {
    removeEventListener('scroll', keep)
    removeEventListener('pagehide', leave)
    removeEventListener('pageshow', own)
  }
}
