/**
 * Colours as people see them: how bright one is, and whether text of another can be read on it (WCAG
 * 2.2, relative luminance and contrast ratio). Written as `#rrggbb`.
 */

/** Of text of a usual size, and of what is only to be made out, at level AA (1.4.3, 1.4.11). */
export const textContrast = 4.5
export const shapeContrast = 3

/** 0 is black, 1 is white. */
export function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map(at => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrast(one: string, other: string): number {
  const [dark, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [
    number,
    number,
  ]
  return (bright + 0.05) / (dark + 0.05)
}

/** Black or white, whichever can be read better on it: one of them always can. */
export const inkOn = (ground: string): string =>
  contrast('#ffffff', ground) >= contrast('#000000', ground) ? '#ffffff' : '#000000'
