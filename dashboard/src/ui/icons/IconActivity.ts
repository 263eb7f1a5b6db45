import { type IconProps, outline } from '../icon.ts'

export const IconActivity = (props: IconProps) => outline(props, ['M3 12h4l3 8l4 -16l3 8h4'])
