/** The figures of a sequence, and what it would do. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import { type Route, route, type TenantWorld } from '#kernel/routes/route.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import { checkFields } from '../../contacts/fields/fields.ts'
import { figuresOfLetters } from '../../contacts/letters/letters.ts'
import { readNames } from '../../contacts/people/reading.ts'
import { readContact } from '../../contacts/people/store.ts'
import { settingsOf } from '../../forms/settings.ts'
import { daysOf, daysShape } from '../days.ts'
import type { Sequence, SequenceDefinition } from '../definition/definition.ts'
import { checkGraph } from '../definition/graph.ts'
import { idParams, mustFindSequence } from '../find.ts'
import { placesOf, stepFigures } from '../people/enrollment-store.ts'
import { explainOutcome, explainStanding } from '../people/explained.ts'
import { findSequenceVersion } from '../store.ts'
import { type AssumedEvent, simulate } from './simulate.ts'
import { invented } from './simulated-letter.ts'

const whole = Type.Integer()
const reactions = Type.Object({ people: whole, machines_only: whole })

const stats = route({
  method: 'GET',
  path: '/v1/sequences/{id}/stats',
  name: 'sequences.stats',
  scope: 'read',
  summary: 'Read the figures of a sequence, by step',
  description:
    'By the steps of the published version, then those of earlier ones at which somebody still is.',
  params: idParams,
  query: Type.Object({
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 92, description: 'Default 30.' })),
  }),
  success: {
    status: 200,
    schema: Type.Object({
      days: daysShape,
      steps: Type.Array(
        Type.Object({
          key: Type.String(),
          entered: Type.Integer({
            description: 'Who has passed, waits there, or left before the step was done.',
          }),
          waiting: whole,
          sent: whole,
          delivered: Type.Integer({ description: 'Of those sent; none in test mode.' }),
          skipped: Type.Record(Type.String(), whole),
          opened: reactions,
          clicked: reactions,
          left: Type.Integer({ description: 'Whose way ended here before its end.' }),
          goal: Type.Integer({ description: 'Of those, by an exit with the reason goal.' }),
          median_s: Type.Union([Type.Number(), Type.Null()], {
            description: 'Half of the people took at most so long.',
          }),
        }),
      ),
    }),
  },
  errors: ['resource_not_found'],
  handle: async call => {
    const { world, tenant } = call
    const sequence = await mustFindSequence(world.db, call)
    const { id, published_version: version } = sequence
    // People go by what is published; a draft without a version has its own steps.
    const definition = await definitionOf(call, sequence, version)
    const [days, done, places, letters] = await Promise.all([
      daysOf(call, id, call.query.days),
      stepFigures(world.db, tenant, id),
      placesOf(world.db, tenant, id),
      figuresOfLetters(world.db, tenant, id),
    ])
    const own = definition.steps.map(one => one.key)
    // Who finishes on an earlier version may stand at a step that the last one has not.
    const gone = places.filter(one => one.inside > 0 && !own.includes(one.step))
    const steps = [...own, ...gone.map(one => one.step)].map(key => {
      const { passed = 0, sent = 0, skipped = {}, median_s = null } = ofStep(done, key)
      const { inside = 0, left = 0, gone = 0, goal = 0 } = ofStep(places, key)
      const { delivered = 0, opened = nobody, clicked = nobody } = ofStep(letters, key)
      // Each who came has passed, stands there, or left before they were through.
      const entered = passed + inside + gone
      const ofLetters = { sent, delivered, skipped, opened, clicked }
      return { key, entered, waiting: inside, ...ofLetters, left, goal, median_s }
    })
    return { status: 200, body: { days, steps } }
  },
})

const nobody = { people: 0, machines_only: 0 }

const ofStep = <T extends { readonly step: string }>(rows: readonly T[], key: string): Partial<T> =>
  rows.find(one => one.step === key) ?? {}

const at = Type.String({ format: 'date-time' })

const simulationShape = Type.Object(
  {
    letters: Type.Array(
      Type.Object({
        at,
        local: Type.String({ description: 'The same in the zone of the person.' }),
        step: Type.String(),
        subject: Type.String(),
        html_url: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
    path: Type.Array(
      Type.Object({
        at,
        step: Type.String(),
        because: Type.String(),
        explanation: Type.String(),
      }),
    ),
    waits: Type.Array(
      Type.Object({
        step: Type.String(),
        from: at,
        until: at,
        reason: Type.Optional(Type.String()),
      }),
    ),
    ends: Type.Union([
      Type.Object({
        at,
        state: Type.Enum(['finished', 'exited']),
        reason: Type.String(),
        explanation: Type.String(),
      }),
      Type.Null(),
    ]),
  },
  { $id: 'Simulation' },
)

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
      data: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), { description: 'Of what lets them in.' }),
      ),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 400 })),
      version: Type.Optional(
        Type.Union([Type.Integer({ minimum: 1 }), Type.Literal('draft')], {
          description: 'Absent: the draft.',
        }),
      ),
      assume: Type.Optional(
        Type.Array(
          Type.Object(
            {
              at: Type.String({ format: 'date-time' }),
              event: Type.Optional(Type.String()),
              opened: Type.Optional(
                Type.String({ description: 'The step whose letter is opened.' }),
              ),
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
    schema: simulationShape,
  },
  errors: ['missing_field', 'invalid_field', 'resource_not_found'],
  handle: async call => {
    const { world, tenant, body } = call
    const sequence = await mustFindSequence(world.db, call)
    const definition = await definitionOf(call, sequence, body.version ?? null)
    checkGraph(definition)
    const from = body.from ?? null
    if (from !== null && !definition.steps.some(one => one.key === from)) {
      throw new Refusal('invalid_field', { param: 'from' })
    }
    const account = await getAccount(world, tenant.accountId)
    const assume = (body.assume ?? []).map((one, n) => readAssumed(one, n, definition))
    const simulated = await simulate(call, {
      id: sequence.id,
      definition,
      contact: await personOf(call, body, definition),
      from,
      days: body.days ?? 30,
      assume,
      zone: account?.timeZone ?? 'UTC',
      event: body.data ?? null,
      rules: await settingsOf(world.db, tenant.projectId),
    })
    return { status: 200, body: inWords(simulated, call.language) }
  },
})

type SimulationResult = Awaited<ReturnType<typeof simulate>>

/** With a sentence for each step and for the end. */
function inWords({ letters, path, waits, ends }: SimulationResult, language: Language) {
  const told = path.map(one => ({ ...one, explanation: explainOutcome(one.because)[language] }))
  const ended =
    ends === null
      ? null
      : { ...ends, explanation: explainStanding({ ...ends, ...notWaiting }, 'UTC')[language] }
  return { letters, path: told, waits, ends: ended }
}

const notWaiting = { waiting: null, due_at: null }

interface GivenAssumption {
  readonly at: string
  readonly event?: string
  readonly opened?: string
  readonly data?: Record<string, unknown>
}

/** Exactly one thing happens at a time. */
function readAssumed(
  { at: text, event, opened, data = {} }: GivenAssumption,
  n: number,
  { steps }: SequenceDefinition,
): AssumedEvent {
  const at = Date.parse(text)
  if (event != null && opened == null) return { at, event, data }
  if (opened == null) throw new Refusal('missing_field', { param: `assume[${n}].event` })
  const isLetter = steps.some(one => one.key === opened && one.type === 'email')
  if (event == null && isLetter) return { at, opened }
  throw new Refusal('invalid_field', { param: `assume[${n}].opened` })
}

async function definitionOf(
  { world, tenant }: TenantWorld,
  sequence: Sequence,
  version: number | 'draft' | null,
): Promise<SequenceDefinition> {
  if (version === null || version === 'draft') return sequence.definition
  const key = { projectId: tenant.projectId, id: sequence.id }
  const found = version < 2 ** 31 ? await findSequenceVersion(world.db, key, version) : null
  if (found === null) throw new Refusal('invalid_field', { param: 'version' })
  return found
}

async function personOf(
  { world, tenant }: TenantWorld,
  { contact_id: text, contact }: { contact_id?: string; contact?: Record<string, unknown> },
  { topic_id: topic }: SequenceDefinition,
) {
  if (text === undefined && contact === undefined) {
    throw new Refusal('missing_field', { param: 'contact_id' })
  }
  if (text !== undefined && contact !== undefined) {
    throw new Refusal('invalid_field', {
      param: 'contact',
      why: {
        en: 'Give contact_id or contact, not both.',
        pt: 'Informe contact_id ou contact, não os dois.',
      },
    })
  }
  if (text === undefined) {
    await contactMustFit({ world, tenant }, contact!)
    const now = world.clock.now()
    const topicId = read('top', topic ?? '')
    const since = new Date(now).toISOString()
    // Whoever is invented for a sequence is in its topic.
    const topics = topicId === null ? [] : [{ id: topicId, state: 'subscribed' as const, since }]
    return invented(tenant, contact!, { id: world.ids.next(), now, topics })
  }
  const id = read('con', text)
  const found = id === null ? null : await readContact(world.db, tenant, id)
  if (found === null) {
    throw new Refusal('invalid_field', {
      param: 'contact_id',
      why: { en: 'There is no such contact.', pt: 'Não existe este contato.' },
    })
  }
  return found
}

/** By the rules of real ones. Throws Refusal. */
async function contactMustFit(
  { world, tenant }: TenantWorld,
  contact: Record<string, unknown>,
): Promise<void> {
  const { properties } = await readNames(world.db, tenant)
  try {
    checkFields(contact, properties)
  } catch (error) {
    throw error instanceof Refusal ? error.within('contact') : error
  }
}

export const lookRoutes: readonly Route[] = [stats, simulateRoute]
