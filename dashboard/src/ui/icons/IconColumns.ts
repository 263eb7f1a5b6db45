import { type IconProps, outline } from '../icon.ts'

export const IconColumns = (props: IconProps) =>
  outline(props, [
    'M4 6l5.5 0',
    'M4 10l5.5 0',
    'M4 14l5.5 0',
    'M4 18l5.5 0',
    'M14.5 6l5.5 0',
    'M14.5 10l5.5 0',
    'M14.5 14l5.5 0',
    'M14.5 18l5.5 0',
  ])
