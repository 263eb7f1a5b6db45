import { type IconProps, outline } from '../icon.ts'

export const IconArrowDown = (props: IconProps) =>
  outline(props, ['M12 5l0 14', 'M18 13l-6 6', 'M6 13l6 6'])
