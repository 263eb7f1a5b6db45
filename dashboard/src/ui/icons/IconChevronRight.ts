import { type IconProps, outline } from '../icon.ts'

export const IconChevronRight = (props: IconProps) => outline(props, ['M9 6l6 6l-6 6'])
