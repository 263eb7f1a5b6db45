/**
 * What `malote doctor` says, without a process for each look (test/suites/commands runs
 * the command itself).
 */
import { readFile } from 'node:fs/promises'
import { examine } from '#faces/doctor/examine.ts'
import { violations } from '#faces/doctor/invariants-store.ts'
import type { World } from '#kernel/world/world.ts'

const rulesFile = new URL('../../db/invariants.sql', import.meta.url)

/** What the doctor finds of one matter, as it prints it. */
export async function doctorSays(
  world: World,
  check: string,
): Promise<{ level: string; text: string; inPortuguese: string }[]> {
  const found = (await examine(world)).filter(one => one.check === check)
  return found.map(({ level, text }) => ({ level, text: text.en, inPortuguese: text.pt }))
}

/** Rules of the rows that are broken, by their names: what the doctor calls an inconsistency. */
export async function brokenRules({ db }: Pick<World, 'db'>): Promise<string[]> {
  const broken = await violations(db, await readFile(rulesFile, 'utf8'))
  return broken.map(({ name, rows }) => `${name}: ${rows}`)
}
