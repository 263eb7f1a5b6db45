/** The dashboard's own routes, with what each changes written down. */
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import type { Answer } from '#kernel/routes/route.ts'
import type { AuditFields } from '#tenants/audit/change.ts'
import {
  type AuditedRoute,
  actionOf,
  type Params,
  readerOf,
  targetIn,
  thingIn,
} from '../audit/reader.ts'
import { type AuditedCall, underAudit } from '../audit/under-audit.ts'
import type { DashboardRoute, MemberCall } from './dashboard-call.ts'

/** All of them, for those that show what a call is about are found among the others. */
export function withOwnAudit(routes: readonly DashboardRoute[]): readonly DashboardRoute[] {
  return routes.map(route => {
    const action = actionOf(route)
    if (action === undefined) return route
    const reader = readerOf(routes, route.path in shownIn ? '/session' : route.path)
    return { ...route, handle: visit => auditedVisit({ route, action, reader }, visit) }
  })
}

/** What the session shows, by the path that changes it. */
const shownIn: Readonly<Record<string, string>> = { '/account': 'account', '/user': 'user' }

function auditedVisit(
  { route, action, reader }: AuditedRoute<DashboardRoute>,
  visit: MemberCall,
): Promise<Answer> {
  const params = visit.params as Params
  const { world, address: ip, session } = visit
  const targetId = targetIn(route, params)
  const isByOperator = route.access.startsWith('operator')
  const asked: AuditedCall = {
    world,
    who: {
      accountId: isByOperator ? accountIn(params, visit.body) : (session?.accountId ?? null),
      isByOperator,
      actor: {
        type: isByOperator ? 'operator' : 'member',
        id: session?.memberId ?? null,
        name: null,
      },
      ip,
    },
    action,
    method: route.method,
    targetId,
    ownId: session && ownIdOf(action, session),
    async read() {
      if (reader === null || (targetId === null && route.method !== 'PATCH')) return null
      const { body } = await reader.route.handle({ ...visit, body: undefined, query: {} })
      const part = shownIn[route.path]
      if (part !== undefined) return (body as Record<string, AuditFields>)[part] ?? null
      return thingIn(body, reader.param && params[reader.param]!)
    },
    body: visit.body,
  }
  return underAudit(asked, ({ world: watched }) => route.handle({ ...visit, world: watched }))
}

const ownIdOf = (action: string, { memberId, accountId }: MemberCall['session']): string =>
  action.startsWith('member.') ? show('usr', memberId) : show('acc', accountId)

/** Whose account an operator changes: of the path, or named by what is sent. */
function accountIn({ account_id: text }: Params, body: unknown): Uuid | null {
  const { account_id: named } = (body ?? {}) as { readonly account_id?: unknown }
  const id = text ?? named
  return typeof id === 'string' ? read('acc', id) : null
}
