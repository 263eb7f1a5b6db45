/**
 * A campaign's letter as everybody sees it: rendered for nobody, so that values are fallbacks and no
 * link is a person's. Strangers read it, as often as they like: it is made once in a while for all of
 * them. One that cannot be made is nothing to read, and no fault of whoever asks.
 */
import { createHash } from 'node:crypto'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import { type Language, languageOf } from '#kernel/base/languages.ts'
import { escaped } from '#kernel/routes/plain-page.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import { isDatabaseAway } from '#kernel/world/db.ts'
import { createMadeOnce, type MadeOnce } from '#kernel/world/made-once.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import { holeMark } from '#sending/content/liquid/marks.ts'
import {
  eachOutput,
  PartFault,
  type ReadLetter,
  readLetter,
  renderLetter,
} from '#sending/content/liquid/render.ts'
import { unsubscribePlace } from '#sending/tracking/rewrite.ts'
import { propertyFallbacks } from '../../contacts/people/reading.ts'
import { publicAgeSeconds } from '../../forms/visit.ts'
import { projectValues, topicNamesOf } from '../../templates/project-values.ts'
import { chooseLanguage } from '../../templates/values.ts'
import { type ArchivedCampaign, archiveUrl } from '../definition/campaign.ts'
import { withMendedLinks } from '../report/links.ts'
import { listMended } from '../report/links-store.ts'
import { readCampaign } from '../store.ts'

const maxKept = 2_000
/** UTF-16 units of all together. */
const maxKeptUnits = 16 * 1024 * 1024

interface ShownLetter {
  readonly subject: string
  readonly html: string
}

type KeptLetter<Made> = Part<MadeOnce<Made | null>, Pick<World, 'clock'>>

function keep<Made>(name: string, weigh: (made: Made) => number): KeptLetter<Made> {
  const bounds = { keptMs: publicAgeSeconds * 1000, maxKept, maxWeight: maxKeptUnits }
  const make = ({ clock }: Pick<World, 'clock'>): MadeOnce<Made | null> =>
    createMadeOnce({ ...bounds, clock, weigh: made => (made === null ? 0 : weigh(made)) })
  return { name, make }
}

const letters = keep<ShownLetter>('archived letters', one => one.html.length + one.subject.length)
const subjects = keep<string>('archived subjects', one => one.length)

interface ArchiveRequest {
  readonly tenant: Tenant
  readonly campaign: ArchivedCampaign
  /** Of the reader. */
  readonly language: Language
}

/** null: it cannot be made. */
export async function archivedLetter(
  world: World,
  asked: ArchiveRequest,
): Promise<ShownLetter | null> {
  const { tenant, campaign } = asked
  const of = { campaignId: campaign.id }
  const mended = JSON.stringify(await listMended(world.db, tenant.projectId, of))
  const digest = createHash('sha256').update(mended).digest('hex')
  return world.runtime.get(letters, world).get(`${keyOf(asked)} ${digest}`, () =>
    unlessFaulty(world, asked, async () => {
      const { subject, html, text } = await renderForNobody(world, asked, [
        'subject',
        'html',
        'text',
      ])
      const page =
        html === null
          ? `<!doctype html><pre>${escaped(withoutHoles(text ?? ''))}</pre>`
          : withoutHoles(html)
      const plain = page.replace(unsubscribePlace, '#')
      const shown = await withMendedLinks(world.db, tenant.projectId, of, plain)
      return { subject: withoutHoles(subject), html: shown }
    }),
  )
}

/** The same of its subject alone, which costs less. */
export const archivedSubject = (world: World, asked: ArchiveRequest): Promise<string | null> =>
  world.runtime
    .get(subjects, world)
    .get(keyOf(asked), () =>
      unlessFaulty(world, asked, async () =>
        withoutHoles((await renderForNobody(world, asked, ['subject'])).subject),
      ),
    )

/** Settings of the project are no part of it: they show when it is made anew. */
const keyOf = ({ campaign, language }: ArchiveRequest): string =>
  `${campaign.id} ${campaign.revision} ${language}`

/** What its author wrote may be what cannot be made; a database that is away is no such thing. */
async function unlessFaulty<Made>(
  { log }: Pick<World, 'log'>,
  { campaign }: ArchiveRequest,
  make: () => Promise<Made>,
): Promise<Made | null> {
  try {
    return await make()
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    const fields = { campaign: show('cmp', campaign.id), error: String(error) }
    const isAuthors = error instanceof PartFault || error instanceof Refusal
    log[isAuthors ? 'info' : 'error'](fields, 'an archived letter could not be made')
    return null
  }
}

type PartName = 'subject' | 'html' | 'text'

async function renderForNobody(
  world: World,
  { tenant, campaign: { id }, language: asked }: ArchiveRequest,
  parts: readonly PartName[],
) {
  const campaign = await readCampaign(world.db, { projectId: tenant.projectId, id })
  if (campaign?.letters == null) throw new Refusal('resource_not_found')
  const { default_language: home, variables, letters } = campaign.letters
  const language = chooseLanguage(Object.keys(letters), asked, home) ?? home
  const declared = Object.fromEntries(
    variables.flatMap(({ key, fallback }) => (fallback == null ? [] : [[key, fallback]])),
  )
  const topicId = read('top', campaign.definition.topic_id ?? '')
  const topic = await topicNamesOf(world.db, tenant.projectId, topicId)
  const properties = Object.fromEntries(await propertyFallbacks(world.db, tenant.projectId))
  const values = {
    ...(await projectValues(world, tenant, 'UTC')),
    ...declared,
    topic: { name: topic?.[languageOf(language)] ?? '' },
    contact: { properties },
    web_view_url: archiveUrl(archiveBase(world, tenant.projectId), {
      mode: campaign.mode,
      slug: campaign.definition.archive.slug ?? '',
    }),
  }
  const sources = letters[language]!
  const has = (part: PartName): boolean => parts.includes(part)
  const letter = withoutPages(
    readLetter({
      ...sources,
      html: has('html') ? sources.html : null,
      text: has('text') ? sources.text : null,
    }),
  )
  return renderLetter(letter, values, { language, timeZone: 'UTC' }, { marksHoles: true })
}

export const archiveBase = ({ settings }: Pick<World, 'settings'>, projectId: Uuid): string =>
  `${settings.MALOTE_BASE_URL}/a/${show('prj', projectId)}`

/** Nobody has a page of their own here. */
function withoutPages(letter: ReadLetter): ReadLetter {
  const without = (nodes: ReadLetter['html']): ReadLetter['html'] =>
    nodes === null
      ? null
      : eachOutput(nodes, node => {
          const { initial } = node.value
          const isPage = initial.kind === 'path' && initial.path.join('.') === 'preferences_url'
          return isPage ? { kind: 'raw', text: '#' } : node
        })
  return { ...letter, html: without(letter.html), text: without(letter.text) }
}

const hole = `((?:<(?:b|i|u|em|strong|span|font)\\b[^<>]{0,300}>){0,3})${holeMark}((?:</(?:b|i|u|em|strong|span|font)>){0,3})`
const beforeHole = new RegExp(`(?:[ \\t\\u00a0]|&nbsp;){0,5}${hole}(?=\\s{0,5}[,.!?;:])`, 'g')
const firstHole = new RegExp(`(^|>)(\\s{0,200})${hole}[,;:]\\s{0,5}(\\p{Ll}?)`, 'gu')

/** "Oi Ana," is for nobody "Oi,", and "Ana, chegou" is "Chegou". */
const withoutHoles = (text: string): string =>
  text
    .replace(firstHole, (_, ...[start, space, open, close, letter]: string[]) =>
      [start, space, open, close, letter?.toUpperCase()].join(''),
    )
    .replace(beforeHole, '$1$2')
    .replaceAll(holeMark, '')
