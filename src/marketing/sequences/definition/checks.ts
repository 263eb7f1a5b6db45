/** Reading the members of a sequence: shape when they are given, what they name as well. */

import { durationMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { read } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { parseAddress } from '#kernel/mail/address.ts'
import type { Mode, Tenant } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import { parseLiquid } from '#sending/content/liquid/parse.ts'
import { checkUtm } from '#sending/content/utm.ts'
import { activityName } from '../../activity/catalogue.ts'
import { readData } from '../../activity/take.ts'
import { checkFields } from '../../contacts/fields/fields.ts'
import { checkQuiet } from '../../contacts/letters/quiet-hours.ts'
import { propertyFallbacks } from '../../contacts/people/reading.ts'
import { readFilter } from '../../segments/filter.ts'
import type { Vocabulary } from '../../segments/filter-tree.ts'
import { usableVocabulary } from '../../segments/segment.ts'
import { checkWheres } from '../../segments/wheres.ts'
import { readText } from '../../templates/draft.ts'
import { unknownNameIn } from '../../templates/findings.ts'
import { templateMustBe, versionNamed } from '../../templates/named.ts'
import { keyOf } from '../engine/moments.ts'
import { emptySequence, maxSteps, type SequenceDefinition } from './definition.ts'
import { membersOf, type Step } from './step.ts'

/** Read through `sql`: in the transaction of what follows, so that nothing comes between. */
interface Context {
  readonly sql: Sql
  readonly tenant: Tenant
  /** The mode that it is published for, which may not use all that a draft may name. */
  readonly publishesFor?: Mode
}

interface Judging extends Context {
  readonly vocabulary: Vocabulary
}

type DefinitionInput = Readonly<Record<string, unknown>>

const refuse = (param: string, why: Text): Refusal => new Refusal('invalid_field', { param, why })

/** The definition with what is given, once that has been judged. Throws Refusal. */
export async function changedSequence(
  call: Context,
  before: SequenceDefinition,
  given: DefinitionInput,
): Promise<SequenceDefinition> {
  const definition = withMembers(before, given)
  const { projectId } = call.tenant
  const vocabulary = await usableVocabulary(call.sql, {
    projectId,
    mode: call.publishesFor ?? 'test',
  })
  await check({ ...call, vocabulary }, definition)
  return definition
}

/** The definition with what is given; null clears a member. */
function withMembers(before: SequenceDefinition, given: DefinitionInput): SequenceDefinition {
  const after: Record<string, unknown> = { ...before }
  for (const name of Object.keys(emptySequence) as (keyof SequenceDefinition)[]) {
    const value = given[name]
    if (value === undefined) continue
    after[name] = value === null ? emptySequence[name] : value
  }
  return after as unknown as SequenceDefinition
}

async function check(call: Judging, definition: SequenceDefinition): Promise<void> {
  const { from, topic_id: topicId, entry_filter: filter, reentry, triggers, exits } = definition
  if (from !== null) checkAddress(from, 'from')
  if (topicId !== null) topicMustBe(call, topicId, 'topic_id')
  if (filter !== null) checkFilter(call, filter, 'entry_filter')
  checkQuiet(definition.quiet)
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
  for (const [n, one] of triggers.entries()) checkTrigger(call, one, `triggers[${n}]`)
  for (const [n, one] of exits.entries()) {
    const path = `exits[${n}]`
    if (one.on === 'event') eventMustBe(one.name, `${path}.name`)
    else checkFilter(call, required(one.filter, `${path}.filter`), `${path}.filter`)
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

function topicMustBe({ vocabulary }: Judging, text: string, param: string): void {
  const id = read('top', text)
  if (id !== null && vocabulary.topics.has(id)) return
  throw refuse(param, { en: 'There is no such topic.', pt: 'Não existe este tópico.' })
}

function dateMustBe({ vocabulary }: Judging, property: string, param: string): void {
  if (vocabulary.properties.get(keyOf(property)) === 'date') return
  throw refuse(param, {
    en: 'There is no date property of contacts with this name.',
    pt: 'Não há propriedade de data de contatos com este nome.',
  })
}

function sequenceMustBe({ vocabulary }: Judging, text: string, param: string): void {
  const id = read('seq', text)
  if (id !== null && vocabulary.sequences.has(id)) return
  throw refuse(param, { en: 'There is no such sequence.', pt: 'Não existe esta sequência.' })
}

function segmentMustBe({ vocabulary }: Judging, text: string, param: string): void {
  const id = read('seg', text)
  if (id !== null && vocabulary.segments.has(id)) return
  throw refuse(param, { en: 'There is no such segment.', pt: 'Não existe este segmento.' })
}

/** Of a dynamic one its filter alone says who is in it. */
function staticSegmentMustBe(call: Judging, text: string, param: string): void {
  segmentMustBe(call, text, param)
  if (call.vocabulary.segments.get(read('seg', text)!)?.kind === 'static') return
  throw refuse(param, {
    en: 'Only a static segment can be added to or removed from.',
    pt: 'Só é possível incluir em um segmento estático, ou retirar dele.',
  })
}

function checkFilter({ vocabulary }: Judging, filter: unknown, path: string): void {
  try {
    readFilter(filter, vocabulary)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const inner = error.param?.replace(/^filter\.?/, '') ?? ''
    throw error.of(inner === '' ? path : `${path}.${inner}`)
  }
}

function checkTrigger(
  call: Judging,
  one: SequenceDefinition['triggers'][number],
  path: string,
): void {
  switch (one.on) {
    case 'topic_joined':
      topicMustBe(call, required(one.topic_id, `${path}.topic_id`), `${path}.topic_id`)
      return
    case 'segment_entered':
      segmentMustBe(call, required(one.segment_id, `${path}.segment_id`), `${path}.segment_id`)
      return
    case 'event':
      eventMustBe(one.name, `${path}.name`)
      checkWheres(one.where ?? [], `${path}.where`)
      return
    case 'date':
      dateMustBe(call, required(one.property, `${path}.property`), `${path}.property`)
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
  const known: readonly string[] = membersOf(step.type)
  const other = Object.keys(step).find(name => !known.includes(name))
  if (other === undefined) return
  throw refuse(`${path}.${other}`, {
    en: `A step of type ${step.type} has no {param}.`,
    pt: `Uma etapa do tipo ${step.type} não tem {param}.`,
  })
}

async function checkStep(call: Judging, step: Step, path: string): Promise<void> {
  membersMustFit(step, path)
  switch (step.type) {
    case 'email':
      await templateMustBe(call.sql, call.tenant.projectId, {
        id: read('tpl', required(step.template_id, `${path}.template_id`)),
        param: `${path}.template_id`,
      })
      if (step.from !== undefined) checkAddress(step.from, `${path}.from`)
      if (step.subject !== undefined) checkSubject(step.subject, `${path}.subject`)
      if (step.patience !== undefined) checkDuration(step.patience, `${path}.patience`)
      checkUtm(step.utm, `${path}.utm`)
      return
    case 'wait':
      return checkWait(call, step, path)
    case 'branch':
      for (const [n, one] of required(step.cases, `${path}.cases`).entries()) {
        checkFilter(call, one.filter, `${path}.cases[${n}].filter`)
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
      topicMustBe(call, required(step.topic_id, `${path}.topic_id`), `${path}.topic_id`)
      actionMustBe(step.action, ['join', 'leave'], `${path}.action`)
      return
    case 'segment': {
      const param = `${path}.segment_id`
      staticSegmentMustBe(call, required(step.segment_id, param), param)
      actionMustBe(step.action, ['add', 'remove'], `${path}.action`)
      return
    }
    case 'webhook':
      required(step.name, `${path}.name`)
      readData(step.data, `${path}.data`)
      return
    case 'sequence':
      sequenceMustBe(call, required(step.sequence_id, `${path}.sequence_id`), `${path}.sequence_id`)
      return
    case 'exit':
      return
  }
}

function checkWait(
  call: Judging,
  { for: span, until }: Extract<Step, { type: 'wait' }>,
  path: string,
): void {
  if (span === undefined && until === undefined) required(undefined, `${path}.for`)
  if (span !== undefined) checkDuration(span, `${path}.for`)
  if (until === undefined) return
  const { property, offset, time, days } = until
  if (property === undefined && time === undefined && days === undefined) {
    required(undefined, `${path}.until.time`)
  }
  if (property !== undefined) dateMustBe(call, property, `${path}.until.property`)
  if (offset !== undefined) checkDuration(offset.replace(/^[-+]/, ''), `${path}.until.offset`)
}

/** Fields as a contact has them, but those that name the person. */
function checkSet(
  { vocabulary }: Judging,
  set: Readonly<Record<string, unknown>>,
  path: string,
): void {
  const named = ['email', 'external_id'].find(name => set[name] !== undefined)
  if (named !== undefined) {
    throw refuse(`${path}.${named}`, {
      en: 'A step does not change whose contact it is.',
      pt: 'Uma etapa não muda de quem é o contato.',
    })
  }
  try {
    checkFields(set, vocabulary.properties)
  } catch (error) {
    throw error instanceof Refusal ? error.within(path) : error
  }
}

/** What publishing asks beside the graph: templates that are published, and a sender. */
export async function checkLetters(
  { sql, tenant, publishesFor = tenant.mode }: Context,
  { from, steps }: SequenceDefinition,
): Promise<string[]> {
  const senders = new Set<string>()
  const properties = new Set((await propertyFallbacks(sql, tenant.projectId)).keys())
  for (const [n, step] of steps.entries()) {
    if (step.type !== 'email') continue
    const path = `steps[${n}]`
    const { draft } = await versionNamed(
      sql,
      { ...tenant, mode: publishesFor },
      {
        id: read('tpl', step.template_id),
        version: step.template_version ?? null,
        params: { template: `${path}.template_id`, version: `${path}.template_version` },
      },
    )
    const unknown = unknownNameIn(parseLiquid(step.subject ?? ''), draft, properties)
    if (unknown !== null) throw refuse(`${path}.subject`, unknown)
    senders.add(required(step.from ?? from, 'from'))
  }
  return [...senders]
}
