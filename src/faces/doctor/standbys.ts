/** Whether a standby that takes over has all that was acknowledged, as far as the server tells. */
import { askFacts, type DatabaseFacts } from '#kernel/world/real/check-database.ts'
import type { World } from '#kernel/world/world.ts'
import { type CheckResult, ok, warn } from './finding.ts'

export async function standbys({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<CheckResult[]> {
  const found = standbysOf(await askFacts(db, clock))
  return found === undefined ? [] : [found]
}

/** Nothing is said of a server that nobody follows, nor of storage that keeps copies itself. */
export function standbysOf(facts: DatabaseFacts): CheckResult | undefined {
  const { standbys: count, waitsForStandby, storage, synchronousCommit } = facts
  if (storage !== null || (count === 0 && !waitsForStandby)) return undefined
  if (!waitsForStandby) return asynchronous
  if (synchronousCommit === 'local' || synchronousCommit === 'off') return local
  return count === 0 ? alone : synchronous
}

const name = 'standbys'

const asynchronous = warn(
  name,
  'The database has standbys and waits for none (synchronous_standby_names is empty): if one takes over, acknowledged mail may be gone. With Patroni set synchronous_mode and synchronous_mode_strict.',
  'O banco tem standbys e não espera por nenhum (synchronous_standby_names está vazio): se um deles assumir, e-mails já aceitos podem sumir. Com o Patroni, defina synchronous_mode e synchronous_mode_strict.',
)

const local = warn(
  name,
  'The database has a synchronous standby, and synchronous_commit is not on, so commits do not wait for it: if it takes over, acknowledged mail may be gone.',
  'O banco tem um standby síncrono, mas synchronous_commit não está em on, então os commits não esperam por ele: se ele assumir, e-mails já aceitos podem sumir.',
)

const alone = warn(
  name,
  'The database waits for a synchronous standby and has none: nothing is accepted until one follows it.',
  'O banco espera por um standby síncrono e não tem nenhum: nada é aceito até que um o acompanhe.',
)

const synchronous = ok(
  name,
  'A synchronous standby has what was acknowledged.',
  'Um standby síncrono tem o que foi aceito.',
)
