/** The figures of a sequence, and what it would do. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read } from '#kernel/base/ids.ts'
import { type Call, type Route, route } from '#kernel/routes/route.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import { readContact } from '../contacts/reading.ts'
import type { Sequence, SequenceDefinition } from './definition.ts'
import { idParams, mustFindSequence } from './find.ts'
import { checkGraph } from './graph.ts'
import { type Assumed, invented, simulate } from './simulate.ts'
import { findSequenceVersion, stepFigures } from './store.ts'

const whole = Type.Integer()

const stats = route({
  method: 'GET',
  path: '/v1/sequences/{id}/stats',
  name: 'sequences.stats',
  scope: 'read',
  summary: 'Read the figures of a sequence, by step',
  params: idParams,
  success: {
    status: 200,
    schema: Type.Object({
      steps: Type.Array(
        Type.Object({
          key: Type.String(),
          entered: whole,
          waiting: whole,
          sent: whole,
          skipped: Type.Record(Type.String(), whole),
        }),
      ),
    }),
  },
  errors: ['resource_not_found'],
  handle: async call => {
    const { world, tenant } = call
    const sequence = await mustFindSequence(world.db, call)
    const rows = await stepFigures(world.db, tenant, sequence.id)
    const steps = sequence.definition.steps.map(({ key }) => {
      const own = rows.filter(one => one.step === key)
      const done = own.filter(one => one.outcome !== null)
      const waiting = own.find(one => one.outcome === null)?.count ?? 0
      const skipped = Object.fromEntries(
        done.flatMap(({ outcome, count }) =>
          outcome!.startsWith('skipped:') ? [[outcome!.slice('skipped:'.length), count]] : [],
        ),
      )
      const sent = done.find(one => one.outcome === 'sent')?.count ?? 0
      const passed = done.reduce((sum, one) => sum + one.count, 0)
      return { key, entered: passed + waiting, waiting, sent, skipped }
    })
    return { status: 200, body: { steps } }
  },
})

const simulateRoute = route({
  method: 'POST',
  path: '/v1/sequences/{id}/simulate',
  name: 'sequences.simulate',
  scope: 'read',
  summary: 'See every letter of the next days for a person',
  description: 'By the same moves as the real thing, on a clock of its own; nothing is stored.',
  params: idParams,
  body: Type.Object(
    {
      contact_id: Type.Optional(Type.String()),
      contact: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      from: Type.Optional(Type.String({ description: 'A step; the first if absent.' })),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 400 })),
      version: Type.Optional(Type.Integer({ minimum: 1, description: 'Absent: the draft.' })),
      assume: Type.Optional(
        Type.Array(
          Type.Object(
            {
              at: Type.String({ format: 'date-time' }),
              event: Type.Optional(Type.String()),
              data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
            },
            { additionalProperties: false },
          ),
          { maxItems: 100 },
        ),
      ),
    },
    { additionalProperties: false },
  ),
  success: {
    status: 200,
    schema: Type.Object({
      letters: Type.Array(Type.Unknown()),
      path: Type.Array(Type.Unknown()),
      waits: Type.Array(Type.Unknown()),
      ends: Type.Unknown(),
    }),
  },
  errors: ['missing_field', 'invalid_field', 'resource_not_found'],
  handle: async call => {
    const { world, tenant, body } = call
    const sequence = await mustFindSequence(world.db, call)
    const definition = await definitionOf(call, sequence, body.version ?? null)
    checkGraph(definition.steps)
    const from = body.from ?? null
    if (from !== null && !definition.steps.some(one => one.key === from)) {
      throw new Refusal('invalid_field', { param: 'from' })
    }
    const account = await getAccount(world, tenant.accountId)
    const assume = (body.assume ?? []).flatMap(({ at, event, data }): Assumed[] =>
      event === undefined ? [] : [{ at: Date.parse(at), event, data: data ?? null }],
    )
    const simulated = await simulate(call, {
      definition,
      contact: await personOf(call, body),
      from,
      days: body.days ?? 30,
      assume,
      zone: account?.timeZone ?? 'UTC',
    })
    return { status: 200, body: simulated }
  },
})

async function definitionOf(
  { world, tenant }: Pick<Call, 'world' | 'tenant'>,
  sequence: Sequence,
  version: number | null,
): Promise<SequenceDefinition> {
  if (version === null) return sequence.definition
  const key = { projectId: tenant.projectId, id: sequence.id }
  const found = version < 2 ** 31 ? await findSequenceVersion(world.db, key, version) : null
  if (found === null) throw new Refusal('invalid_field', { param: 'version' })
  return found
}

async function personOf(
  { world, tenant }: Pick<Call, 'world' | 'tenant'>,
  { contact_id: text, contact }: { contact_id?: string; contact?: Record<string, unknown> },
) {
  if (text === undefined && contact === undefined) {
    throw new Refusal('missing_field', { param: 'contact_id' })
  }
  if (text === undefined) return invented(tenant, world.ids.next(), contact!, world.clock.now())
  const id = read('con', text)
  const found = id === null ? null : await readContact(world.db, tenant, id)
  if (found === null) throw new Refusal('invalid_field', { param: 'contact_id' })
  return found
}

export const lookRoutes: readonly Route[] = [stats, simulateRoute]
