/** Where somebody was going before they were sent to another site to sign in: kept by this window. */
const key = 'malote.next'

export function keepNext(next: string | undefined): void {
  if (next === undefined) window.sessionStorage.removeItem(key)
  else window.sessionStorage.setItem(key, next)
}

/** Once. */
export function takeNext(): string | undefined {
  const next = window.sessionStorage.getItem(key) ?? undefined
  window.sessionStorage.removeItem(key)
  return next
}
