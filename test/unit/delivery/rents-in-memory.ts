/** The table of rents for tests that turn the time themselves. */
import type { Db } from '#kernel/world/db.ts'

/** The table of rents, with the rule of rents-store.ts: written where it is as it was read. */
export function rentsInMemory(): Db {
  const rows = new Map<string, { lane: string; stamp: string; state: unknown }>()
  const answer = (text: string, values: readonly unknown[]): unknown[] => {
    const [lanes, read, stamps, states] = values as [
      string[],
      (string | null)[],
      string[],
      string[],
    ]
    if (text.startsWith('select lane')) return lanes.flatMap(lane => rows.get(lane) ?? [])
    if (!text.includes('limit_rents')) return []
    return lanes.flatMap((lane, i) => {
      if ((rows.get(lane)?.stamp ?? null) !== read[i]) return []
      rows.set(lane, { lane, stamp: stamps[i]!, state: JSON.parse(states[i]!) })
      return [{ lane }]
    })
  }
  const query = async (text: string, values: readonly unknown[] = []) => {
    await new Promise(resolve => setImmediate(resolve))
    return structuredClone(answer(text, values))
  }
  return { query, transaction: () => Promise.reject(new Error('none')), close() {} } as never
}
