/** How a letter looks where nothing else is chosen, as the server draws it (design-mjml.ts). */

export interface Look {
  readonly background: string
  readonly body: string
  readonly text: string
  readonly accent: string
  readonly font: 'sans' | 'serif' | 'mono'
  /** In pixels. */
  readonly width: number
}

const plainLook: Look = {
  background: '#f4f4f5',
  body: '#ffffff',
  text: '#27272a',
  accent: '#1d4ed8',
  font: 'sans',
  width: 600,
}

export const lookOf = (style: Partial<Look> | undefined): Look => ({ ...plainLook, ...style })

export const families: Readonly<Record<Look['font'], string>> = {
  sans: 'Helvetica, Arial, sans-serif',
  serif: 'Georgia, Times, serif',
  mono: 'Menlo, Consolas, monospace',
}

/** In pixels, by level. */
export const headingSizes = { 1: 28, 2: 22, 3: 18 } as const

/** Black or white, whichever is read better on a colour (WCAG 2.2, relative luminance). */
export function inkOn(colour: string): string {
  const [red, green, blue] = [1, 3, 5].map(at => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const light = 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
  return light > 0.179 ? '#000000' : '#ffffff'
}
