/** Pictures in blocks of letters. */
import type { Picture } from '../../api/shapes.ts'
import type { BlockOf } from './design.ts'

/** Usual letters are so wide; a smaller picture is not to be blown up. */
const letterWidth = 600

/** What was said of it before stays. */
export function shownBy(block: BlockOf<'image'>, { url, alt, width }: Picture): BlockOf<'image'> {
  const own = block.width === undefined && width < letterWidth ? { width } : {}
  return { ...block, ...own, src: url, alt: block.alt || alt }
}

/** Whether nothing is chosen yet: the beginning of an address alone leads to no picture. */
export const isMissing = (src: string): boolean => /^(https?:\/*)?$/i.test(src.trim())
