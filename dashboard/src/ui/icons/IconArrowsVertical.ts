import { type IconProps, outline } from '../icon.ts'

export const IconArrowsVertical = (props: IconProps) =>
  outline(props, ['M8 7l4 -4l4 4', 'M8 17l4 4l4 -4', 'M12 3l0 18'])
