/**
 * Databases that are emptied and used again: to copy the template, to open connections to the copy
 * and to have each of them learn all tables and statements takes PostgreSQL as long as all that a test
 * asks of it. So in a lane of `npm test` the database of a test that has passed is given to the next,
 * with its connections: all rows are deleted that the template has not.
 *
 * It is emptied by a connection of its own: to leave triggers out makes a connection forget its plans,
 * and those of the pool are what the next test is to find.
 *
 * Whoever gets it cannot tell it from a copy. It is dropped instead where that would not be so: its
 * schema has changed (a test turned the clock into weeks without partitions), somebody has asked
 * where it is and may be connected still, a statement was under way when the test was over, or there
 * is so much in it that to delete costs more than to copy.
 */
import type { Db, Sql } from '#kernel/world/db.ts'

/** A database that may be used again. */
export interface Reusable {
  readonly db: Db
  /** Connects once more, by what no test uses. */
  openSweeper(): Promise<Sweeper>
  drop(): Promise<void>
}

/** A connection for which there are neither keys nor triggers: everything that it deletes goes. */
export interface Sweeper extends Sql {
  /** Statements without values, all of them or none. */
  run(statements: readonly string[]): Promise<void>
  close(): Promise<void>
}

export interface Lent<T extends Reusable> {
  readonly database: T
  /** Empties it for the next, or drops it. */
  giveBack(): Promise<void>
}

/** What is in it costs less to delete than a copy costs to make. */
const maxBytes = 4 * 2 ** 20
/** Rows that were deleted stay where they were until a vacuum; and statements pile up. */
export const maxUses = 40
/** A test that needs several at a time is rare. */
const maxFree = 2

/** What DDL writes, and statistics, by which plans differ. */
const catalogs = [
  'pg_class',
  'pg_attribute',
  'pg_constraint',
  'pg_index',
  'pg_trigger',
  'pg_statistic',
  'pg_proc',
] as const

interface Look {
  /** Rows of what must stay as it is, and how many of them are younger than the copy. */
  readonly kept: number
  readonly younger: number
  /** Tables that have or had rows. */
  readonly tables: readonly string[]
  readonly bytes: number
}

/** How a copy looks that nobody has used yet. */
interface Fresh extends Pick<Look, 'kept' | 'tables'> {
  /** A transaction after all that are in it. */
  readonly since: string
}

export interface Recycling<T extends Reusable> {
  /** One that is free, or a new one. */
  lend(connections: number): Promise<Lent<T>>
  /** Drops those that are free, and each that is given back from then on. */
  end(): Promise<void>
}

interface Used<T> {
  readonly whole: T
  readonly fresh: Fresh
  uses: number
  sweeper?: Sweeper
}

export function recycling<T extends Reusable>(
  make: (connections: number) => Promise<T>,
): Recycling<T> {
  const free = new Map<number, Used<T>[]>()
  let isOver = false
  return {
    async lend(connections) {
      const among = free.get(connections) ?? []
      free.set(connections, among)
      const used = among.pop() ?? (await firstUse(await make(connections)))
      used.uses += 1
      const guarded = guard(used.whole)
      return {
        database: guarded.database,
        async giveBack() {
          const isAlone = guarded.end()
          const mayServe = isAlone && used.uses < maxUses && among.length < maxFree
          const isReady = mayServe && (await isEmptied(used))
          if (isReady && !isOver) among.push(used)
          else await drop(used)
        },
      }
    },
    async end() {
      isOver = true
      for (const among of free.values()) {
        for (const used of among.splice(0)) await drop(used)
      }
    },
  }
}

async function drop<T extends Reusable>({ whole, sweeper }: Used<T>): Promise<void> {
  await sweeper?.close()
  await whole.drop()
}

async function firstUse<T extends Reusable>(whole: T): Promise<Used<T>> {
  // Each by itself: PostgreSQL may have gathered statistics in one and not yet in another.
  const { kept, tables } = await lookAtFresh(whole.db)
  const [row] = await whole.db.query<{ since: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as since',
  )
  return { whole, fresh: { kept, tables, since: row!.since }, uses: 0 }
}

async function lookAtFresh(sql: Sql): Promise<Look> {
  const { tables } = await lookAt(sql, '3', [])
  return lookAt(sql, '3', tables)
}

/**
 * The same database for one user: `end` says whether nothing else may be at work in it, and refuses
 * what still comes.
 */
function guard<T extends Reusable>(whole: T): { readonly database: T; end(): boolean } {
  let isOver = false
  let isKnown = false
  let underWay = 0
  const ask = async <R>(work: () => Promise<R>): Promise<R> => {
    if (isOver) throw new Error('the test is over, and so is its use of the database')
    underWay += 1
    try {
      return await work()
    } finally {
      underWay -= 1
    }
  }
  const { db } = whole
  const guarded: Db = {
    query: (text, values) => ask(() => db.query(text, values)),
    transaction: work => ask(() => db.transaction(work)),
    get isStalled() {
      return db.isStalled ?? false
    },
    get isFull() {
      return db.isFull ?? false
    },
    get awayForMs() {
      return db.awayForMs ?? 0
    },
    close() {
      isKnown = true
      return db.close()
    },
  }
  const database = new Proxy(whole, {
    get(target, name, receiver) {
      if (name === 'db') return guarded
      // To be awaited, it is asked for a `then`.
      if (name in target) isKnown = true
      return Reflect.get(target, name, receiver)
    },
  })
  return {
    database,
    end() {
      isOver = true
      return !isKnown && underWay === 0 && !db.isStalled && !db.isFull && !db.awayForMs
    },
  }
}

async function isEmptied<T extends Reusable>(used: Used<T>): Promise<boolean> {
  const { whole, fresh } = used
  used.sweeper ??= await whole.openSweeper()
  const look = await lookAt(used.sweeper, fresh.since, fresh.tables)
  if (look.younger > 0 || look.kept !== fresh.kept || look.bytes > maxBytes) return false
  const filled = look.tables.filter(table => !fresh.tables.includes(table))
  await used.sweeper.run(filled.map(table => `delete from only ${table}`))
  return true
}

/** Looks at the catalogs, at the tables that have rows from the beginning, and which others have. */
async function lookAt(sql: Sql, since: string, tables: readonly string[]): Promise<Look> {
  const kept = [...catalogs, ...tables].map(
    table => `select count(*) as rows,
       count(*) filter (where age(xmin) <= age($1::text::xid)) as younger from ${table}`,
  )
  const [row] = await sql.query<Look>(
    `with kept as (${kept.join(' union all ')}),
       numbered as (select sum(pg_sequence_last_value(oid)) as last from pg_class
         where relkind = 'S' and relnamespace = 'public'::regnamespace),
       filled as (select oid::regclass::text as name, pg_relation_size(oid) as bytes
         from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace)
     select (sum(rows) + coalesce((select last from numbered), 0))::integer as kept,
       sum(younger)::integer as younger,
       array(select name from filled where bytes > 0 order by name) as tables,
       (select sum(bytes) from filled)::integer as bytes
     from kept`,
    [since],
  )
  return row!
}
