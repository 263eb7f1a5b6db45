/** A sequence that begins when somebody comes into a segment needs it tracked. */
import { Refusal } from '#kernel/base/errors.ts'
import { read } from '#kernel/base/ids.ts'
import { madeBy, standingAside } from '#kernel/routes/made-by.ts'
import type { Call } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import { isOfTest } from '#kernel/world/set-up-of-test.ts'
import { lockSegments, updateSegment } from './store.ts'
import { maxTracked, trackAnew } from './tracked.ts'

/** Whoever is in it already does not come in by that. Throws Refusal: there are too many. */
export async function startTracking(
  tx: Tx,
  { world, tenant, principal }: Pick<Call, 'world' | 'tenant' | 'principal'>,
  segment: string,
): Promise<void> {
  const id = read('seg', segment)
  const all = await lockSegments(tx, tenant.projectId)
  const before = all.find(one => one.id === id)
  if (before === undefined || before.tracked) return
  if (
    madeBy({ tenant, principal }) === 'test' &&
    !(await isOfTest(tx, tenant.projectId, before.id))
  ) {
    throw new Refusal('live_key_required')
  }
  const tracked = all.flatMap(one => (one.tracked ? [one.id] : []))
  const aside = await standingAside(tx, { tenant, principal }, tracked)
  if (tracked.length - aside.size >= maxTracked) {
    throw new Refusal('invalid_field', {
      why: {
        en: `A project has at most ${maxTracked} tracked segments; this sequence needs one more.`,
        pt: `Um projeto tem no máximo ${maxTracked} segmentos acompanhados; esta sequência precisa de mais um.`,
      },
    })
  }
  const after = { ...before, tracked: true }
  await updateSegment(tx, tenant.projectId, after, new Date(world.clock.now()))
  await trackAnew(tx, { world, tenant }, before, after)
}
