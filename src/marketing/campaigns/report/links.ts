/** The links of a campaign: how often each was clicked, and mending one after the letters have gone. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { pageOf } from '#kernel/routes/paging.ts'
import { escaped } from '#kernel/routes/plain-page.ts'
import { type Route, route } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { checkLink } from '#sending/content/content-check.ts'
import { linksOfHtml } from '#sending/content/links.ts'
import { cutHtml, fillPieces, trackedUrl } from '#sending/tracking/rewrite.ts'
import type { CampaignLetters } from '../definition/campaign.ts'
import { idParams, mustFind } from '../find.ts'
import type { CampaignKey } from '../store.ts'
import { findMended, insertLinks, listLinks, listMended, mendLink } from './links-store.ts'

/** Such as are the same in every letter, in the order of languages and places. */
function fixedLinks({ letters, variants = {} }: CampaignLetters): string[] {
  const all = [letters, ...Object.values(variants).map(one => one.letters)]
  const urls = all
    .flatMap(one => Object.values(one))
    .flatMap(({ html }) => linksOfHtml(html ?? ''))
    .filter(({ href }) => !/\{[{%]/.test(href))
    .flatMap(({ href }) => trackedUrl(href) ?? [])
  return [...new Set(urls)]
}

export const numberLinks = (
  tx: Sql,
  key: CampaignKey,
  letters: CampaignLetters | null,
): Promise<void> => insertLinks(tx, key, letters === null ? [] : fixedLinks(letters))

export const linkShape = Type.Object(
  {
    n: Type.Integer(),
    url: Type.String(),
    mended_url: Type.Union([Type.String(), Type.Null()]),
    people: Type.Integer(),
    machines: Type.Integer(),
  },
  { $id: 'CampaignLink' },
)

const list = route({
  method: 'GET',
  path: '/v1/campaigns/{id}/links',
  name: 'campaigns.links',
  scope: 'read',
  summary: 'List the links of a campaign, with who clicked them',
  description: 'Those that are the same in every letter. people and machines count letters.',
  params: idParams,
  success: { status: 200, schema: pageOf(linkShape) },
  errors: ['resource_not_found'],
  handle: async call => {
    const campaign = await mustFind(call.world.db, call)
    const key = { projectId: call.tenant.projectId, id: campaign.id }
    return { status: 200, body: { data: await listLinks(call.world.db, key), has_more: false } }
  },
})

const mend = route({
  method: 'PATCH',
  path: '/v1/campaigns/{id}/links/{n}',
  name: 'campaigns.mendLink',
  scope: 'admin',
  changes: 'of its mode',
  summary: 'Let a link of a campaign lead elsewhere',
  description: 'In letters that have gone, too. null: where it led at first.',
  params: Type.Object({ id: idParams.properties.id, n: Type.String({ description: '1, 2, …' }) }),
  body: Type.Object(
    { url: Type.Union([Type.String({ maxLength: 2_048 }), Type.Null()]) },
    { additionalProperties: false },
  ),
  success: { status: 200, schema: linkShape },
  errors: ['missing_field', 'invalid_field', 'resource_not_found'],
  handle: async call => {
    const { world, tenant, params } = call
    const campaign = await mustFind(world.db, call)
    const key = { projectId: tenant.projectId, id: campaign.id }
    const n = /^\d{1,6}$/.test(params.n) ? Number(params.n) : 0
    const rows = await listLinks(world.db, key)
    if (!rows.some(one => one.n === n)) throw new Refusal('resource_not_found')
    const url = call.body.url === null ? null : await readUrl(world, call.body.url)
    const before = await world.db.transaction(tx => mendLink(tx, key, n, url))
    world.log.info({ campaign: params.id, link: n, before, url }, 'a link was mended')
    const row = (await listLinks(world.db, key)).find(one => one.n === n)!
    return { status: 200, body: row }
  },
})

/** Throws Refusal. */
async function readUrl(world: World, text: string): Promise<string> {
  const url = trackedUrl(text)
  if (url === null) {
    throw new Refusal('invalid_field', {
      param: 'url',
      why: { en: 'It must be an http or https URL.', pt: 'Deve ser uma URL http ou https.' },
    })
  }
  if ((await checkLink(world, url)) !== null) {
    throw new Refusal('invalid_field', {
      param: 'url',
      why: {
        en: 'Emails with this link would not be sent.',
        pt: 'Mensagens com este link não seriam enviadas.',
      },
    })
  }
  return url
}

const mendedMs = 1_000

/** Where a click on a link of a letter leads: at once, whatever the database does. */
export async function clickTarget(
  world: World,
  asked: Parameters<typeof findMended>[1],
): Promise<string> {
  const mended = findMended(world.db, asked).catch(() => null)
  const late = world.clock.sleep(mendedMs).then(() => null)
  return (await Promise.race([mended, late])) ?? asked.url
}

/** A letter as people read it in a browser: its links lead where they were mended to. */
export async function withMendedLinks(
  sql: Sql,
  projectId: Uuid,
  of: Parameters<typeof listMended>[2],
  html: string,
): Promise<string> {
  const rows = await listMended(sql, projectId, of)
  if (rows.length === 0) return html
  const mended = new Map(rows.map(row => [row.url, row.mended_url]))
  const pieces = await cutHtml(html, { without: ['opens'] })
  return fillPieces(pieces, { link: url => escaped(mended.get(url) ?? url), image: () => '' })
}

export const linkRoutes: readonly Route[] = [list, mend]
