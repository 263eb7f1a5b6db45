/** When `malote backup` was last made. Copies by other means are not seen from here. */
import type { World } from '#kernel/world/world.ts'
import { findLastBackup } from '#tenants/installation/last-backup.ts'
import { type CheckResult, ok, warn } from './finding.ts'

const check = 'backup'
/** A weekly one, and a day for it to be late. */
const maxAgeDays = 8
const dayMs = 86_400_000

export async function newestBackup(
  world: Pick<World, 'db' | 'clock' | 'settings'>,
): Promise<CheckResult[]> {
  const at = await findLastBackup(world.db)
  // A server of one's own is mostly copied by its own means.
  const say = world.settings.DATABASE_URL === '' ? warn : ok
  if (at === null) {
    return [
      say(
        check,
        'No backup was made with malote backup yet. Unless something else copies the database: malote backup --to FOLDER.',
        'Nenhum backup foi feito com malote backup ainda. Se nada mais copia o banco de dados: malote backup --to PASTA.',
      ),
    ]
  }
  const days = Math.floor((world.clock.now() - at.getTime()) / dayMs)
  const day = at.toISOString().slice(0, 10)
  if (days < maxAgeDays) {
    return [
      ok(
        check,
        `The newest backup by malote backup is of ${day}.`,
        `O backup mais novo feito com malote backup é de ${day}.`,
      ),
    ]
  }
  return [
    say(
      check,
      `The newest backup by malote backup is of ${day}, ${days} days ago. Unless something else copies the database: malote backup --to FOLDER.`,
      `O backup mais novo feito com malote backup é de ${day}, há ${days} dias. Se nada mais copia o banco de dados: malote backup --to PASTA.`,
    ),
  ]
}
