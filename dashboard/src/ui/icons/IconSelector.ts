import { type IconProps, outline } from '../icon.ts'

export const IconSelector = (props: IconProps) =>
  outline(props, ['M8 9l4 -4l4 4', 'M16 15l-4 4l-4 -4'])
