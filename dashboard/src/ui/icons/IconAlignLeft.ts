import { type IconProps, outline } from '../icon.ts'

export const IconAlignLeft = (props: IconProps) =>
  outline(props, ['M4 6l16 0', 'M4 12l10 0', 'M4 18l14 0'])
