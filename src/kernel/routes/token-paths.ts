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
