import { type IconProps, outline } from '../icon.ts'

export const IconChevronDown = (props: IconProps) => outline(props, ['M6 9l6 6l6 -6'])
