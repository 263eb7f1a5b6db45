/** What pictures there are, and what one says of itself. */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'

export interface PictureHeader {
  readonly type: PictureType
  readonly width: number
  readonly height: number
  /** As it is kept where it moves, without what it says beside itself; null: it stands still. */
  readonly moving: Buffer | null
  /** Its colours are few, or kept exactly: it is to be written again in that way. */
  readonly isPalette?: true
  readonly isLossless?: true
}

export const endings: Readonly<Record<PictureType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}
