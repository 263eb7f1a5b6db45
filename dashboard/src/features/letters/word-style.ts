/** Colour and size of words in a text. */

/** A browser gives colours back as rgb(). */
export function hexOf(color: string): string | null {
  if (/^#[0-9a-f]{6}$/i.test(color)) return color.toLowerCase()
  const parts = /^rgb\((\d+), ?(\d+), ?(\d+)\)$/.exec(color)?.slice(1)
  return parts ? `#${parts.map(one => Number(one).toString(16).padStart(2, '0')).join('')}` : null
}

/** As the server keeps them, of html as a browser writes it. */
export const withHexColours = (html: string): string =>
  html.replace(/<span style="[^"]*"/g, start =>
    start.replace(/rgb\([^)]*\)/g, color => hexOf(color) ?? color),
  )
