/**
 * What links of a letter say of where a visit comes from, in the parameters that analytics programs
 * read: utm_source, utm_medium, utm_campaign.
 */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import type { LetterSources } from './liquid/render.ts'
import { withLinks } from './page.ts'

const names = ['source', 'medium', 'campaign'] as const
type Name = (typeof names)[number]
export type Utm = { readonly [N in Name]?: string }

const word = Type.Optional(Type.String({ maxLength: 200 }))

export const utmSchema = Type.Object(
  {
    source: word,
    medium: word,
    campaign: Type.Optional(
      Type.String({ maxLength: 200, description: 'May hold `{{ campaign.name }}`.' }),
    ),
  },
  { $id: 'Utm', additionalProperties: false, description: 'Parameters that links get.' },
)

const ownName = /\{\{\s*campaign\.name\s*\}\}/g

/** What no pattern says. Throws Refusal. */
export function checkUtm(utm: Utm | null | undefined, path = 'utm'): void {
  for (const name of names) {
    const rest = name === 'campaign' ? utm?.[name]?.replaceAll(ownName, '') : utm?.[name]
    if (rest === undefined || !/\{[{%]/.test(rest)) continue
    throw new Refusal('invalid_field', {
      param: `${path}.${name}`,
      why: {
        en: 'Of values there is only {{ campaign.name }}, in campaign.',
        pt: 'De valores só existe {{ campaign.name }}, em campaign.',
      },
    })
  }
}

/** Those of a letter: the project's, with its own in their places; null of its own: none. */
export function utmOf(project: Utm | null, own: Utm | null | undefined): Utm {
  return own === null ? {} : { ...project, ...own }
}

/** Whether what it is a letter of is to be known. */
export const namesTitle = ({ campaign = '' }: Utm): boolean => campaign.search(ownName) >= 0

/** The letter with its links marked. `title`: what it is a letter of. */
export function withUtm(sources: LetterSources, utm: Utm, title: string): LetterSources {
  const given = names.flatMap(name => {
    const value = utm[name]?.replaceAll(ownName, () => title).trim() ?? ''
    return value === '' ? [] : [[`utm_${name}`, encodeURIComponent(value)] as const]
  })
  if (given.length === 0 || sources.html === null) return sources
  return { ...sources, html: withLinks(sources.html, href => marked(href, given)) }
}

/**
 * A link to a place on the web whose host stands there as written; one that is a value as a whole is
 * left as it is, which is also how links to leave are written.
 */
function marked(href: string, given: readonly (readonly [string, string])[]): string {
  if (!/^\s*https?:\/\/[^\s/?#{]/i.test(href)) return href
  const [, place = '', fragment = ''] =
    /^((?:\{\{.*?\}\}|&#|[^#])*)(#.*)?$/s.exec(href.trim()) ?? []
  const missing = given.filter(([name]) => !new RegExp(`[?&;]${name}=`, 'i').test(place))
  if (missing.length === 0) return href
  const more = missing.map(([name, value]) => `${name}=${value}`).join('&amp;')
  const joint = !place.includes('?') ? '?' : /(?:[?&]|&amp;)$/.test(place) ? '' : '&amp;'
  return `${place}${joint}${more}${fragment}`
}
