/**
 * Who may change what: a test key is handed around, lies in CI and is printed at the first start, so
 * it changes only what a test key made. What a live key or a member made or published takes one of
 * those. Each route of scope admin says what it changes (`changes`), and `guarded` does the rest, for
 * whichever surface leads to it: webhooks and domains keep the mode of their maker themselves,
 * the set-up that both modes share is noted in a table of its own.
 *
 * A thing may be published between the look and the change: then the change came before, as it might
 * have by its own.
 */
import { assert } from '../base/assert.ts'
import { Refusal } from '../base/errors.ts'
import { type Prefix, read, type Uuid } from '../base/ids.ts'
import type { Sql } from '../world/db.ts'
import { isOfTest, noteOfTest, ofTestAmong, takeOver } from '../world/set-up-of-test.ts'
import type { Answer, Call, Caller, Changes, MadeByMode, Mode, Route } from './route.ts'

/** A member who looks at test mode is a member all the same. */
export const madeBy = ({ principal, tenant }: Caller): Mode =>
  principal.kind === 'key' ? tenant.mode : 'live'

type Handle = (call: Call) => Promise<Answer>

/** A route that is kept to the rule. */
export function guarded(one: Route): Route {
  const { changes, errors } = one
  const mayRefuse = changes === 'the project' || (typeof changes === 'object' && 'of' in changes)
  return {
    ...one,
    errors: mayRefuse ? [...errors, 'live_key_required'] : errors,
    handle: guardedHandle(changes, one.handle),
  }
}

function guardedHandle(changes: Changes | undefined, handle: Handle): Handle {
  if (changes === 'the project') {
    return async call => {
      if (madeBy(call) === 'test') throw new Refusal('live_key_required')
      return handle(call)
    }
  }
  if (changes === undefined || typeof changes === 'string') return handle
  if ('of' in changes) {
    return call =>
      madeBy(call) === 'test' ? byTest(changes, call, handle) : byLive(changes, call, handle)
  }
  return call =>
    madeBy(call) === 'test'
      ? noting(call, handle, answer => idIn(answer, changes.makes))
      : handle(call)
}

type OfThing = Extract<Changes, { readonly of: unknown }>

const found = (sql: Sql, { of }: OfThing, call: Call) => of(sql, call as Call<never, never, never>)

async function byTest(changes: OfThing, call: Call, handle: Handle): Promise<Answer> {
  const { db } = call.world
  const one = await found(db, changes, call)
  if (one !== null && !(await isByTest(db, call.tenant.projectId, one))) {
    throw new Refusal('live_key_required')
  }
  if (one !== null || changes.makes === undefined) return handle(call)
  return noting(call, handle, async (_answer, tx) => {
    const made = await found(tx, changes, call)
    return made !== null && 'id' in made ? made.id : null
  })
}

async function isByTest(
  sql: Sql,
  projectId: Uuid,
  one: MadeByMode | { id: Uuid },
): Promise<boolean> {
  if ('made_by_mode' in one) return one.made_by_mode === 'test'
  return isOfTest(sql, projectId, one.id)
}

/**
 * What stands beside a draft and shows at once, such as a name or an alias that live emails name,
 * is no draft. Throws Refusal.
 */
export async function mayRename(
  sql: Sql,
  call: Pick<Call, 'principal' | 'tenant'>,
  id: Uuid,
): Promise<void> {
  if (madeBy(call) === 'live' || (await isOfTest(sql, call.tenant.projectId, id))) return
  throw new Refusal('live_key_required')
}

/**
 * Of things by their ids, those that stand in nobody's way in live mode: a test key alone has made
 * them, and a live key or a member takes their names and their places.
 */
export async function standingAside(
  sql: Sql,
  call: Caller,
  ids: readonly Uuid[],
): Promise<ReadonlySet<Uuid>> {
  return madeBy(call) === 'live' ? ofTestAmong(sql, call.tenant.projectId, ids) : new Set()
}

/** Notes what the call makes, in its own transaction. */
function noting(
  call: Call,
  handle: Handle,
  idOf: (answer: Answer, tx: Sql) => Uuid | null | Promise<Uuid | null>,
): Promise<Answer> {
  const commit: Call['commit'] = work =>
    call.commit(async tx => {
      const answer = await work(tx)
      const id = await idOf(answer, tx)
      assert(id !== null, 'what a test key makes is there when it is noted')
      await noteOfTest(tx, call.tenant.projectId, [id])
      return answer
    })
  return handle({ ...call, commit })
}

const idIn = ({ body }: Answer, prefix: Prefix): Uuid | null =>
  read(prefix, String((body as { readonly id?: unknown }).id))

/** Where it publishes: in the transaction of the call, where it has one. */
async function byLive(changes: OfThing, call: Call, handle: Handle): Promise<Answer> {
  if (changes.publishes?.(call as Call<never, never, never>) !== true) return handle(call)
  let isDone = false
  const publish = async (sql: Sql): Promise<void> => {
    const one = await found(sql, changes, call)
    if (one !== null && 'id' in one) await takeOver(sql, call.tenant.projectId, one.id)
    isDone = true
  }
  const commit: Call['commit'] = work =>
    call.commit(async tx => {
      const answer = await work(tx)
      await publish(tx)
      return answer
    })
  const answer = await handle({ ...call, commit })
  if (!isDone) await publish(call.world.db)
  return answer
}
