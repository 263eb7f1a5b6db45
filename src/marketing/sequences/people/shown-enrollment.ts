/** An enrollment as the API and posts of webhooks show it. */
import { Type } from 'typebox'
import { show } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import { standstillOf } from '#tenants/trust/standstill.ts'
import type { FactType } from '../../activity/catalogue.ts'
import type { Fact } from '../../activity/note.ts'
import type { Sequence, SequenceDefinition } from '../definition/definition.ts'
import { stateOf } from '../definition/state-table.ts'
import { readSequenceVersions } from '../store.ts'
import type { Enrollment } from './enrollment-store.ts'

export const enrollmentStates = ['inside', 'finished', 'exited', 'cancelled'] as const
const orNull = Type.Union([Type.String(), Type.Null()])

export const enrollmentShape = Type.Object(
  {
    id: Type.String({ description: 'enr_…' }),
    sequence_id: Type.String(),
    version: Type.Integer(),
    contact_id: Type.String(),
    state: Type.Enum([...enrollmentStates]),
    reason: orNull,
    entered_at: Type.String({ format: 'date-time' }),
    ended_at: orNull,
    step: orNull,
    next: Type.Union([
      Type.Object(
        { step: orNull, at: orNull },
        { description: 'What comes then; after a wait, the step behind it. null: the end.' },
      ),
      Type.Null(),
    ]),
    waiting: Type.Union([Type.Object({ reason: Type.String(), until: orNull }), Type.Null()]),
  },
  { $id: 'Enrollment' },
)

const visitShape = Type.Object(
  {
    visit: Type.Integer(),
    step: Type.String(),
    at: Type.String({ format: 'date-time' }),
    outcome: Type.String(),
    explanation: Type.String(),
    email_id: Type.Optional(Type.String()),
  },
  { $id: 'StepVisit' },
)

/** With how they came to where they stand. */
export const enrollmentWithPathShape = Type.Object({
  ...enrollmentShape.properties,
  explanation: Type.String({ description: 'Where they stand and why.' }),
  path: Type.Array(visitShape),
})

/** What else there is to know for showing one. */
interface About {
  /** Of its version. */
  readonly definition?: SequenceDefinition | null
  /** Its clock stands still. */
  readonly isPaused?: boolean
}

export const showEnrollment = (row: Enrollment, about: About = {}) => ({
  id: show('enr', row.id),
  sequence_id: show('seq', row.sequence_id),
  version: row.version,
  contact_id: show('con', row.contact_id),
  state: row.state,
  reason: row.reason,
  entered_at: row.entered_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
  step: row.step,
  next: nextOf(row, about),
  waiting: waitingOf(row, about),
})

/** Whether the clocks of its people stand still: it is paused, or the account is. */
export async function isStill(
  sql: Sql,
  { accountId, mode }: Tenant,
  { status }: Pick<Sequence, 'status'>,
): Promise<boolean> {
  if (stateOf(status).isStill) return true
  return mode === 'live' && (await standstillOf(sql, accountId)) !== null
}

/** How those of one sequence are shown. */
export async function showerOf(
  sql: Sql,
  tenant: Tenant,
  { id, status }: Pick<Sequence, 'id' | 'status'>,
): Promise<(row: Enrollment) => ReturnType<typeof showEnrollment>> {
  const versions = await readSequenceVersions(sql, { projectId: tenant.projectId, id })
  const byVersion = new Map(versions.map(one => [one.version, one.definition]))
  const isPaused = await isStill(sql, tenant, { status })
  return row => showEnrollment(row, { definition: byVersion.get(row.version) ?? null, isPaused })
}

function waitingOf({ state, waiting }: Enrollment, { isPaused = false }: About) {
  if (state !== 'inside') return null
  if (isPaused) return { reason: 'paused', until: null }
  return waiting?.reason === undefined
    ? null
    : { reason: waiting.reason, until: waiting.until ?? null }
}

function nextOf(row: Enrollment, { definition = null, isPaused = false }: About) {
  const { state, step: key, due_at: dueAt, waiting } = row
  if (state !== 'inside' || key === null) return null
  const step = definition?.steps.find(one => one.key === key)
  const hasBegun = dueAt !== null
  const next =
    hasBegun && step?.type === 'wait'
      ? (step.next ?? null)
      : hasBegun && step?.type === 'wait_for_event'
        ? (step.timeout ?? null)
        : key
  const at = waiting?.reason === undefined ? (dueAt?.toISOString() ?? null) : waiting.until
  return { step: next, at: isPaused ? null : (at ?? null) }
}

type SequenceFact = Extract<FactType, `sequence.${string}`>

/** Facts about people in a sequence, and the objects that their posts show. */
export function factsOf(
  type: SequenceFact,
  rows: readonly Enrollment[],
  about: About & { readonly data?: Readonly<Record<string, unknown>> } = {},
): [Fact[], (facts: readonly Fact[]) => Promise<{ enrollment: object }[]>] {
  const byFact = new Map(rows.map(row => [factOf(type, row, about.data), row]))
  return [
    [...byFact.keys()],
    async heard => heard.map(one => ({ enrollment: showEnrollment(byFact.get(one)!, about) })),
  ]
}

const factOf = (type: SequenceFact, row: Enrollment, data = {}): Fact => ({
  type,
  contactId: row.contact_id,
  data: {
    sequence_id: show('seq', row.sequence_id),
    enrollment_id: show('enr', row.id),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...data,
  },
})
