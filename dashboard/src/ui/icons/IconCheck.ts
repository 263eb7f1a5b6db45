import { type IconProps, outline } from '../icon.ts'

export const IconCheck = (props: IconProps) => outline(props, ['M5 12l5 5l10 -10'])
