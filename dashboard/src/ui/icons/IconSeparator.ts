import { type IconProps, outline } from '../icon.ts'

export const IconSeparator = (props: IconProps) =>
  outline(props, ['M3 12l0 .01', 'M7 12l10 0', 'M21 12l0 .01'])
