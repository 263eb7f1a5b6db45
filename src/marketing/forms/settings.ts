/** What a project decides about its marketing: caps, quiet hours, the reserve, its pages. */
import { Type } from 'typebox'
import { dayMs, durationMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { type Route, route } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import { checkUtm, type Utm, utmSchema } from '#sending/content/utm.ts'
import { checkQuiet } from '../contacts/letters/quiet-hours.ts'
import { checkWords, type OwnWords } from './page-words.ts'
import { checkRevenue, type Revenue, revenueSchema } from './revenue-fields.ts'
import { listKeptTimes, readSettings, writeSettings } from './store.ts'
import { checkTheme, holdLogo, type Theme, themeSchema } from './theme-fields.ts'
import { words } from './words.ts'

const maxCaps = 5
const ownWords = Type.Record(Type.String(), Type.String({ maxLength: 2_000 }), {
  description: `By name of the text; what is not given is ours: ${Object.keys(words).join(', ')}.`,
})
export const wordsSchema = Type.Object(
  { pt: Type.Optional(ownWords), en: Type.Optional(ownWords) },
  { additionalProperties: false },
)
const clock = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'HH:MM' })
const colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })

const fields = {
  cap: Type.Array(
    Type.Object(
      { letters: Type.Integer({ minimum: 1, maximum: 1_000 }), per: Type.String() },
      { additionalProperties: false },
    ),
    { maxItems: maxCaps, description: 'At most so many letters in each time, such as P7D.' },
  ),
  quiet: Type.Object({ from: clock, until: clock }, { additionalProperties: false }),
  reserve: Type.Union([Type.Literal('auto'), Type.Integer({ minimum: 0, maximum: 100 })], {
    description: 'Kept for transactional mail: auto, or a percentage.',
  }),
  one_click: Type.Enum(['topic', 'all'], {
    description: "What the unsubscribe button of a topic's letter leaves.",
  }),
  postal_address: Type.String({ maxLength: 500 }),
  utm: utmSchema,
  revenue: revenueSchema,
  theme: themeSchema,
  retention: Type.Object(
    { letters: Type.Optional(Type.String()), consents: Type.Optional(Type.String()) },
    {
      additionalProperties: false,
      description:
        'Durations, such as P396D. letters: also people of campaigns and activity, at least 90 days. consents: what their records name a person by, after the end of the contact.',
    },
  ),
  pages: Type.Object(
    {
      words: Type.Optional(wordsSchema),
      color: Type.Optional(colour),
      background: Type.Optional(colour),
      logo: Type.Optional(Type.String({ maxLength: 2_000, description: 'An https URL.' })),
    },
    { additionalProperties: false },
  ),
}

type Names = keyof typeof fields
const names = Object.keys(fields) as Names[]

/** null: as Malote does it by itself. */
export interface MarketingSettings {
  readonly cap: readonly { readonly letters: number; readonly per: string }[]
  readonly quiet: { readonly from: string; readonly until: string } | null
  readonly reserve: 'auto' | number
  readonly one_click: 'topic' | 'all'
  readonly postal_address: string | null
  readonly utm: Utm | null
  readonly revenue: Revenue | null
  readonly theme: Theme | null
  readonly retention: { readonly letters: string; readonly consents: string }
  readonly pages: {
    readonly words?: OwnWords
    readonly color?: string
    readonly background?: string
    readonly logo?: string
  }
}

const defaults: MarketingSettings = {
  cap: [],
  quiet: null,
  reserve: 'auto',
  one_click: 'topic',
  postal_address: null,
  utm: null,
  revenue: null,
  theme: null,
  retention: { letters: 'P396D', consents: 'P1826D' },
  pages: {},
}

export async function settingsOf(sql: Sql, projectId: Uuid): Promise<MarketingSettings> {
  const kept = await readSettings(sql, projectId)
  return {
    ...defaults,
    ...kept,
    retention: { ...defaults.retention, ...(kept.retention as object | undefined) },
  }
}

/** Figures of campaigns are counted again for 60 days, and emails kept for 90 (plans.ts). */
const minLettersMs = 90 * dayMs

interface KeptFor {
  readonly projectId: Uuid
  /** Letters, people of campaigns and activity. */
  readonly lettersMs: number
  /** What consents name people by, after the end of their contact. */
  readonly consentsMs: number
}

export async function keptFor(sql: Sql): Promise<KeptFor[]> {
  const { retention: ours } = defaults
  return (await listKeptTimes(sql)).map(({ projectId, letters, consents }) => ({
    projectId,
    lettersMs: Math.max(minLettersMs, durationMs(letters ?? ours.letters) ?? 0),
    consentsMs: durationMs(consents ?? ours.consents) ?? 0,
  }))
}

const orNull = <S extends (typeof fields)[Names]>(schema: S) => Type.Union([schema, Type.Null()])

const shape = Type.Object(
  {
    ...fields,
    quiet: orNull(fields.quiet),
    postal_address: orNull(fields.postal_address),
    utm: orNull(fields.utm),
    revenue: orNull(fields.revenue),
    theme: orNull(fields.theme),
  },
  { $id: 'MarketingSettings' },
)

const get = route({
  method: 'GET',
  path: '/v1/marketing-settings',
  name: 'marketingSettings.get',
  scope: 'read',
  summary: 'Read the settings of marketing',
  success: { status: 200, schema: shape },
  errors: [],
  handle: async ({ world, tenant }) => ({
    status: 200,
    body: await settingsOf(world.db, tenant.projectId),
  }),
})

const update = route({
  method: 'PATCH',
  path: '/v1/marketing-settings',
  name: 'marketingSettings.update',
  scope: 'admin',
  changes: 'the project',
  summary: 'Change the settings of marketing',
  description:
    'Members that are given are replaced whole; null and an empty text go back to the default.',
  body: Type.Object(
    Object.fromEntries(names.map(name => [name, Type.Optional(orNull(fields[name]))])),
    { additionalProperties: false },
  ),
  success: { status: 200, schema: shape },
  errors: ['invalid_field'],
  handle: async call => {
    const { world, tenant } = call
    const given = call.body as Partial<Record<Names, unknown>>
    check(given as Partial<MarketingSettings>)
    await world.db.transaction(async tx => {
      await holdLogo(tx, tenant.projectId, given.theme as Theme | undefined)
      const kept: Record<string, unknown> = { ...(await readSettings(tx, tenant.projectId)) }
      for (const name of names) {
        if (given[name] === null || given[name] === '') delete kept[name]
        else if ((name === 'pages' || name === 'theme') && given[name] !== undefined) {
          kept[name] = withoutEmpty(given[name] as object)
        } else if (given[name] !== undefined) kept[name] = given[name]
      }
      await writeSettings(tx, tenant.projectId, kept, new Date(world.clock.now()))
    })
    return { status: 200, body: await settingsOf(world.db, tenant.projectId) }
  },
})

/** An empty text is none. */
export const withoutEmpty = <T extends object>(given: T): T =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')) as T

/** What no pattern says. */
function check({
  cap,
  quiet,
  retention,
  pages,
  utm,
  revenue,
  theme,
}: Partial<MarketingSettings>): void {
  checkQuiet(quiet)
  checkUtm(utm)
  checkRevenue(revenue)
  checkTheme(theme)
  const mustBeDuration = (text: string | undefined, param: string): void => {
    if (text === undefined || (durationMs(text) ?? 0) > 0) return
    throw new Refusal('invalid_field', {
      param,
      why: {
        en: '{param} must be a duration such as P7D.',
        pt: '{param} deve ser uma duração, como P7D.',
      },
    })
  }
  cap?.forEach((one, i) => {
    mustBeDuration(one.per, `cap[${i}].per`)
  })
  mustBeDuration(retention?.letters, 'retention.letters')
  mustBeDuration(retention?.consents, 'retention.consents')
  checkWords(pages?.words)
  if (pages?.logo === undefined || pages.logo === '') return
  if (URL.parse(pages.logo)?.protocol === 'https:') return
  throw new Refusal('invalid_field', {
    param: 'pages.logo',
    why: { en: '{param} must be an https URL.', pt: '{param} deve ser uma URL https.' },
  })
}

export const settingsRoutes: readonly Route[] = [get, update]
