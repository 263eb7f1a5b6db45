/** One of Tabler's icons by its name, made while building (dashboard/icons.ts). */
declare module 'icon:*' {
  type Props = Parameters<typeof import('./icon.ts').outline>[0]
  export default function Icon(props: Props): import('react').JSX.Element
}
