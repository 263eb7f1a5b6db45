/** A letter with what its links came to written beside them: where people clicked, seen at a glance. */

interface LinkClicks {
  readonly url: string
  readonly people: number
}

/** From pale to strong, by the share of the link that was clicked most; all of them carry dark words. */
const grounds = ['#fff3d6', '#ffe0a3', '#ffc566', '#ffab3d'] as const

const groundOf = (people: number, max: number): string =>
  grounds[Math.min(grounds.length - 1, Math.floor((people / max) * grounds.length))]!

/**
 * The page with a badge behind each link of the list. Where an address stands in it more than once,
 * each place has the same figure: it is of the address.
 */
export function withHeat(
  html: string,
  links: readonly LinkClicks[],
  badge: (people: number) => string,
): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const known = new Map(links.map(one => [one.url, one.people]))
  const max = Math.max(1, ...links.map(one => one.people))
  for (const anchor of page.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const people = known.get(anchor.getAttribute('href')!.trim())
    if (people === undefined) continue
    const ground = groundOf(people, max)
    anchor.style.outline = `2px solid ${grounds.at(-1)}`
    anchor.style.outlineOffset = '2px'
    const mark = page.createElement('span')
    mark.textContent = badge(people)
    mark.setAttribute(
      'style',
      `display:inline-block;margin:2px 4px;padding:1px 7px;border-radius:999px;background:${ground};` +
        'color:#2b1a00;font:600 12px/18px system-ui,sans-serif;white-space:nowrap',
    )
    anchor.after(mark)
  }
  const type = /^\s*<!doctype[^>]*>/i.exec(html)?.[0] ?? ''
  return type + page.documentElement.outerHTML
}
