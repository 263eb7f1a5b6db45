import { type IconProps, outline } from '../icon.ts'

export const IconChevronLeft = (props: IconProps) => outline(props, ['M15 6l-6 6l6 6'])
