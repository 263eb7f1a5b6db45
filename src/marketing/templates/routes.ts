/** The endpoints of templates. */

import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { deleted } from '#kernel/routes/answers.ts'
import { clearable } from '#kernel/routes/clearable.ts'
import { findNamed } from '#kernel/routes/find-named.ts'
import { folderAfter } from '#kernel/routes/folder.ts'
import { madeBy, mayRename, standingAside } from '#kernel/routes/made-by.ts'
import { readName } from '#kernel/routes/names.ts'
import {
  listPage,
  pageOf,
  pageOfVersions,
  pageQuery,
  versionPage,
  versionQuery,
} from '#kernel/routes/paging.ts'
import { bodyBytes, type Call, type Caller, type Route, route } from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import { keepDeleted } from '#platform/lifecycle/deleted.ts'
import { refuseUsed } from '../contacts/usage.ts'
import { maxTemplates, templateNoun, tooManyTemplates } from './deleted-template.ts'
import { changedDraft } from './draft.ts'
import { compileAhead } from './letters.ts'
import { checkRoute, previewRoute } from './preview.ts'
import { publish } from './publish.ts'
import { findingShape, showFindings } from './shown-findings.ts'
import {
  countTemplates,
  deleteTemplate,
  findByAlias,
  findTemplate,
  findTemplatePosition,
  findVersion,
  insertTemplate,
  listTemplates,
  listVersions,
  lockTemplates,
  namesInLayout,
  updateTemplate,
} from './store.ts'
import {
  type Draft,
  showTemplate,
  type Template,
  templateFields,
  templateShape,
} from './template.ts'

const name = Type.String({ maxLength: 200 })
const idParams = Type.Object({ id: Type.String({ description: 'tpl_…' }) })

type OneTemplate = Pick<Call<unknown, unknown, { id: string }>, 'tenant' | 'params'>

/** Names of what uses a template beside other templates. */
type TemplateUsers = (sql: Sql, projectId: Uuid, id: Uuid) => Promise<readonly string[]>

async function mustFind(
  sql: Sql,
  { tenant, params }: OneTemplate,
  lock: '' | 'for update' = '',
): Promise<Template> {
  return findNamed('tpl', params.id, id => findTemplate(sql, tenant.projectId, id, lock))
}

const refuse = (param: string, why: Text): Refusal => new Refusal('invalid_field', { param, why })

function readAlias(text: string): string | null {
  const alias = text.trim()
  return alias === '' ? null : alias
}

/** Throws Refusal where another has the alias; one that stands aside gives it up. */
async function takeAlias(
  tx: Tx,
  call: Caller,
  { alias, id }: Pick<Template, 'alias'> & { readonly id: Uuid | null },
): Promise<void> {
  if (alias === null) return
  const { projectId } = call.tenant
  const other = await findByAlias(tx, projectId, alias)
  if (other === null || other.id === id) return
  const aside = await standingAside(tx, call, [other.id])
  if (aside.has(other.id)) return updateTemplate(tx, projectId, { ...other, alias: null })
  throw refuse('alias', {
    en: 'Another template of the project has this alias.',
    pt: 'Outro modelo do projeto tem este alias.',
  })
}

async function add(
  tx: Tx,
  call: Caller & Pick<Call, 'world'>,
  made: Pick<Template, 'name' | 'alias' | 'kind' | 'draft' | 'folder'>,
): Promise<Template> {
  const { world, tenant } = call
  const count = await countTemplates(tx, { ...tenant, mode: madeBy(call) })
  await takeAlias(tx, call, { alias: made.alias, id: null })
  if (count >= maxTemplates) throw tooManyTemplates
  const at = new Date(world.clock.now())
  const template: Template = {
    ...made,
    id: world.ids.next(),
    revision: 1,
    published_version: null,
    is_changed: true,
    created_at: at,
    updated_at: at,
  }
  await insertTemplate(tx, tenant.projectId, template)
  return template
}

const create = route({
  method: 'POST',
  path: '/v1/templates',
  name: 'templates.create',
  maxBodyBytes: bodyBytes.letters,
  scope: 'admin',
  changes: { makes: 'tpl' },
  summary: 'Create a template',
  description: 'A draft; it sends nothing until it is published.',
  body: Type.Object(
    { name, kind: Type.Optional(Type.Enum(['email', 'layout'])), ...templateFields },
    { additionalProperties: false },
  ),
  success: { status: 201, schema: templateShape },
  errors: ['missing_field', 'invalid_field'],
  handle: async call => {
    const { body, tenant } = call
    const empty: Draft = {
      default_language: tenant.projectLanguage,
      variables: [],
      variants: {},
      layout_id: null,
    }
    const made = {
      name: readName(body.name),
      alias: readAlias(body.alias ?? ''),
      kind: body.kind ?? 'email',
      folder: folderAfter(null, body.folder),
      draft: changedDraft(empty, body as Parameters<typeof changedDraft>[1]),
    }
    return call.commit(async tx => {
      await layoutMustBe(tx, tenant.projectId, made)
      return { status: 201, body: showTemplate(await add(tx, call, made)) }
    })
  },
})

async function layoutMustBe(
  sql: Sql,
  projectId: Uuid,
  { kind, draft: { layout_id: id } }: Pick<Template, 'kind' | 'draft'>,
): Promise<void> {
  if (id === null) return
  if (kind === 'layout') {
    throw refuse('layout_id', {
      en: 'A layout stands in no other layout.',
      pt: 'Um layout não fica dentro de outro layout.',
    })
  }
  const layout = await findTemplate(sql, projectId, id)
  if (layout?.kind === 'layout') return
  throw refuse('layout_id', { en: 'There is no such layout.', pt: 'Não existe este layout.' })
}

const list = route({
  method: 'GET',
  path: '/v1/templates',
  name: 'templates.list',
  scope: 'read',
  summary: 'List templates',
  query: Type.Object({ ...pageQuery, kind: Type.Optional(Type.Enum(['email', 'layout'])) }),
  success: { status: 200, schema: pageOf(templateShape) },
  errors: ['invalid_field'],
  handle: async ({ world, tenant, query }) => {
    const body = await listPage(world, {
      page: query,
      prefix: 'tpl',
      find: id => findTemplatePosition(world.db, tenant, id),
      read: (before, count) =>
        listTemplates(world.db, tenant.projectId, query.kind ?? null, { before, count }),
      show: showTemplate,
      showsUnsettled: true,
    })
    return { status: 200, body }
  },
})

const get = route({
  method: 'GET',
  path: '/v1/templates/{id}',
  name: 'templates.get',
  scope: 'read',
  summary: 'Read a template',
  params: idParams,
  success: { status: 200, schema: templateShape },
  errors: ['resource_not_found'],
  handle: async call => ({ status: 200, body: showTemplate(await mustFind(call.world.db, call)) }),
})

const update = route({
  method: 'PATCH',
  path: '/v1/templates/{id}',
  name: 'templates.update',
  maxBodyBytes: bodyBytes.letters,
  scope: 'admin',
  changes: 'a draft',
  summary: 'Change the draft of a template',
  description:
    'What is published stays as it is. null clears a member. The name, and the alias, which emails ' +
    'name, take a live key where a live key made the template.',
  params: idParams,
  body: Type.Object(
    {
      name: Type.Optional(name),
      kind: Type.Optional(Type.Enum(['email', 'layout'])),
      revision: Type.Optional(Type.Integer()),
      ...clearable(templateFields),
    },
    { additionalProperties: false },
  ),
  success: { status: 200, schema: templateShape },
  errors: ['missing_field', 'invalid_field', 'resource_not_found', 'live_key_required'],
  handle: async call => {
    const { body, tenant, world } = call
    const after = await world.db.transaction(async tx => {
      const before = await mustFind(tx, call, 'for update')
      if (body.revision != null && body.revision !== before.revision) throw changedMeanwhile
      if (body.kind != null && body.kind !== before.kind) throw fixedKind
      const folder = folderAfter(before.folder, body.folder)
      // Filing it changes nothing that is sent, nor what somebody is writing.
      if (Object.keys(body).join() === 'folder') {
        await updateTemplate(tx, tenant.projectId, { ...before, folder })
        return { ...before, folder }
      }
      const draft = changedDraft(before.draft, body as Parameters<typeof changedDraft>[1])
      const template: Template = {
        ...before,
        folder,
        name: body.name == null ? before.name : readName(body.name),
        alias: body.alias === undefined ? before.alias : readAlias(body.alias ?? ''),
        draft,
        revision: before.revision + 1,
        is_changed: true,
        updated_at: new Date(world.clock.now()),
      }
      const isRenamed = template.alias !== before.alias || template.name !== before.name
      if (isRenamed) await mayRename(tx, call, before.id)
      await takeAlias(tx, call, template)
      await layoutMustBe(tx, tenant.projectId, template)
      await updateTemplate(tx, tenant.projectId, template)
      return template
    })
    return { status: 200, body: showTemplate(after) }
  },
})

const changedMeanwhile = refuse('revision', {
  en: 'Somebody has changed the template meanwhile.',
  pt: 'Alguém alterou o modelo enquanto isso.',
})
const fixedKind = refuse('kind', {
  en: 'The kind of a template is fixed.',
  pt: 'O tipo de um modelo é fixo.',
})

const remove = (users: TemplateUsers): Route =>
  route({
    method: 'DELETE',
    path: '/v1/templates/{id}',
    name: 'templates.delete',
    scope: 'admin',
    changes: { of: mustFind },
    summary: 'Delete a template',
    params: idParams,
    success: deleted,
    errors: ['invalid_field', 'resource_not_found'],
    handle: async call => {
      const { projectId } = call.tenant
      await call.world.db.transaction(async tx => {
        await lockTemplates(tx, projectId)
        const { id, name } = await mustFind(tx, call, 'for update')
        const names = [
          ...(await namesInLayout(tx, projectId, id)),
          ...(await users(tx, projectId, id)),
        ]
        refuseUsed(names)
        await keepDeleted(tx, call.world, templateNoun, { projectId, id, name })
        await deleteTemplate(tx, projectId, id)
      })
      return { status: 200, body: { id: call.params.id, deleted: true } }
    },
  })

const publishRoute = route({
  method: 'POST',
  path: '/v1/templates/{id}/publish',
  name: 'templates.publish',
  scope: 'admin',
  changes: { of: mustFind, publishes: () => true },
  summary: 'Publish the draft as the next version',
  description: 'A version never changes. The first error refuses; warnings are answered.',
  params: idParams,
  success: {
    status: 201,
    schema: Type.Object({
      version: Type.Integer(),
      published_at: Type.String({ format: 'date-time' }),
      findings: Type.Array(findingShape),
    }),
  },
  errors: ['missing_field', 'invalid_field', 'resource_not_found'],
  handle: async call => {
    await compileAhead(call.world, (await mustFind(call.world.db, call)).draft)
    return call.commit(async tx => {
      const template = await mustFind(tx, call, 'for update')
      const { version, at, findings } = await publish(
        tx,
        call.world,
        { ...call.tenant, mode: madeBy(call) },
        template,
      )
      return {
        status: 201,
        body: {
          version,
          published_at: at.toISOString(),
          findings: showFindings(findings, call.language),
        },
      }
    })
  },
})

const versions = route({
  method: 'GET',
  path: '/v1/templates/{id}/versions',
  name: 'templates.versions',
  scope: 'read',
  summary: 'List the versions of a template',
  params: idParams,
  query: Type.Object(versionQuery),
  success: { status: 200, schema: versionPage },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call => {
    const { world, tenant, query } = call
    const { id, published_version: newest } = await mustFind(world.db, call)
    const key = { projectId: tenant.projectId, templateId: id }
    const body = await pageOfVersions(query, newest, (below, count) =>
      listVersions(world.db, key, { below, count }),
    )
    return { status: 200, body }
  },
})

const isVersion = async (
  sql: Sql,
  { projectId, templateId }: { readonly projectId: Uuid; readonly templateId: Uuid },
  version: number,
): Promise<boolean> =>
  Number.isSafeInteger(version) &&
  version > 0 &&
  version < 2 ** 31 &&
  (await findVersion(sql, projectId, templateId, version)) !== null

const restore = route({
  method: 'POST',
  path: '/v1/templates/{id}/versions/{version}/restore',
  name: 'templates.restore',
  scope: 'admin',
  changes: { of: mustFind },
  summary: 'Make a version the draft again',
  params: Type.Object({ id: idParams.properties.id, version: Type.String() }),
  success: { status: 201, schema: templateShape },
  errors: ['resource_not_found'],
  handle: async call =>
    call.commit(async tx => {
      const { tenant, params, world } = call
      const before = await mustFind(tx, call, 'for update')
      const key = { projectId: tenant.projectId, templateId: before.id }
      const number = Number(params.version)
      if (!(await isVersion(tx, key, number))) throw new Refusal('resource_not_found')
      const { draft } = (await findVersion(tx, tenant.projectId, before.id, number))!
      const after: Template = {
        ...before,
        draft,
        revision: before.revision + 1,
        is_changed: number !== before.published_version,
        updated_at: new Date(world.clock.now()),
      }
      await updateTemplate(tx, tenant.projectId, after)
      return { status: 201, body: showTemplate(after) }
    }),
})

const duplicate = route({
  method: 'POST',
  path: '/v1/templates/{id}/duplicate',
  name: 'templates.duplicate',
  scope: 'admin',
  changes: { makes: 'tpl' },
  summary: 'Copy a template',
  description: 'The draft without alias and versions.',
  params: idParams,
  body: Type.Object({ name: Type.Optional(name) }, { additionalProperties: false }),
  success: { status: 201, schema: templateShape },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call =>
    call.commit(async tx => {
      const { draft, kind, folder, name: before } = await mustFind(tx, call)
      const given = (call.body as { name?: string | null } | undefined)?.name
      const copied = given == null ? copyName(before) : readName(given)
      const made = await add(tx, call, { name: copied, alias: null, kind, folder, draft })
      return { status: 201, body: showTemplate(made) }
    }),
})

const copyName = (before: string): string => `${before.slice(0, 190)} (2)`

export const templateRoutes = (users: TemplateUsers): readonly Route[] => [
  create,
  list,
  get,
  update,
  remove(users),
  publishRoute,
  versions,
  restore,
  previewRoute,
  checkRoute,
  duplicate,
]
