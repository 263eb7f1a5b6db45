/**
 * A changing call that is written down. The record goes into the transaction of the change: with
 * what is committed together with the answer, else with the first transaction of the call, whose
 * change is then known by what was there and what is asked. Only where a call has no transaction of
 * its own, or makes what had no id before, the record follows it at once.
 */
import type { Answer, Call } from '#kernel/routes/route.ts'
import type { Db, Sql, Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import {
  differenceOf,
  isId,
  isOfPeople,
  nameOf,
  recordChange,
} from '#tenants/audit/audit-record.ts'
import type { AuditedChange, AuditFields } from '#tenants/audit/change.ts'
import { toldOf } from './actions.ts'

export interface AuditedCall {
  readonly world: World
  readonly who: Pick<AuditedChange, 'accountId' | 'isByOperator' | 'actor' | 'ip'>
  readonly action: string
  readonly method: string
  /** What the path names, as it is shown; null: what is made, or the whole project or account. */
  readonly targetId: string | null
  /** What it is about where neither the path nor the answer names anything. */
  readonly ownId: string | null
  /** What is there before the change; null where there is none, or nobody can say. */
  readonly read: () => Promise<AuditFields | null>
  readonly body: unknown
}

/** What the handler is to use instead of its own. */
interface Instead {
  readonly world: World
  commit(work: (tx: Tx) => Promise<Answer>, commit: Call['commit']): Promise<Answer>
}

export async function underAudit(
  asked: AuditedCall,
  handle: (instead: Instead) => Promise<Answer>,
): Promise<Answer> {
  const { world, method, body } = asked
  const before = await asked.read().catch(() => null)
  const isKnownBefore = before !== null && (method === 'DELETE' || method === 'PATCH')
  const foreseen = method === 'DELETE' ? null : asFields(body)
  // What is asked for and was not shown had no value.
  const was = isKnownBefore && foreseen ? { ...emptied(foreseen), ...before } : before
  let isWritten = false
  const write = (sql: Sql, after: AuditFields | null) =>
    recordChange(sql, world, changeOf(asked, was, after))
  const db = watchedDb(world.db, async tx => {
    if (isWritten || !isKnownBefore) return () => {}
    await write(tx, foreseen)
    return () => {
      isWritten = true
    }
  })
  const answer = await handle({
    world: { ...world, db },
    async commit(work, commit) {
      const committed = await commit(async tx => {
        const made = await work(tx)
        if (made.status < 300) await write(tx, asFields(made.body))
        return made
      })
      isWritten = true
      return committed
    },
  })
  if (isWritten || answer.status >= 300) return answer
  try {
    await write(world.db, method === 'DELETE' ? null : asFields(answer.body))
  } catch (error) {
    // The change is made: whoever hears that it failed would make it again.
    world.log.error({ action: asked.action, error: String(error) }, 'a change was not recorded')
  }
  return answer
}

const emptied = (fields: AuditFields): AuditFields =>
  Object.fromEntries(Object.keys(fields).map(name => [name, null]))

/** Bytes have no fields: as an object, a picture of 5 MB has five million. */
const asFields = (body: unknown): AuditFields | null =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && !ArrayBuffer.isView(body)
    ? (body as AuditFields)
    : null

/** `end` runs last in each transaction; what it gives, once that is committed. */
function watchedDb(db: Db, end: (tx: Tx) => Promise<() => void>): Db {
  return {
    query: (text, values) => db.query(text, values),
    async transaction(work) {
      let committed = () => {}
      const result = await db.transaction(async tx => {
        const done = await work(tx)
        committed = await end(tx)
        return done
      })
      committed()
      return result
    },
    get isStalled() {
      return db.isStalled ?? false
    },
    get isFull() {
      return db.isFull ?? false
    },
    get awayForMs() {
      return db.awayForMs ?? 0
    },
    close: () => db.close(),
  }
}

function changeOf(
  { who, action, targetId, ownId, body }: AuditedCall,
  before: AuditFields | null,
  after: AuditFields | null,
): AuditedChange {
  // A path may name people by their address, which is erased, and a record is not.
  const isByAddress = isOfPeople(action) && targetId !== null && !isId(targetId)
  const id = isByAddress
    ? ([before?.id, after?.id].find(isId) ?? null)
    : (targetId ?? (typeof after?.id === 'string' ? after.id : ownId))
  const difference = isOfPeople(action)
    ? { before: null, after: null }
    : differenceOf(before, after)
  const called = isByAddress ? nameOf({ email: targetId }, action) : null
  const targetName = nameOf(before, action) ?? nameOf(after, action) ?? called
  const told = toldIn(action, { ...asFields(body), ...after })
  const change = told === null ? difference : { ...difference, after: told }
  return { ...who, action, targetId: id, targetName, ...change }
}

function toldIn(action: string, fields: AuditFields): AuditFields | null {
  const names = toldOf[action]
  return names === undefined
    ? null
    : Object.fromEntries(names.map(name => [name, fields[name] ?? null]))
}
