/** The routes of the public API, with what each changes written down. */
import { show } from '#kernel/base/ids.ts'
import type { Answer, Call, Principal, Route } from '#kernel/routes/route.ts'
import type { Actor } from '#tenants/audit/change.ts'
import { type AuditedRoute, actionOf, type Params, readerOf, targetIn, thingIn } from './reader.ts'
import { type AuditedCall, underAudit } from './under-audit.ts'

/** All of them, for those that show what a change is about are found among the others. */
export function withAudit(routes: readonly Route[], readers = routes): readonly Route[] {
  return routes.map(route => {
    const action = actionOf(route)
    if (action === undefined) return route
    const reader = readerOf(readers, route.path)
    return { ...route, handle: call => auditedCall({ route, action, reader }, call) }
  })
}

function auditedCall({ route, action, reader }: AuditedRoute<Route>, call: Call): Promise<Answer> {
  const params = call.params as Params
  const { world, tenant, principal, ip = null } = call
  const targetId = targetIn(route, params)
  const asked: AuditedCall = {
    world,
    who: { accountId: tenant.accountId, isByOperator: false, actor: actorOf(principal), ip },
    action,
    method: route.method,
    targetId,
    ownId: show('prj', tenant.projectId),
    async read() {
      if (reader === null || (targetId === null && route.method !== 'PATCH')) return null
      const query = reader.param === null ? {} : { limit: 100 }
      const { body } = await reader.route.handle({ ...call, body: undefined, query, commit: none })
      return thingIn(body, reader.param && params[reader.param]!)
    },
    body: call.body,
  }
  return underAudit(asked, ({ world: watched, commit }) =>
    route.handle({ ...call, world: watched, commit: work => commit(work, call.commit) }),
  )
}

const none = () => Promise.reject(new Error('whoever reads commits nothing'))

const actorOf = (principal: Principal): Actor =>
  principal.kind === 'key'
    ? { type: 'key', id: principal.keyId, name: null }
    : { type: 'member', id: principal.memberId, name: null }
