/**
 * Where tokens stand that strangers bring back: in a path, right behind these beginnings. The one
 * table from which links are made, pages are served, and a proxy in front of several cells reads
 * whose a token is (MALOTE_CELL).
 */
export const tokenPaths = {
  open: '/t/o/',
  click: '/t/c/',
  unsubscribe: '/u/',
  confirm: '/c/',
  preferences: '/p/',
  view: '/v/',
  simulated: '/s/',
} as const

interface Cell {
  readonly settings: { readonly MALOTE_CELL: string }
}

/** The path that leads back to a token, by the cell that it is of. */
export const tokenPath = (
  { settings }: Cell,
  kind: keyof typeof tokenPaths,
  token: string,
): string => `${tokenPaths[kind]}${settings.MALOTE_CELL}${token}`
