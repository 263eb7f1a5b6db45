import { type IconProps, outline } from '../icon.ts'

export const IconPlus = (props: IconProps) => outline(props, ['M12 5l0 14', 'M5 12l14 0'])
