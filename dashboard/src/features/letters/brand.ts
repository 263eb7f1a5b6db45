/** The brand of a project, as its pages for people have it (the theme), for letters. */

import type { Answer } from '../../api/calls.ts'
import { useApi } from '../../api/hooks.ts'
import type { Design, DesignStyle, Picture } from '../../api/shapes.ts'

type Theme = NonNullable<Answer<'project.marketingSettings.get'>['theme']>

export interface Brand {
  readonly style: DesignStyle
  readonly logo: Pick<Picture, 'url' | 'width'> | null
  readonly name: string
}

const fonts = { system: 'sans', serif: 'serif', mono: 'mono' } as const
const maxLogoPixels = 180

/** What of a theme letters can have. */
export function brandOf(theme: Theme | null, logo: Brand['logo']): Brand | null {
  if (theme === null) return null
  const { color, background, font, name = '' } = theme
  const style = {
    ...(color === undefined ? {} : { accent: color }),
    ...(background === undefined ? {} : { background }),
    ...(font === undefined ? {} : { font: fonts[font] }),
  }
  return Object.keys(style).length === 0 && logo === null ? null : { style, logo, name }
}

/** A letter in the colours and the font of the brand, its logo on top unless it is there. */
export function branded(design: Design, brand: Brand | null): Design {
  if (brand === null) return design
  const { style, logo, name } = brand
  const { blocks } = design
  const isThere = blocks.some(one => one.type === 'image' && one.src === logo?.url)
  const head =
    logo === null || isThere
      ? []
      : [
          {
            type: 'image' as const,
            src: logo.url,
            alt: name,
            width: Math.min(maxLogoPixels, logo.width),
          },
        ]
  const all = { ...design.style, ...style }
  return {
    ...(Object.keys(all).length === 0 ? {} : { style: all }),
    blocks: [...head, ...blocks],
  }
}

/** The project's own; null: it has none, or it is not read yet. */
export function useBrand(): Brand | null {
  const { data: settings } = useApi('project.marketingSettings.get')
  const theme = settings?.theme ?? null
  const id = theme?.logo_file_id ?? ''
  const { data: logo } = useApi('project.files.get', { id }, { enabled: id !== '' })
  return brandOf(theme, id === '' ? null : (logo ?? null))
}
