import { type IconProps, outline } from '../icon.ts'

export const IconBoxAlignBottom = (props: IconProps) =>
  outline(props, [
    'M4 14h16v5a1 1 0 0 1 -1 1h-14a1 1 0 0 1 -1 -1v-5',
    'M4 9v.01',
    'M4 4v.01',
    'M9 4v.01',
    'M15 4v.01',
    'M20 4v.01',
    'M20 9v.01',
  ])
