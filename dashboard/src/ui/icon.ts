/**
 * A drawing of lines on 24 by 24 units, in the colour of the text around it. What it stands for is
 * said by words, seen or not: whoever hears the page hears those. Without JSX, since what the build
 * makes of an icon calls it.
 */
import { createElement, type JSX, type SVGProps } from 'react'

type IconProps = Omit<SVGProps<SVGSVGElement>, 'stroke'> & {
  readonly size?: number
  /** How thick its lines are, in units. */
  readonly stroke?: number
}

export const outline = (
  { size = 24, stroke = 2, ...rest }: IconProps,
  lines: readonly string[],
): JSX.Element =>
  createElement(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: stroke,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      // Unless it is named, and then says what nothing beside it does.
      'aria-hidden': rest['aria-label'] === undefined ? true : undefined,
      ...rest,
    },
    lines.map(line => createElement('path', { key: line, d: line })),
  )
