/** `/api/identities`: who a member is at an identity provider. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import { deleted } from '#kernel/routes/answers.ts'
import { listIdentities, unlinkIdentity } from '#tenants/identity/identities.ts'
import { type DashboardRoute, type MemberCall, memberRoute } from './dashboard-call.ts'

const moment = Type.String({ format: 'date-time' })

const identitySchema = Type.Object(
  {
    id: Type.String({ description: 'idn_…' }),
    issuer: Type.String(),
    email: Type.String({ description: 'By which they were found to be the same.' }),
    linked_at: moment,
    last_used_at: moment,
  },
  { $id: 'Identity' },
)

export const identityRoutes: readonly DashboardRoute[] = [
  memberRoute({
    method: 'GET',
    path: '/identities',
    name: 'identities.list',
    summary: 'Who the member is at an identity provider',
    success: {
      status: 200,
      schema: Type.Object({ data: Type.Array(identitySchema), has_more: Type.Boolean() }),
    },
    errors: [],
    async handle({ world, session }) {
      const data = (await listIdentities(world, session)).map(one => ({
        id: show('idn', one.id),
        issuer: one.issuer,
        email: one.email,
        linked_at: one.linkedAt.toISOString(),
        last_used_at: one.seenAt.toISOString(),
      }))
      return { status: 200, body: { data, has_more: false } }
    },
  }),
  memberRoute({
    method: 'DELETE',
    path: '/identities/{id}',
    name: 'identities.delete',
    summary: 'Unlink an identity: whoever has it comes in by it no more',
    success: deleted,
    errors: ['resource_not_found'],
    async handle(visit) {
      const shown = visit.params.id!
      await unlink(visit, read('idn', shown))
      return { status: 200, body: { id: shown, deleted: true } }
    },
  }),
]

async function unlink(
  { world, session, address, agent }: MemberCall,
  id: Uuid | null,
): Promise<void> {
  if (id === null) throw new Refusal('resource_not_found')
  await unlinkIdentity(world, session, { id, address, agent })
}
