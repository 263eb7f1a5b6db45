/** `/api/projects/{project_id}/deleted`: what was deleted in the last seven days, and having it back. */
import { Type } from 'typebox'
import { dayMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { templateNoun } from '#marketing/templates/deleted-template.ts'
import { keptDays, listDeleted, restoreDeleted } from '#platform/lifecycle/deleted.ts'
import type { DeletedNoun } from '#platform/lifecycle/deleted-noun.ts'
import { webhookNoun } from '#platform/webhooks/deleted-webhook.ts'
import { domainNoun } from '#sending/domains/deleted-domain.ts'
import { whoDeleted } from '#tenants/audit/audit-log.ts'
import type { Session } from '#tenants/identity/sessions.ts'
import { type DashboardRoute, memberRoute } from './dashboard-call.ts'
import { findOwnProject } from './store.ts'

const nouns: readonly DeletedNoun[] = [domainNoun, templateNoun, webhookNoun]
const kinds = ['domain', 'template', 'webhook'] as const

const moment = Type.String({ format: 'date-time' })
const deletedSchema = Type.Object(
  {
    id: Type.String(),
    kind: Type.Enum(kinds),
    name: Type.String(),
    deleted_at: moment,
    deleted_by: Type.Union([Type.String(), Type.Null()]),
    until: moment,
  },
  { $id: 'DeletedThing' },
)

async function mustOwn(world: World, session: Session, text: string) {
  const id = read('prj', text)
  const project = id && (await findOwnProject(world.db, session.accountId, id))
  if (!project) throw new Refusal('resource_not_found')
  return project
}

const list = memberRoute({
  method: 'GET',
  path: '/projects/{project_id}/deleted',
  name: 'deleted.list',
  summary: 'What was deleted in the last seven days, newest first',
  success: {
    status: 200,
    schema: Type.Object({ data: Type.Array(deletedSchema), has_more: Type.Boolean() }),
  },
  errors: ['resource_not_found'],
  async handle({ world, session, params }) {
    const project = await mustOwn(world, session, params.project_id!)
    const things = (await listDeleted(world, project.id)).map(thing => {
      const { prefix } = nouns.find(one => one.kind === thing.kind)!
      return { ...thing, shown: show(prefix, thing.id) }
    })
    const since = new Date(world.clock.now() - keptDays * dayMs)
    const targets = things.map(one => one.shown)
    const names = await whoDeleted(world.db, project.accountId, { targets, since })
    const data = things.map(({ shown, kind, name, deletedAt }) => ({
      id: shown,
      kind: kind as (typeof kinds)[number],
      name,
      deleted_at: deletedAt.toISOString(),
      deleted_by: names.get(shown) ?? null,
      until: new Date(deletedAt.getTime() + keptDays * dayMs).toISOString(),
    }))
    return { status: 200, body: { data, has_more: false } }
  },
})

const restore = memberRoute({
  method: 'POST',
  path: '/projects/{project_id}/deleted/{deleted_id}/restore',
  name: 'deleted.restore',
  access: 'developer',
  summary: 'Have back what was deleted, as it was',
  success: {
    status: 200,
    schema: Type.Object({ id: Type.String(), restored: Type.Literal(true) }),
  },
  errors: ['resource_not_found', 'invalid_field', 'domain_exists', 'domain_limit_reached'],
  async handle({ world, session, params }) {
    const project = await mustOwn(world, session, params.project_id!)
    const shown = params.deleted_id!
    const noun = nouns.find(({ prefix }) => read(prefix, shown) !== null)
    const id = noun && read(noun.prefix, shown)
    if (!id || !(await restoreDeleted(world, noun, { projectId: project.id, id }))) {
      throw new Refusal('resource_not_found')
    }
    return { status: 200, body: { id: shown, restored: true as const } }
  },
})

export const deletedRoutes: readonly DashboardRoute[] = [list, restore]
