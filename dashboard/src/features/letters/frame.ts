/** The page that a frame of a preview shows: the letter, with nothing that would load or lead away. */

/**
 * Links as new windows, which the sandbox forbids, so that a click does nothing; frames in it are
 * none. The document's type stays in front: without it a browser lays a page out by other rules.
 */
export function framed(html: string, isDark: boolean): string {
  const letter = withOwnPictures(html).replaceAll(/<(\/?)(i?frame)(?=[\s/>])/gi, '<$1x-$2')
  const type = /^\s*<!doctype[^>]*>/i.exec(letter)?.[0] ?? ''
  const knowsDark = /prefers-color-scheme/i.test(letter)
  const style = isDark ? (knowsDark ? dark : inverted) : ''
  return `${type}<base target="_blank">${style}${letter.slice(type.length)}`
}

/**
 * A page of ours loads nothing from elsewhere; what was uploaded here is here, too, whatever host it
 * is shown to readers under.
 */
const withOwnPictures = (html: string): string =>
  html.replaceAll(
    /https?:\/\/[^\s"'<>/]+(\/i\/[0-9a-f]{32}\.(?:png|jpg|gif|webp))/g,
    (_all, path: string) => location.origin + path,
  )

/** A picture of ours by an address under which our pages may load it; null: it is from elsewhere. */
export function ownPicture(src: string): string | null {
  const path = /^https?:\/\/[^\s"'<>/]+(\/i\/[0-9a-f]{32}\.(?:png|jpg|gif|webp))$/.exec(src)?.[1]
  return path === undefined ? null : location.origin + path
}

/** A letter that knows dark screens is asked for that look by the scheme of its frame. */
const dark = '<style>:root{color-scheme:dark}</style>'

/** Others are darkened by some programs, which turn colours round and leave pictures. */
const inverted =
  '<style>:root{filter:invert(1) hue-rotate(180deg);background:#fff}' +
  'img{filter:invert(1) hue-rotate(180deg)}</style>'
