/** Reading the members of a sequence: shape when they are given, what they name as well. */
import { durationMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { read } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { parseAddress } from '#kernel/mail/address.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import { parseLiquid } from '#sending/content/liquid/parse.ts'
import { activityName } from '../activity/catalogue.ts'
import { readData } from '../activity/take.ts'
import { checkFields } from '../contacts/fields.ts'
import { topicNames } from '../contacts/reading.ts'
import { readFilter } from '../segments/filter.ts'
import { segmentCondition } from '../segments/routes.ts'
import { readVocabulary } from '../segments/segment.ts'
import { checkWheres } from '../segments/wheres.ts'
import { readText } from '../templates/draft.ts'
import { nameUnknownIn, unknownName } from '../templates/findings.ts'
import { templateMustBe, versionNamed } from '../templates/named.ts'
import {
  emptySequence,
  maxSteps,
  membersOf,
  type SequenceDefinition,
  type Step,
} from './definition.ts'
import { keyOf } from './moments.ts'
import { findSequence } from './store.ts'

type Asking = { readonly world: Pick<World, 'db' | 'clock'>; readonly tenant: Tenant }
type Given = Readonly<Record<string, unknown>>

const refuse = (param: string, why: Text): Refusal => new Refusal('invalid_field', { param, why })

/** The definition with what is given, once that has been judged. Throws Refusal. */
export async function changedSequence(
  call: Asking,
  before: SequenceDefinition,
  given: Given,
): Promise<SequenceDefinition> {
  const definition = withMembers(before, given)
  await check(call, definition)
  return definition
}

/** The definition with what is given; null clears a member. */
export function withMembers(before: SequenceDefinition, given: Given): SequenceDefinition {
  const after: Record<string, unknown> = { ...before }
  for (const name of Object.keys(emptySequence) as (keyof SequenceDefinition)[]) {
    const value = given[name]
    if (value === undefined) continue
    after[name] = value === null ? emptySequence[name] : value
  }
  return after as unknown as SequenceDefinition
}

async function check(call: Asking, definition: SequenceDefinition): Promise<void> {
  const { from, topic_id: topicId, entry_filter: filter, reentry, triggers, exits } = definition
  if (from !== null) checkAddress(from, 'from')
  if (topicId !== null) await topicMustBe(call, topicId, 'topic_id')
  if (filter !== null) await checkFilter(call, filter, 'entry_filter')
  if (definition.quiet !== null && definition.quiet.from === definition.quiet.until) {
    throw refuse('quiet.until', {
      en: 'The quiet hours are empty.',
      pt: 'As horas de silêncio estão vazias.',
    })
  }
  if (reentry.min_gap !== undefined) checkDuration(reentry.min_gap, 'reentry.min_gap')
  if (reentry.key !== undefined && !/^event\.[^.]+$/.test(reentry.key)) {
    throw refuse('reentry.key', {
      en: 'It names a value of the event that lets people in, such as event.cart_id.',
      pt: 'Indica um valor do evento que deixa as pessoas entrarem, como event.cart_id.',
    })
  }
  if (definition.patience != null) checkDuration(definition.patience, 'patience')
  if (definition.steps.length > maxSteps) {
    throw new Refusal('invalid_field', {
      why: {
        en: `A sequence has at most ${maxSteps} steps.`,
        pt: `Uma sequência tem no máximo ${maxSteps} etapas.`,
      },
    })
  }
  for (const [n, one] of triggers.entries()) await checkTrigger(call, one, `triggers[${n}]`)
  for (const [n, one] of exits.entries()) {
    const path = `exits[${n}]`
    if (one.on === 'event') eventMustBe(one.name, `${path}.name`)
    else await checkFilter(call, required(one.filter, `${path}.filter`), `${path}.filter`)
  }
  for (const [n, one] of definition.steps.entries()) await checkStep(call, one, `steps[${n}]`)
}

function required<T>(value: T | null | undefined, param: string): T {
  if (value !== undefined && value !== null && value !== '') return value
  throw new Refusal('missing_field', { param })
}

/** The name of an activity or of a fact of ours. */
function eventMustBe(name: string | undefined, param: string): void {
  if (activityName.test(required(name, param))) return
  throw refuse(param, {
    en: 'No activity has a name like this; one is order.paid.',
    pt: 'Nenhuma atividade tem um nome assim; um é order.paid.',
  })
}

function actionMustBe(action: string, known: readonly string[], param: string): void {
  if (known.includes(required(action, param))) return
  const named = known.join(', ')
  throw refuse(param, { en: `It is one of: ${named}.`, pt: `É um destes: ${named}.` })
}

function checkAddress(text: string, param: string): void {
  const parsed = parseAddress(text)
  if (!parsed.ok) throw refuse(param, parsed.why)
}

/** A line of a header, with a person's values in it as a template's subject has them. */
function checkSubject(text: string, param: string): void {
  if (/[\r\n]/.test(text)) {
    throw refuse(param, {
      en: 'It must be a single line.',
      pt: 'Deve ser uma única linha.',
    })
  }
  readText(param, text)
}

function checkDuration(text: string, param: string): void {
  if (durationMs(text) !== null) return
  throw refuse(param, {
    en: 'It must be a duration, such as P2D.',
    pt: 'Deve ser uma duração, como P2D.',
  })
}

async function topicMustBe({ world, tenant }: Asking, text: string, param: string): Promise<void> {
  const id = read('top', text)
  const names = id === null ? new Map() : await topicNames(world.db, tenant.projectId, [id], 'en')
  if (id !== null && names.has(id)) return
  throw refuse(param, { en: 'There is no such topic.', pt: 'Não existe este tópico.' })
}

async function dateMustBe(
  { world, tenant }: Asking,
  property: string,
  param: string,
): Promise<void> {
  const { properties } = await readVocabulary(world.db, tenant.projectId)
  if (properties.get(keyOf(property)) === 'date') return
  throw refuse(param, {
    en: 'There is no date property of contacts with this name.',
    pt: 'Não há propriedade de data de contatos com este nome.',
  })
}

async function sequenceMustBe(
  { world, tenant }: Asking,
  text: string,
  path: string,
): Promise<void> {
  const id = read('seq', text)
  if (id !== null && (await findSequence(world.db, tenant.projectId, id)) !== null) return
  throw refuse(`${path}.sequence_id`, {
    en: 'There is no such sequence.',
    pt: 'Não existe esta sequência.',
  })
}

async function segmentMustBe(call: Asking, text: string, param: string): Promise<void> {
  try {
    await segmentCondition(call.world, call.tenant, text)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw refuse(param, error.text)
  }
}

async function checkFilter(
  { world, tenant }: Asking,
  filter: unknown,
  path: string,
): Promise<void> {
  try {
    readFilter(filter, await readVocabulary(world.db, tenant.projectId))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const inner = error.param?.replace(/^filter\.?/, '') ?? ''
    throw error.of(inner === '' ? path : `${path}.${inner}`)
  }
}

async function checkTrigger(
  call: Asking,
  one: SequenceDefinition['triggers'][number],
  path: string,
): Promise<void> {
  switch (one.on) {
    case 'topic_joined':
      return topicMustBe(call, required(one.topic_id, `${path}.topic_id`), `${path}.topic_id`)
    case 'segment_entered':
      return segmentMustBe(
        call,
        required(one.segment_id, `${path}.segment_id`),
        `${path}.segment_id`,
      )
    case 'event':
      eventMustBe(one.name, `${path}.name`)
      checkWheres(one.where ?? [], `${path}.where`)
      return
    case 'date':
      await dateMustBe(call, required(one.property, `${path}.property`), `${path}.property`)
      if (one.offset !== undefined) {
        checkDuration(one.offset.replace(/^[-+]/, ''), `${path}.offset`)
      }
      return
    case 'api':
      return
  }
}

/** A member of another kind of step would do nothing, and nobody would be told. */
function membersMustFit(step: Step, path: string): void {
  const known: readonly string[] = ['key', 'type', 'next', ...membersOf[step.type]]
  const other = Object.keys(step).find(name => !known.includes(name))
  if (other === undefined) return
  throw refuse(`${path}.${other}`, {
    en: `A step of type ${step.type} has no {param}.`,
    pt: `Uma etapa do tipo ${step.type} não tem {param}.`,
  })
}

async function checkStep(call: Asking, step: Step, path: string): Promise<void> {
  membersMustFit(step, path)
  switch (step.type) {
    case 'email':
      await templateMustBe(call.world.db, call.tenant.projectId, {
        id: read('tpl', required(step.template_id, `${path}.template_id`)),
        param: `${path}.template_id`,
      })
      if (step.from !== undefined) checkAddress(step.from, `${path}.from`)
      if (step.subject !== undefined) checkSubject(step.subject, `${path}.subject`)
      if (step.patience !== undefined) checkDuration(step.patience, `${path}.patience`)
      return
    case 'wait':
      return checkWait(call, step, path)
    case 'branch':
      for (const [n, one] of required(step.cases, `${path}.cases`).entries()) {
        await checkFilter(call, one.filter, `${path}.cases[${n}].filter`)
      }
      return
    case 'split':
      required(step.ways, `${path}.ways`)
      return
    case 'wait_for_event':
      eventMustBe(step.event, `${path}.event`)
      checkDuration(required(step.within, `${path}.within`), `${path}.within`)
      checkWheres(step.where ?? [], `${path}.where`)
      return
    case 'update_contact':
      return checkSet(call, required(step.set, `${path}.set`), `${path}.set`)
    case 'topic':
      await topicMustBe(call, required(step.topic_id, `${path}.topic_id`), `${path}.topic_id`)
      actionMustBe(step.action, ['join', 'leave'], `${path}.action`)
      return
    case 'segment':
      await segmentMustBe(
        call,
        required(step.segment_id, `${path}.segment_id`),
        `${path}.segment_id`,
      )
      actionMustBe(step.action, ['add', 'remove'], `${path}.action`)
      return
    case 'webhook':
      required(step.name, `${path}.name`)
      readData(step.data, `${path}.data`)
      return
    case 'sequence':
      await sequenceMustBe(call, required(step.sequence_id, `${path}.sequence_id`), path)
      return
    case 'exit':
      return
  }
}

async function checkWait(
  call: Asking,
  { for: span, until }: Extract<Step, { type: 'wait' }>,
  path: string,
): Promise<void> {
  if (span === undefined && until === undefined) required(undefined, `${path}.for`)
  if (span !== undefined) checkDuration(span, `${path}.for`)
  if (until === undefined) return
  const { property, offset, time, days } = until
  if (property === undefined && time === undefined && days === undefined) {
    required(undefined, `${path}.until.time`)
  }
  if (property !== undefined) await dateMustBe(call, property, `${path}.until.property`)
  if (offset !== undefined) checkDuration(offset.replace(/^[-+]/, ''), `${path}.until.offset`)
}

/** Fields as a contact has them, but those that name the person. */
async function checkSet(
  { world, tenant }: Asking,
  set: Readonly<Record<string, unknown>>,
  path: string,
): Promise<void> {
  const named = ['email', 'external_id'].find(name => set[name] !== undefined)
  if (named !== undefined) {
    throw refuse(`${path}.${named}`, {
      en: 'A step does not change whose contact it is.',
      pt: 'Uma etapa não muda de quem é o contato.',
    })
  }
  const { properties } = await readVocabulary(world.db, tenant.projectId)
  try {
    checkFields(set, properties)
  } catch (error) {
    throw error instanceof Refusal ? error.within(path) : error
  }
}

/** What publishing asks beside the graph: templates that are published, and a sender. */
export async function checkLetters(
  { world, tenant }: Asking,
  { from, steps }: SequenceDefinition,
): Promise<string[]> {
  const senders = new Set<string>()
  const { properties } = await readVocabulary(world.db, tenant.projectId)
  for (const [n, step] of steps.entries()) {
    if (step.type !== 'email') continue
    const path = `steps[${n}]`
    const { draft } = await versionNamed(world.db, tenant.projectId, {
      id: read('tpl', step.template_id),
      version: step.template_version ?? null,
      params: { template: `${path}.template_id`, version: `${path}.template_version` },
    })
    const known = { properties: new Set(properties.keys()), withFallback: new Set<string>() }
    const unknown = nameUnknownIn(parseLiquid(step.subject ?? ''), { draft, known })
    if (unknown !== null) throw refuse(`${path}.subject`, unknownName(unknown))
    senders.add(required(step.from ?? from, 'from'))
  }
  return [...senders]
}
