/** Calling a module's handlers directly: what the API layer would hand them, without HTTP. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Answer, Call, Mode, Route, Tenant } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import { machineClock } from './real-clock.ts'

export interface Asking {
  readonly body?: unknown
  readonly query?: unknown
  readonly params?: unknown
}

/** A function that calls routes by name as a caller of the project. */
export function callerOf(
  world: World,
  routes: readonly Route[],
  project: { accountId: Uuid; projectId: Uuid },
  mode: Mode = 'live',
): (name: string, asking?: Asking) => Promise<Answer> {
  const tenant: Tenant = { ...project, mode, projectLanguage: 'pt', timeZone: 'UTC' }
  const principal = { kind: 'key', keyId: world.ids.next(), scope: 'admin' } as const
  return async (name, asking = {}) => {
    const route = routes.find(one => one.name === name)
    if (!route) throw new Error(`there is no route ${name}`)
    const call: Call = {
      world: route.method === 'GET' ? waitingForReal(world) : world,
      tenant,
      principal,
      language: 'en',
      requestId: 'req_test',
      body: asking.body,
      query: asking.query ?? {},
      params: asking.params ?? {},
      room: async () => {},
      commit: work => world.db.transaction(work),
    }
    return route.handle(call)
  }
}

/**
 * Lists wait for transactions that are still open, also for those of other tests on the same server:
 * whatever clock a test turns by hand, they end in the machine's time.
 */
function waitingForReal(world: World): World {
  return { ...world, clock: { ...world.clock, sleep: machineClock.sleep } }
}

/** An account with one project, straight into the database. */
export async function makeProject(world: World): Promise<{ accountId: Uuid; projectId: Uuid }> {
  const accountId = world.ids.next()
  const projectId = world.ids.next()
  const at = new Date(world.clock.now())
  await world.db.query(
    'insert into accounts (id, name, email, created_at) values ($1, $2, $3, $4)',
    [accountId, 'Test', `${accountId}@example.com`, at],
  )
  await world.db.query(
    'insert into projects (id, account_id, name, created_at) values ($1, $2, $3, $4)',
    [projectId, accountId, 'Test', at],
  )
  return { accountId, projectId }
}
