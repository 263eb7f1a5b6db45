/** The icons one file each: importing them by their barrel reads six thousand files. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { JSX, SVGProps } from 'react'

  const icon: (
    props: Omit<SVGProps<SVGSVGElement>, 'stroke'> & { size?: number; stroke?: number },
  ) => JSX.Element
  export default icon
}
