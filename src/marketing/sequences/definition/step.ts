/**
 * The steps of a sequence. Each type is a shape, and they are one union by `type`: that is what is
 * kept and answered. What is given is one object with the members of all types, made from the same
 * fields, so that a refusal names the very member.
 */
import { type Static, type TProperties, Type } from 'typebox'
import { utmSchema } from '#sending/content/utm.ts'
import { eachField } from '../../contacts/fields/contact-fields.ts'
import { propertyValueShape } from '../../contacts/people/contact.ts'
import { activityCondition, filterShape } from '../../segments/filter-shape.ts'

const key = Type.String({ pattern: '^[a-z][a-z0-9_]{0,39}$' })
export const clock = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'HH:MM' })
export const duration = Type.String({ description: 'ISO 8601, such as P2D.' })
const next = Type.Optional(key)
const strict = { additionalProperties: false } as const

const until = Type.Object(
  {
    time: Type.Optional(clock),
    days: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
        minItems: 1,
        maxItems: 7,
        description: '1: Monday.',
      }),
    ),
    property: Type.Optional(Type.String()),
    offset: Type.Optional(Type.String()),
  },
  strict,
)

/** The members of all types, in the order in which they are judged. */
const fields = {
  template_id: Type.String(),
  template_version: Type.Integer({ minimum: 1 }),
  subject: Type.String({ maxLength: 998 }),
  from: Type.String({ maxLength: 998 }),
  on_missing: Type.Enum(['skip', 'empty']),
  if_capped: Type.Enum(['wait', 'skip']),
  if_late: Type.Enum(['send', 'skip']),
  patience: duration,
  utm: Type.Union([utmSchema, Type.Null()]),
  for: duration,
  until,
  cases: Type.Array(Type.Object({ filter: Type.Unknown(), next }, strict), {
    minItems: 1,
    maxItems: 20,
  }),
  else: key,
  ways: Type.Array(
    Type.Object({ weight: Type.Integer({ minimum: 1, maximum: 1_000 }), next }, strict),
    { minItems: 1, maxItems: 20 },
  ),
  event: Type.String({ maxLength: 64 }),
  within: duration,
  since: Type.Enum(['entry', 'step']),
  where: Type.Array(Type.Unknown(), { maxItems: 20 }),
  timeout: key,
  set: Type.Record(Type.String(), Type.Unknown()),
  topic_id: Type.String(),
  segment_id: Type.String(),
  sequence_id: Type.String(),
  action: Type.Enum(['join', 'leave', 'add', 'remove']),
  name: Type.String({ maxLength: 64 }),
  data: Type.Unknown(),
  reason: Type.String({ maxLength: 100 }),
}

const stepOf = <const T extends string, Members extends TProperties>(
  type: T,
  $id: string,
  members: Members,
) => Type.Object({ key, type: Type.Literal(type), next, ...members }, { $id })

const { external_id: _, ...contactFields } = eachField(() =>
  Type.Optional(Type.Union([Type.String(), Type.Null()])),
)

/** Fields of a contact but those that name the person; null takes the value of a property away. */
const setShape = Type.Object({
  ...contactFields,
  properties: Type.Optional(
    Type.Union([
      Type.Record(Type.String(), Type.Union([propertyValueShape, Type.Null()])),
      Type.Null(),
    ]),
  ),
})

const steps = {
  email: stepOf('email', 'EmailStep', {
    template_id: fields.template_id,
    template_version: Type.Optional(fields.template_version),
    subject: Type.Optional(fields.subject),
    from: Type.Optional(fields.from),
    on_missing: Type.Optional(fields.on_missing),
    if_capped: Type.Optional(fields.if_capped),
    /** More than a day late. */
    if_late: Type.Optional(fields.if_late),
    /** How long it waits for a place. */
    patience: Type.Optional(fields.patience),
    /** In the places of the project's; null: its links get none. */
    utm: Type.Optional(fields.utm),
  }),
  wait: stepOf('wait', 'WaitStep', {
    for: Type.Optional(fields.for),
    until: Type.Optional(fields.until),
  }),
  branch: stepOf('branch', 'BranchStep', {
    cases: Type.Array(Type.Object({ filter: filterShape, next })),
    else: Type.Optional(fields.else),
  }),
  split: stepOf('split', 'SplitStep', { ways: fields.ways }),
  wait_for_event: stepOf('wait_for_event', 'WaitForEventStep', {
    event: fields.event,
    within: fields.within,
    since: Type.Optional(fields.since),
    where: Type.Optional(Type.Array(activityCondition)),
    timeout: Type.Optional(fields.timeout),
  }),
  update_contact: stepOf('update_contact', 'UpdateContactStep', { set: setShape }),
  topic: stepOf('topic', 'TopicStep', {
    topic_id: fields.topic_id,
    action: Type.Enum(['join', 'leave']),
  }),
  segment: stepOf('segment', 'SegmentStep', {
    segment_id: fields.segment_id,
    action: Type.Enum(['add', 'remove']),
  }),
  webhook: stepOf('webhook', 'WebhookStep', {
    name: fields.name,
    data: Type.Optional(fields.data),
  }),
  sequence: stepOf('sequence', 'SequenceStep', { sequence_id: fields.sequence_id }),
  exit: stepOf('exit', 'ExitStep', { reason: Type.Optional(fields.reason) }),
}

export const stepShape = Type.Union(
  [
    steps.email,
    steps.wait,
    steps.branch,
    steps.split,
    steps.wait_for_event,
    steps.update_contact,
    steps.topic,
    steps.segment,
    steps.webhook,
    steps.sequence,
    steps.exit,
  ],
  { $id: 'Step', discriminator: { propertyName: 'type' } },
)
export type Step = Static<typeof stepShape>
export type Until = Static<typeof until>

const types = Object.keys(steps) as Step['type'][]

/** A step as it is given. */
export const givenStep = Type.Object(
  { key, type: Type.Enum(types), next, ...Type.Partial(Type.Object(fields)).properties },
  strict,
)

/** What a step of a type has. */
export const membersOf = (type: Step['type']): readonly string[] =>
  Object.keys(steps[type].properties)
