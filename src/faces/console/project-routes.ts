/** `/api/projects` and their keys. */
import { Type } from 'typebox'
import { removeProject } from '#boot/lifecycle.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show } from '#kernel/base/ids.ts'
import { deleted } from '#kernel/routes/answers.ts'
import type { World } from '#kernel/world/world.ts'
import type { Project, ShownKey } from '#tenants/accounts/account.ts'
import { createProject, listProjects, setProject } from '#tenants/accounts/accounts.ts'
import { mustBeConfirmed } from '#tenants/accounts/confirmed.ts'
import { createKey, deleteKey, listKeys, showKey } from '#tenants/accounts/keys.ts'
import type { Member } from '#tenants/accounts/member.ts'
import { listMembers } from '#tenants/identity/members.ts'
import type { Session } from '#tenants/identity/sessions.ts'
import { type DashboardRoute, memberRoute } from './dashboard-call.ts'
import { contentsOfProject, findOwnProject } from './store.ts'

const language = Type.Union([Type.Literal('pt'), Type.Literal('en')])
const moment = Type.String({ format: 'date-time' })
const listOf = (schema: ReturnType<typeof Type.Object>) => ({
  status: 200,
  schema: Type.Object({ data: Type.Array(schema), has_more: Type.Boolean() }),
})

const projectSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    language: Type.Union([language, Type.Null()]),
    created_at: moment,
  },
  { $id: 'Project' },
)

const upTo = Type.Integer({ description: '10,000: as many or more.' })
const contentsSchema = Type.Object({
  keys: upTo,
  key_used_at: Type.Union([moment, Type.Null()], { description: 'When one was used last.' }),
  domains: upTo,
  webhooks: upTo,
  suppressions: upTo,
  contacts: upTo,
})

const showProject = (project: Project) => ({
  id: show('prj', project.id),
  name: project.name,
  language: project.language,
  created_at: project.createdAt.toISOString(),
})

/** The session's own project behind an id of a path; any other is unknown. */
async function mustOwn(world: World, session: Session, text: string): Promise<Project> {
  const id = read('prj', text)
  const project = id && (await findOwnProject(world.db, session.accountId, id))
  if (!project) throw new Refusal('resource_not_found')
  return project
}

const projects: readonly DashboardRoute[] = [
  memberRoute({
    method: 'GET',
    path: '/projects',
    name: 'projects.list',
    summary: 'List projects',
    success: listOf(projectSchema),
    errors: [],
    async handle({ world, session }) {
      const data = (await listProjects(world, session.accountId)).map(showProject)
      return { status: 200, body: { data, has_more: false } }
    },
  }),
  memberRoute({
    method: 'POST',
    path: '/projects',
    name: 'projects.create',
    access: 'developer',
    summary: 'Create a project',
    body: Type.Object({ name: Type.String(), language: Type.Optional(language) }),
    success: { status: 201, schema: projectSchema },
    errors: [],
    async handle({ world, session, body }) {
      const project = await createProject(world, { accountId: session.accountId, ...body })
      return { status: 201, body: showProject(project) }
    },
  }),
  memberRoute({
    method: 'PATCH',
    path: '/projects/{project_id}',
    name: 'projects.update',
    access: 'developer',
    summary: 'Change a project',
    body: Type.Object({
      name: Type.Optional(Type.String()),
      language: Type.Optional(Type.Union([language, Type.Null()])),
    }),
    success: { status: 200, schema: projectSchema },
    errors: ['resource_not_found'],
    async handle({ world, session, params, body }) {
      const project = await mustOwn(world, session, params.project_id!)
      return { status: 200, body: showProject(await setProject(world, project, body)) }
    },
  }),
  memberRoute({
    method: 'GET',
    path: '/projects/{project_id}/contents',
    name: 'projects.contents',
    access: 'developer',
    summary: 'What is lost with a project',
    success: { status: 200, schema: contentsSchema },
    errors: ['resource_not_found'],
    async handle({ world, session, params }) {
      const project = await mustOwn(world, session, params.project_id!)
      const { lastUsedAt, ...counts } = await contentsOfProject(world.db, project.id)
      const body = { ...counts, key_used_at: lastUsedAt?.toISOString() ?? null }
      return { status: 200, body }
    },
  }),
  memberRoute({
    method: 'DELETE',
    path: '/projects/{project_id}',
    name: 'projects.delete',
    access: 'developer',
    summary: 'Delete a project with all that it has; what waits is not sent',
    success: deleted,
    errors: ['resource_not_found', 'last_project'],
    async handle({ world, session, params }) {
      const { id: projectId, accountId } = await mustOwn(world, session, params.project_id!)
      await removeProject(world, { accountId, projectId })
      return { status: 200, body: { id: params.project_id, deleted: true } }
    },
  }),
]

const mode = Type.Union([Type.Literal('live'), Type.Literal('test')])
const scope = Type.Union([Type.Literal('send'), Type.Literal('read'), Type.Literal('admin')])
const keyFields = {
  id: Type.String(),
  prefix: Type.String(),
  name: Type.String(),
  mode,
  scope,
  allow_ips: Type.Array(Type.String()),
  rate: Type.Union([Type.Integer(), Type.Null()]),
  created_at: moment,
  last_used_at: Type.Union([moment, Type.Null()]),
  expires_at: Type.Union([moment, Type.Null()], { description: 'null: it does not.' }),
  created_by: Type.Union([Type.String(), Type.Null()], {
    description: 'The name of the member who made it; null: nobody who is a member now.',
  }),
}

/** With the names of those who made them, of the members who are still there. */
function showKeys(keys: readonly ShownKey[], members: readonly Member[]) {
  const names = new Map(members.map(one => [one.id, one.name || one.email]))
  return keys.map(key => ({
    ...showKey(key),
    created_by: (key.createdBy && names.get(key.createdBy)) ?? null,
  }))
}

const keys: readonly DashboardRoute[] = [
  memberRoute({
    method: 'GET',
    path: '/projects/{project_id}/keys',
    name: 'keys.list',
    summary: 'List the keys of a project',
    success: listOf(Type.Object(keyFields)),
    errors: ['resource_not_found'],
    async handle({ world, session, params }) {
      const project = await mustOwn(world, session, params.project_id!)
      const keys = await listKeys(world, project.id)
      const members = await listMembers(world, session.accountId)
      return { status: 200, body: { data: showKeys(keys, members), has_more: false } }
    },
  }),
  memberRoute({
    method: 'POST',
    path: '/projects/{project_id}/keys',
    name: 'keys.create',
    access: 'developer',
    summary: 'Create a key; it is shown this once',
    body: Type.Object({
      name: Type.Optional(Type.String()),
      mode,
      scope,
      allow_ips: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
      rate: Type.Optional(Type.Integer()),
      expires_in_days: Type.Optional(Type.Integer()),
    }),
    success: { status: 201, schema: Type.Object({ ...keyFields, key: Type.String() }) },
    errors: ['resource_not_found', 'address_not_confirmed'],
    async handle({ world, session, params, body }) {
      const project = await mustOwn(world, session, params.project_id!)
      if (body.mode === 'live') await mustBeConfirmed(world, session.accountId)
      const { allow_ips: allowIps, expires_in_days: expiresInDays, ...rest } = body
      const { memberId, name, email } = session
      const made = await createKey(world, {
        ...rest,
        projectId: project.id,
        createdBy: memberId,
        ...(allowIps === undefined ? {} : { allowIps }),
        ...(expiresInDays === undefined ? {} : { expiresInDays }),
      })
      const shown = { ...showKey(made), created_by: name || email }
      return { status: 201, body: { ...shown, key: made.key } }
    },
  }),
  memberRoute({
    method: 'DELETE',
    path: '/projects/{project_id}/keys/{key_id}',
    name: 'keys.delete',
    access: 'developer',
    summary: 'Delete a key; it stops working at once',
    success: deleted,
    errors: ['resource_not_found'],
    async handle({ world, session, params }) {
      const project = await mustOwn(world, session, params.project_id!)
      const keyId = read('key', params.key_id!)
      if (keyId === null) throw new Refusal('resource_not_found')
      await deleteKey(world, keyId, project.id)
      return { status: 200, body: { id: params.key_id, deleted: true } }
    },
  }),
]

export const projectRoutes: readonly DashboardRoute[] = [...projects, ...keys]
