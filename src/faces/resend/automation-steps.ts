/**
 * Steps and connections of Resend's automations as those of a sequence, and back. Theirs is a graph of
 * arrows, ours has them in the steps; their trigger is a step, ours stands beside them. What only we
 * have is shown as it is, and is read-only there.
 */
import { Refusal } from '#kernel/base/errors.ts'
import { type Fields, fieldsOf, refuseField } from './adapter.ts'

interface Arrow {
  readonly from: string
  readonly to: string
  readonly type: string
}

/** What a sequence gets from theirs. */
export function ourSteps(steps: unknown, connections: unknown): Fields {
  const given = listOf(steps, 'steps').map((one, n) => readStep(one, n))
  const arrows = listOf(connections ?? [], 'connections').map(readArrow)
  const keys = new Set(given.map(one => one.key))
  for (const [n, { from, to }] of arrows.entries()) {
    if (!keys.has(from)) throw noStep(`connections[${n}].from`)
    if (!keys.has(to)) throw noStep(`connections[${n}].to`)
  }
  const triggers = given.filter(one => one.type === 'trigger')
  if (triggers.length === 0) throw new Refusal('missing_field', { param: 'steps' })
  const starts = new Set(
    triggers.flatMap(({ key }) => arrows.filter(one => one.from === key).map(one => one.to)),
  )
  const [start] = starts
  if (start === undefined) throw new Refusal('missing_field', { param: 'connections' })
  if (starts.size > 1) throw noStep('connections')
  const others = given.filter(one => one.type !== 'trigger')
  const sorted = [
    ...others.filter(one => one.key === start),
    ...others.filter(one => one.key !== start),
  ]
  const topics = new Set(
    others.flatMap(({ config }) => (config.topic_id == null ? [] : [config.topic_id])),
  )
  if (topics.size > 1) {
    refuseField('steps', {
      en: 'All emails of an automation are about one topic.',
      pt: 'Todas as mensagens de uma automação são de um tópico.',
    })
  }
  return {
    triggers: triggers.map(({ config, n }) => ({
      on: 'event',
      name: required(config.event_name, `steps[${n}].config.event_name`),
    })),
    ...(topics.size === 1 ? { topic_id: [...topics][0] } : {}),
    steps: sorted.map(one => ourStep(one, arrows)),
  }
}

interface GivenStep {
  readonly key: string
  readonly type: string
  readonly config: Fields
  /** Its place, for refusals. */
  readonly n: number
}

function readStep(one: unknown, n: number): GivenStep {
  const { key, type, config } = fieldsOf(one, `steps[${n}]`)
  return {
    key: keyOf(wordOf(key, `steps[${n}].key`)),
    type: wordOf(type, `steps[${n}].type`),
    config: fieldsOf(config ?? {}, `steps[${n}].config`),
    n,
  }
}

const arrowTypes = ['default', 'condition_met', 'condition_not_met', 'timeout', 'event_received']

function readArrow(one: unknown, n: number): Arrow {
  const { from, to, type } = fieldsOf(one, `connections[${n}]`)
  const arrow = {
    from: keyOf(wordOf(from, `connections[${n}].from`)),
    to: keyOf(wordOf(to, `connections[${n}].to`)),
    type: wordOf(type ?? 'default', `connections[${n}].type`),
  }
  if (arrowTypes.includes(arrow.type)) return arrow
  throw new Refusal('invalid_field', { param: `connections[${n}].type` })
}

function listOf(given: unknown, param: string): readonly unknown[] {
  if (given === undefined || given === null) throw new Refusal('missing_field', { param })
  if (Array.isArray(given)) return given
  throw new Refusal('invalid_field', { param })
}

function required(value: unknown, param: string): unknown {
  if (value !== undefined && value !== null && value !== '') return value
  throw new Refusal('missing_field', { param })
}

/** A text that must be there. */
function wordOf(value: unknown, param: string): string {
  const word = required(value, param)
  if (typeof word === 'string') return word
  throw new Refusal('invalid_field', { param })
}

const noStep = (param: string): Refusal =>
  new Refusal('invalid_field', {
    param,
    why: {
      en: 'It must lead from one of the steps to another; all triggers lead to one step.',
      pt: 'Deve levar de uma das etapas a outra; todos os gatilhos levam a uma etapa.',
    },
  })

/** Of theirs; of megabytes nobody reads more. */
const maxKeyLength = 1_000

/** Keys of ours are small letters, digits and `_`. */
function keyOf(given: string): string {
  const key = given
    .slice(0, maxKeyLength)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, 38)
  return /^[a-z]/.test(key) ? key : `s_${key}`
}

function ourStep(given: GivenStep, arrows: readonly Arrow[]): Fields {
  const { key, type, config, n } = given
  const path = `steps[${n}].config`
  const to = (...types: string[]) =>
    arrows.find(one => one.from === key && types.includes(one.type))?.to
  const way = (name: string, ...types: string[]): Fields => {
    const found = to(...types)
    return found === undefined ? {} : { [name]: found }
  }
  const next = way('next', 'default')
  switch (type) {
    case 'delay':
      return {
        key,
        type: 'wait',
        for: ourSpan(required(config.duration, `${path}.duration`)),
        ...next,
      }
    case 'send_email':
      return { key, type: 'email', ...ourLetter(config, path), ...next }
    case 'wait_for_event': {
      const { event_name: event, timeout, filter_rule: rule } = config
      return {
        key,
        type: 'wait_for_event',
        event: required(event, `${path}.event_name`),
        within: timeout == null ? maxWait : ourSpan(timeout),
        ...(rule == null ? {} : { where: ourWheres(rule, `${path}.filter_rule`) }),
        ...way('next', 'event_received', 'default'),
        ...way('timeout', 'timeout'),
      }
    }
    case 'condition':
      return {
        key,
        type: 'branch',
        cases: [{ filter: ourFilter(config, path), ...way('next', 'condition_met', 'default') }],
        ...way('else', 'condition_not_met'),
      }
    case 'contact_update':
      return { key, type: 'update_contact', set: ourSet(config, path), ...next }
    case 'add_to_segment': {
      const segment = required(config.segment_id, `${path}.segment_id`)
      return { key, type: 'segment', segment_id: segment, action: 'add', ...next }
    }
    default:
      return refuseField(`steps[${n}].type`, {
        en: 'A sequence has no such step.',
        pt: 'Uma sequência não tem esta etapa.',
      })
  }
}

/** They may wait for ever. */
const maxWait = 'P400D'

function ourLetter(config: Fields, path: string): Fields {
  const { template, subject, from, reply_to: replyTo } = config
  const { id, variables } = fieldsOf(required(template, `${path}.template`), `${path}.template`)
  const hasVariables = variables != null && Object.keys(fieldsOf(variables)).length > 0
  if (hasVariables || replyTo != null) {
    refuseField(hasVariables ? `${path}.template.variables` : `${path}.reply_to`, {
      en: 'A step has none: an email prints the contact and the event.',
      pt: 'Uma etapa não tem: a mensagem imprime o contato e o evento.',
    })
  }
  return {
    template_id: required(id, `${path}.template.id`),
    ...(subject == null ? {} : { subject }),
    ...(from == null ? {} : { from }),
  }
}

function ourSet(config: Fields, path: string): Fields {
  const { unsubscribed, properties, ...names } = config
  if (unsubscribed != null) {
    refuseField(`${path}.unsubscribed`, {
      en: 'A step does not write to the suppression list.',
      pt: 'Uma etapa não escreve na lista de supressão.',
    })
  }
  const given = Object.entries(names).filter(([, value]) => value !== undefined)
  const set = {
    ...Object.fromEntries(given),
    ...(properties == null ? {} : { properties }),
  }
  const isTold = (value: unknown): boolean => typeof value === 'object' && value !== null
  if (given.some(([, value]) => isTold(value)) || Object.values(properties ?? {}).some(isTold)) {
    refuseField(path, {
      en: 'A step writes values, not those of the event.',
      pt: 'Uma etapa escreve valores, não os do evento.',
    })
  }
  return set
}

const units: Readonly<Record<string, (n: string) => string>> = {
  second: n => `PT${n}S`,
  minute: n => `PT${n}M`,
  hour: n => `PT${n}H`,
  day: n => `P${n}D`,
  week: n => `P${n}W`,
}

/** `P2D` as theirs; null: they have no such span. */
function theirSpan(given: unknown): string | null {
  const parts = /^P(T?)(\d{1,6})([SMHDW])$/.exec(String(given))
  if (parts === null) return null
  const [, inDay, n, letter] = parts
  const found = Object.entries(units).find(([, ours]) => ours(n!) === `P${inDay}${n}${letter}`)
  return found === undefined ? null : `${n} ${found[0]}${n === '1' ? '' : 's'}`
}

/** `2 days` as ours; everything else is left to our own rules. */
/** `3 days`, with room for spaces. */
const maxSpanLength = 100

function ourSpan(given: unknown): unknown {
  if (typeof given !== 'string' || given.length > maxSpanLength) return given
  const parts = /^\s*(\d{1,6})\s*(second|minute|hour|day|week)s?\s*$/i.exec(given)
  return parts === null ? given : units[parts[2]!.toLowerCase()]!(parts[1]!)
}

const ops = new Map([
  ['neq', 'ne'],
  ['is_empty', 'absent'],
])
const theirOps: Readonly<Record<string, string>> = { ne: 'neq', absent: 'is_empty' }
const groups: ReadonlyMap<unknown, string> = new Map([
  ['and', 'all'],
  ['or', 'any'],
])

function ourFilter(rule: unknown, path: string): Fields {
  const { type, rules, field, operator, value } = fieldsOf(rule, path)
  const group = groups.get(type)
  if (group !== undefined) {
    const inner = listOf(rules, `${path}.rules`)
    return { [group]: inner.map((one, n) => ourFilter(one, `${path}.rules[${n}]`)) }
  }
  const name = wordOf(field, `${path}.field`)
  if (name.startsWith('event.')) {
    refuseField(`${path}.field`, {
      en: 'A condition is about the contact.',
      pt: 'Uma condição é sobre o contato.',
    })
  }
  const op = wordOf(operator, `${path}.operator`)
  return {
    field: name.replace(/^contact\./, ''),
    op: ops.get(op) ?? op,
    ...(value == null ? {} : { value }),
  }
}

function ourWheres(rule: unknown, path: string): Fields[] {
  const { type, rules } = fieldsOf(rule, path)
  if (type === 'and') {
    return listOf(rules, `${path}.rules`).flatMap((one, n) => ourWheres(one, `${path}.rules[${n}]`))
  }
  if (type === 'or') {
    refuseField(`${path}.type`, {
      en: 'All rules about an event hold together.',
      pt: 'Todas as regras sobre um evento valem juntas.',
    })
  }
  const { field, operator, value } = fieldsOf(rule, path)
  const name = wordOf(field, `${path}.field`).replace(/^event\./, '')
  const op = wordOf(operator, `${path}.operator`)
  return [{ field: name, op: ops.get(op) ?? op, ...(value == null ? {} : { value }) }]
}

// Back ---------------------------------------------------------------------------------------------

/** Theirs from a sequence; `isWhole`: they have all of it. */
export function theirSteps(sequence: Fields): {
  readonly steps: Fields[]
  readonly connections: Arrow[]
  readonly isWhole: boolean
} {
  const own = sequence.steps as Fields[]
  const triggers = (sequence.triggers as Fields[]).map((one, n) => ({
    key: n === 0 ? 'trigger' : `trigger_${n + 1}`,
    type: 'trigger',
    config: one.on === 'event' ? { event_name: one.name } : one,
    isTheirs: one.on === 'event' && one.where === undefined,
  }))
  const about = sequence.topic_id == null ? {} : { topic_id: sequence.topic_id }
  const steps = own.map(one => ({ key: one.key, ...theirStep(one, about) }))
  const arrows: Arrow[] = own.flatMap(arrowsOf)
  const [first] = own
  return {
    steps: [...triggers, ...steps].map(({ key, type, config }) => ({ key, type, config })),
    connections: [
      ...(first === undefined
        ? []
        : triggers.map(({ key }) => ({ from: key, to: String(first.key), type: 'default' }))),
      ...arrows,
    ],
    isWhole: [...triggers, ...steps].every(one => one.isTheirs),
  }
}

interface ShownStep {
  readonly type: unknown
  readonly config: Fields
  readonly isTheirs: boolean
}

/** `about`: of each letter. */
function theirStep(step: Fields, about: Fields): ShownStep {
  const { key: _key, next: _next, else: _else, timeout: _timeout, type, ...own } = step
  const as = (theirs: string, config: Fields): ShownStep => ({
    type: theirs,
    config,
    isTheirs: true,
  })
  const only = (...names: string[]): boolean => Object.keys(own).every(one => names.includes(one))
  switch (type) {
    case 'wait':
      if (only('for')) return as('delay', { duration: theirSpan(own.for) ?? own.for })
      break
    case 'email': {
      const { template_id: id, ...rest } = own
      if (only('template_id', 'subject', 'from'))
        return as('send_email', { template: { id }, ...rest, ...about })
      break
    }
    case 'wait_for_event': {
      const rule = own.where === undefined ? undefined : theirWheres(own.where)
      if (!only('event', 'within', 'where') || rule === null) break
      return as('wait_for_event', {
        event_name: own.event,
        ...(own.within === maxWait ? {} : { timeout: theirSpan(own.within) ?? own.within }),
        ...(rule === undefined ? {} : { filter_rule: rule }),
      })
    }
    case 'branch': {
      const cases = own.cases as Fields[]
      const rule = cases.length === 1 ? theirRule(cases[0]!.filter) : null
      if (rule !== null) return as('condition', rule)
      break
    }
    case 'update_contact':
      return as('contact_update', own.set as Fields)
    case 'segment':
      if (own.action === 'add') return as('add_to_segment', { segment_id: own.segment_id })
      break
  }
  return { type, config: own, isTheirs: false }
}

function theirRule(filter: unknown): Fields | null {
  const { all, any, field, op, value, ...rest } = filter as Fields
  const group = (all ?? any) as unknown[] | undefined
  if (Object.keys(rest).length > 0) return null
  if (group !== undefined) {
    const rules = group.map(theirRule)
    return rules.includes(null) ? null : { type: all === undefined ? 'or' : 'and', rules }
  }
  if (field === undefined) return null
  const operator = theirOps[String(op)] ?? op
  const shown = { type: 'rule', field: `contact.${String(field)}`, operator }
  return value === undefined ? shown : { ...shown, value }
}

/** All of them hold together. */
function theirWheres(given: unknown): Fields | null {
  const rules = (given as Fields[]).map(({ field, op, value, ...rest }) =>
    Object.keys(rest).length > 0
      ? null
      : {
          type: 'rule',
          field: `event.${String(field)}`,
          operator: theirOps[String(op)] ?? op,
          ...(value === undefined ? {} : { value }),
        },
  )
  if (rules.includes(null)) return null
  return rules.length === 1 ? rules[0]! : { type: 'and', rules }
}

function arrowsOf(step: Fields): Arrow[] {
  const from = String(step.key)
  const arrow = (to: unknown, type: string): Arrow[] =>
    typeof to === 'string' ? [{ from, to, type }] : []
  const cases = (step.cases ?? []) as Fields[]
  const ways = (step.ways ?? []) as Fields[]
  return [
    ...arrow(step.next, step.type === 'wait_for_event' ? 'event_received' : 'default'),
    ...cases.flatMap(one => arrow(one.next, 'condition_met')),
    ...ways.flatMap(one => arrow(one.next, 'default')),
    ...arrow(step.else, 'condition_not_met'),
    ...arrow(step.timeout, 'timeout'),
  ]
}
