/** How often a form was shown, sent and confirmed, day by day of the account's zone. */
import { Type } from 'typebox'
import { dayMs } from '#kernel/base/durations.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import { type Route, route, type Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { dateIn } from '#tenants/limits/period.ts'
import { pageOfConsent } from '../contacts/consent/consent-store.ts'
import { countForms, type FormOutcome, formOutcomes, readFormCounts } from './counts-store.ts'
import { mustFindForm } from './routes.ts'
import { type ShownForm, shownForms } from './shown-forms.ts'

const usualDays = 30
const maxDays = 366

interface Noting {
  readonly formId: Uuid
  readonly outcomes: readonly FormOutcome[]
  readonly now: number
}

/** Once more of each, today. Many wait for the same rows: it is the last thing that a transaction does. */
export function noteOutcomes(
  tx: Tx,
  tenant: Tenant,
  { formId, outcomes, now }: Noting,
): Promise<void> {
  const place = placeOf(tenant, formId, now)
  return countForms(
    tx,
    outcomes.map(outcome => ({ ...place, outcome, count: 1 })),
  )
}

/** Its page was opened: written soon, and no page waits for it. */
export const noteShown = (
  world: Pick<World, 'runtime' | 'db' | 'clock' | 'log'>,
  tenant: Tenant,
  { formId, now }: { readonly formId: Uuid; readonly now: number },
): void => world.runtime.get(shownForms, world).note(placeOf(tenant, formId, now))

const placeOf = ({ projectId, mode, timeZone }: Tenant, formId: Uuid, now: number): ShownForm => ({
  projectId,
  mode,
  formId,
  day: dateIn(timeZone, now),
})

/** Of the form by which a person asked last for what is confirmed now; others ask, too. */
export async function noteConfirmed(
  tx: Tx,
  tenant: Tenant,
  { now, askedAt, ...asked }: Confirmation & { readonly now: number },
): Promise<void> {
  const page = await pageOfConsent(tx, tenant, { ...asked, until: new Date(askedAt) })
  const formId = read('frm', page?.split('/f/').at(-1) ?? '')
  if (formId !== null) await noteOutcomes(tx, tenant, { formId, outcomes: ['confirmed'], now })
}

interface Confirmation {
  readonly contactId: Uuid
  readonly topicIds: readonly Uuid[]
  readonly askedAt: number
}

const counts = {
  shown: Type.Integer({
    description: 'Its page was opened, or somebody began to fill it in on another page.',
  }),
  sent: Type.Integer({ description: 'By people who filled it in, and no program.' }),
  confirmed: Type.Integer({
    description: 'Of those, who confirmed by the letter, or joined without one.',
  }),
}

const figures = route({
  method: 'GET',
  path: '/v1/forms/{id}/stats',
  name: 'forms.stats',
  scope: 'read',
  summary: 'Read how often a form was shown, sent and confirmed',
  description: 'By days of the account’s time zone, today the last.',
  params: Type.Object({ id: Type.String({ description: 'frm_…' }) }),
  query: Type.Object({
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: maxDays, description: 'Default 30.' })),
  }),
  success: {
    status: 200,
    schema: Type.Object({
      ...counts,
      days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), ...counts })),
    }),
  },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call => {
    const { world, tenant, query } = call
    const { id: formId } = await mustFindForm(world.db, call)
    // Whoever has just opened the page sees it counted.
    await world.runtime.get(shownForms, world).flush()
    const today = Date.parse(dateIn(tenant.timeZone, world.clock.now()))
    const all = Array.from({ length: query.days ?? usualDays }, (_, i) =>
      new Date(today - i * dayMs).toISOString().slice(0, 10),
    ).toReversed()
    // A test clock that was set back leaves days behind that are still to come.
    const days = { since: all[0]!, until: all.at(-1)! }
    const rows = await readFormCounts(world.db, tenant, { formId, ...days })
    const of = (some: typeof rows) =>
      Object.fromEntries(
        formOutcomes.map(outcome => [
          outcome,
          some.reduce((sum, one) => (one.outcome === outcome ? sum + one.count : sum), 0),
        ]),
      ) as Record<FormOutcome, number>
    const byDay = Map.groupBy(rows, one => one.day)
    const figuresByDay = all.map(day => ({ day, ...of(byDay.get(day) ?? []) }))
    return { status: 200, body: { ...of(rows), days: figuresByDay } }
  },
})

export const formFigureRoutes: readonly Route[] = [figures]
