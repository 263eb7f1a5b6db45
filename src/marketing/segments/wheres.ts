/** Conditions on the data of an activity, by themselves: those of triggers and of waits. */
import { Refusal } from '#kernel/base/errors.ts'
import { eventHolds } from './evaluate.ts'
import { readWhere } from './filter-deeds.ts'

type Data = Readonly<Record<string, unknown>>

/** Throws Refusal that names the place of what is wrong. */
export function checkWheres(given: readonly unknown[], path: string): void {
  for (const [i, one] of given.entries()) {
    try {
      readWhere(withSample(one), `[${i}]`)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw error.of(`${path}${error.param?.replace(/^filter\.?/, '') ?? ''}`)
    }
  }
}

/** Whether all hold; a value may come from the activity that let somebody in. */
export function wheresHold(
  given: readonly unknown[],
  data: Data | null,
  event: Data | null = null,
): boolean {
  return given.every((one, i) => {
    const where = filledIn(one as Data, event)
    return where !== null && eventHolds(readWhere(where, `where[${i}]`), data ?? {})
  })
}

const fromEvent = /^event\.([^.]+)$/

/** `{ "from": "event.cart_id" }`: the key of the activity's data. */
function keyFrom(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const { from, ...rest } = value as Data
  if (typeof from !== 'string' || Object.keys(rest).length > 0) return null
  return fromEvent.exec(from)?.[1] ?? null
}

/** null: the activity had no such value, so nothing equals it. */
function filledIn(where: Data, event: Data | null): Data | null {
  const key = keyFrom(where.value)
  if (key === null) return where
  const value = event?.[key]
  return value === undefined || value === null ? null : { ...where, value }
}

/** With a value in its place, which is known only when somebody is inside. */
function withSample(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const where = given as Data
  return keyFrom(where.value) === null ? where : { ...where, value: 'x' }
}
