/** An icon for each type of block. */
import type { ComponentType } from 'react'
import {
  IconAlignLeft,
  IconArrowsVertical,
  IconBoxAlignBottom,
  IconCode,
  IconColumns,
  IconHandClick,
  IconHeading,
  IconPhoto,
  IconSeparator,
  IconShare,
  IconShoppingBag,
  IconTicket,
} from '../../ui/icons.ts'
import type { BlockType } from './design.ts'

export const blockIcons: Readonly<Record<BlockType, ComponentType<{ size?: number }>>> = {
  heading: IconHeading,
  text: IconAlignLeft,
  image: IconPhoto,
  button: IconHandClick,
  columns: IconColumns,
  product: IconShoppingBag,
  divider: IconSeparator,
  spacer: IconArrowsVertical,
  social: IconShare,
  code: IconTicket,
  html: IconCode,
  footer: IconBoxAlignBottom,
}
