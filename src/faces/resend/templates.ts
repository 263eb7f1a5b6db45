/** Resend's calls on templates: one language, that of the project, and their place-holders as Liquid. */
import type {
  CreateTemplateResponseSuccess,
  GetTemplateResponseSuccess,
  ListTemplatesResponseSuccess,
  RemoveTemplateResponseSuccess,
  TemplateVariable,
} from 'resend'
import { type Static, Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { type Answer, bodyBytes, type Route } from '#kernel/routes/route.ts'
import type { templateShape, variantShape } from '#marketing/templates/template.ts'
import {
  type Fields,
  fieldsOf,
  listed,
  pageAsked,
  readAll,
  refuseField,
  renamed,
  type Theirs,
  theirPage,
  theirRoute,
  through,
} from './adapter.ts'
import { ourKey, ourLiquid } from './liquid.ts'

const path = '/templates/{id}'

type OurTemplate = Static<typeof templateShape>
type OurVariant = Static<typeof variantShape>
type RemovalAnswer = Omit<RemoveTemplateResponseSuccess, 'object'>

/** Variables of ours may be of more types than theirs, which are text and number. */
interface WholeTemplate extends Omit<GetTemplateResponseSuccess, 'variables'> {
  readonly variables: readonly Record<keyof TemplateVariable, unknown>[]
}

export const templateRoutes: readonly Route[] = [
  theirRoute({
    method: 'POST',
    path: '/templates',
    name: 'templates.create',
    maxBodyBytes: bodyBytes.letters,
    scope: 'admin',
    status: 201,
    summary: 'Create a template',
    takesBody: true,
    handle: call => {
      const body = ours(call, {})
      if (fieldsOf(call.body).html == null) throw new Refusal('missing_field', { param: 'html' })
      return renamed(theirName, () => through('templates.create', call, { body }, only))
    },
  }),
  theirRoute({
    method: 'GET',
    path: '/templates',
    name: 'templates.list',
    scope: 'read',
    summary: 'List templates',
    query: Type.Object(theirPage),
    handle: call =>
      through('templates.list', call, { query: pageAsked(call.query) }, listed(summary)),
  }),
  theirRoute({
    method: 'GET',
    path,
    name: 'templates.get',
    scope: 'read',
    summary: 'Read one template, by its id or alias',
    handle: getTemplate,
  }),
  theirRoute({
    method: 'PATCH',
    path,
    name: 'templates.update',
    maxBodyBytes: bodyBytes.letters,
    scope: 'admin',
    summary: 'Change a template',
    takesBody: true,
    handle: async call => {
      const params = await idOf(call)
      const { body: before } = await through('templates.get', call, { params })
      const body = ours(call, before as Fields)
      return renamed(theirName, () => through('templates.update', call, { params, body }, only))
    },
  }),
  theirRoute({
    method: 'DELETE',
    path,
    name: 'templates.remove',
    scope: 'admin',
    summary: 'Delete a template',
    handle: async call =>
      through(
        'templates.delete',
        call,
        { params: await idOf(call) },
        (answer: RemovalAnswer): RemoveTemplateResponseSuccess => ({
          object: 'template',
          ...answer,
        }),
      ),
  }),
  theirRoute({
    method: 'POST',
    path: `${path}/publish`,
    name: 'templates.publish',
    scope: 'admin',
    summary: 'Publish a template',
    handle: async call => {
      const params = await idOf(call)
      return renamed(theirName, () =>
        through('templates.publish', call, { params }, () => only(params)),
      )
    },
  }),
  theirRoute({
    method: 'POST',
    path: `${path}/duplicate`,
    name: 'templates.duplicate',
    scope: 'admin',
    summary: 'Copy a template',
    handle: async call =>
      through('templates.duplicate', call, { params: await idOf(call), body: {} }, only),
  }),
]

/** They have one letter, whose parts are fields. */
const theirName = (ours: string): string =>
  ours
    .replace(/^variants\.[^.]+\./, '')
    .replace(/^(variables\[\d+\])\.fallback$/, '$1.fallback_value')

const only = ({ id }: Pick<OurTemplate, 'id'>): CreateTemplateResponseSuccess => ({
  object: 'template',
  id,
})

/** An alias names it as well. */
async function idOf(call: Theirs): Promise<{ readonly id: string }> {
  const given = call.params.id!
  if (given.startsWith('tpl_')) return { id: given }
  const all = await readAll(call, 'templates.list', 'id')
  const found = all.find(one => one.alias === given)
  if (found === undefined) throw new Refusal('resource_not_found')
  return { id: String(found.id) }
}

async function getTemplate(call: Theirs): Promise<Answer> {
  const params = await idOf(call)
  const versions = await through('templates.versions', call, { params, query: { limit: 1 } })
  const [newest] = (versions.body as { data: readonly { published_at: string }[] }).data
  return through('templates.get', call, { params }, (template: OurTemplate): WholeTemplate => {
    const { subject, html, text } = letterOf(template)
    return {
      object: 'template',
      ...summary(template),
      published_at: newest?.published_at ?? null,
      subject: subject ?? null,
      html: html ?? '',
      text: typeof text === 'string' ? text : null,
      variables: template.variables.map(({ key, type, fallback }) => ({
        key,
        type,
        fallback_value: fallback ?? null,
        created_at: template.created_at,
        updated_at: template.updated_at,
      })),
      from: null,
      reply_to: null,
      has_unpublished_versions: template.has_changes,
      current_version_id: `${template.id}-${template.published_version ?? 0}`,
    }
  })
}

const summary = (template: OurTemplate): ListTemplatesResponseSuccess['data'][number] => ({
  id: template.id,
  name: template.name,
  status: template.status,
  published_at: template.status === 'published' ? template.updated_at : null,
  created_at: template.created_at,
  updated_at: template.updated_at,
  alias: template.alias,
})

/** The letter at home. */
function letterOf({ variants, default_language: home }: Fields): Partial<OurVariant> {
  const all = (variants ?? {}) as Readonly<Record<string, OurVariant>>
  return all[String(home)] ?? Object.values(all)[0] ?? {}
}

function ours({ body, tenant }: Theirs, before: Fields): Fields {
  const { subject, html, text, variables, from, reply_to, ...rest } = fieldsOf(body)
  for (const [param, value] of Object.entries({ from, reply_to })) {
    if (value == null) continue
    refuseField(param, {
      en: 'Templates have no {param}: it is given with each email.',
      pt: 'Modelos não têm {param}: ele vem com cada e-mail.',
    })
  }
  const home = String(before.default_language ?? tenant.projectLanguage)
  const letter = {
    ...letterOf(before),
    ...(subject == null ? {} : { subject: ourLiquid(subject) }),
    ...(html == null ? {} : { html: ourLiquid(html) }),
    ...(text == null ? {} : { text: text === '' ? false : ourLiquid(text) }),
  }
  const isChanged = [subject, html, text].some(one => one != null)
  return {
    ...withoutAbsent(rest),
    ...(isChanged ? { variants: { [home]: letter } } : {}),
    ...(variables == null ? {} : { variables: ourVariables(variables) }),
  }
}

const withoutAbsent = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null))

function ourVariables(given: unknown): unknown {
  if (!Array.isArray(given)) return given
  return given.map(one => {
    if (typeof one !== 'object' || one === null) return one
    const { key, fallback_value: fallback, ...rest } = one as Fields
    return {
      ...rest,
      key: typeof key === 'string' ? ourKey(key) : key,
      ...(fallback == null ? {} : { fallback }),
    }
  })
}
