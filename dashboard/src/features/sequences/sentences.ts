/** Steps, ways and triggers as sentences, with what they name by its name. */
import { useCallback, useMemo } from 'react'
import { nameAmong, useAll } from '../../api/lists.ts'
import type { Filter } from '../../api/shapes.ts'
import { spanFrom } from '../../ui/spans.ts'
import { useNumbers } from '../../ui/time.tsx'
import { localeOf, type Say, useSay, useSpeech } from '../../ui/words.tsx'
import { groupOf } from '../segments/filter.ts'
import { lineOf, useVocabulary, type Vocabulary } from '../segments/vocabulary.ts'
import type { Place } from './edits.ts'
import { isFork, type Step, type Trigger } from './sequence.ts'
import { says, spanWords, triggerLines } from './step-texts.ts'

function spanSentence(text: string | undefined, say: Say): string {
  const span = text === undefined ? null : spanFrom(text)
  return span === null ? (text ?? '') : say(spanWords[span.unit], { n: span.n })
}

interface Names {
  readonly say: Say
  readonly vocabulary: Vocabulary
  readonly templateOf: (id: string) => string | undefined
  readonly sequenceOf: (id: string) => string | undefined
  readonly dayOf: (day: number) => string
  readonly share: (n: number) => string
}

function useNames(): Names {
  const say = useSay()
  const { language } = useSpeech()
  const { share } = useNumbers()
  const vocabulary = useVocabulary()
  const { data: templates } = useAll('project.templates.list')
  const { data: all } = useAll('project.sequences.list')
  return useMemo(() => {
    return {
      say,
      vocabulary,
      templateOf: id => nameAmong(templates, id),
      sequenceOf: id => nameAmong(all, id),
      dayOf: day => weekday(day, localeOf(language)),
      share,
    }
  }, [say, language, vocabulary, templates, all, share])
}

/** 1: Monday. */
export const weekday = (day: number, locale: string, form: 'short' | 'long' = 'short'): string =>
  // 1 January 2024 was a Monday.
  new Intl.DateTimeFormat(locale, { weekday: form, timeZone: 'UTC' }).format(Date.UTC(2024, 0, day))

/** What a step does. */
export function useStepSentence(): (step: Step) => string {
  const names = useNames()
  return useCallback(step => stepSentence(step, names), [names])
}

/** What the step of a key does; the key where it is not among the steps. */
export function useStepNames(steps: readonly Step[]): (key: string) => string {
  const sentenceOf = useStepSentence()
  return useCallback(
    key => {
      const step = steps.find(one => one.key === key)
      return step ? sentenceOf(step) : key
    },
    [steps, sentenceOf],
  )
}

/** As `useStepNames`, with a number where several do the same. */
export function useDistinctNames(steps: readonly Step[]): (key: string) => string {
  const sentenceOf = useStepSentence()
  return useMemo(() => {
    const names = distinctNames(steps.map(step => [step.key, sentenceOf(step)]))
    return key => names.get(key) ?? key
  }, [steps, sentenceOf])
}

/** By key; those that are called the same are numbered from the second on. */
export function distinctNames(named: readonly (readonly [string, string])[]): Map<string, string> {
  const seen = new Map<string, number>()
  return new Map(
    named.map(([key, name]) => {
      const n = (seen.get(name) ?? 0) + 1
      seen.set(name, n)
      return [key, n === 1 ? name : `${name} (${n})`]
    }),
  )
}

function stepSentence(step: Step, names: Names): string {
  const { say, vocabulary, templateOf, sequenceOf } = names
  switch (step.type) {
    case 'email': {
      const template = step.template_id && (templateOf(step.template_id) ?? step.template_id)
      if (!template) return say(says.noTemplate)
      const { subject } = step
      return subject
        ? say(says.letterSubject, { template, subject })
        : say(says.letter, { template })
    }
    case 'wait':
      return waitSentence(step, names)
    case 'branch':
      return say(says.branch)
    case 'split':
      return say(says.split)
    case 'wait_for_event':
      return say(says.event, { event: step.event ?? '', span: spanSentence(step.within, say) })
    case 'update_contact':
      return say(says.update, { fields: fieldsOf(step.set ?? {}, vocabulary) })
    case 'topic': {
      const topic = nameAmong(vocabulary.topics, step.topic_id ?? '')
      return say(says[step.action === 'join' ? 'join' : 'leave'], { topic: topic ?? '–' })
    }
    case 'segment': {
      const segment = nameAmong(vocabulary.segments, step.segment_id ?? '')
      return say(says[step.action === 'remove' ? 'takeFrom' : 'addTo'], { segment: segment ?? '–' })
    }
    case 'webhook':
      return say(says.webhook, { name: step.name ?? '' })
    case 'sequence':
      return say(says.sequence, { sequence: sequenceOf(step.sequence_id ?? '') ?? '–' })
    case 'exit':
      if (step.reason === 'goal') return say(says.exitGoal)
      return step.reason ? say(says.exitReason, { reason: step.reason }) : say(says.exit)
  }
}

function waitSentence(step: Step, names: Names): string {
  const { say } = names
  const until = untilSentence(step.until, names)
  const span = spanSentence(step.for, say)
  if (until === '') return say(says.waitFor, { span })
  return step.for === undefined
    ? say(says.waitUntil, { until })
    : say(says.waitBoth, { span, until })
}

function untilSentence(until: Step['until'], { say, vocabulary, dayOf }: Names): string {
  if (until?.property !== undefined) {
    return dateSentence(until.property, until, { say, vocabulary })
  }
  const days = (until?.days ?? []).map(dayOf).join(', ')
  if (until?.time === undefined) return days === '' ? '' : say(says.onDays, { days })
  const { time } = until
  return days === '' ? say(says.atTime, { time }) : say(says.atTimeDays, { time, days })
}

interface Shift {
  readonly offset?: string | undefined
  readonly time?: string | undefined
}

/** A date of the person, moved and at an hour. */
function dateSentence(
  name: string,
  { offset, time }: Shift,
  { say, vocabulary }: Pick<Names, 'say' | 'vocabulary'>,
): string {
  const property = vocabulary.fieldOf(`properties.${name.replace(/^properties\./, '')}`).label
  const span = spanSentence(offset?.replace(/^[-+]/, ''), say)
  const what =
    offset === undefined
      ? say(says.atDate, { property })
      : say(offset.startsWith('-') ? says.beforeDate : says.afterDate, { span, property })
  return time === undefined ? what : say(says.withTime, { what, time })
}

function fieldsOf(set: Readonly<Record<string, unknown>>, vocabulary: Vocabulary): string {
  const { properties = {}, ...fields } = set as { properties?: Record<string, unknown> }
  const all: [string, unknown][] = [
    ...Object.entries(fields),
    ...Object.entries(properties).map(([key, value]): [string, unknown] => [
      `properties.${key}`,
      value,
    ]),
  ]
  return (
    all
      .map(([id, value]) => {
        const { label, type } = vocabulary.fieldOf(id)
        return `${label} = ${vocabulary.textOf(value, type) || '–'}`
      })
      .join('; ') || '–'
  )
}

/** Where a way of a step begins: when one goes it. */
export function useWaySentence(steps: readonly Step[]): (step: Step, member: string) => string {
  const names = useNames()
  const letterOf = useDistinctNames(steps)
  return useCallback(
    (step, member) => {
      const vocabulary = { ...names.vocabulary, letterOf }
      return waySentence(step, member, { ...names, vocabulary })
    },
    [names, letterOf],
  )
}

/** What a way is called for those who do not see where it stands. */
export function useWayName(steps: readonly Step[]): (place: Place) => string {
  const say = useSay()
  const wayOf = useWaySentence(steps)
  const nameOf = useDistinctNames(steps)
  return place => {
    if (place.on !== 'way') return ''
    const step = steps.find(one => one.key === place.key)
    return step && isFork(step)
      ? wayOf(step, place.member)
      : say(says.after, { step: nameOf(place.key) })
  }
}

function waySentence(step: Step, member: string, { say, vocabulary, share }: Names): string {
  const [, list, at] = /^(cases|ways)\[(\d+)\]/.exec(member) ?? []
  if (list === 'cases') {
    const filter = groupOf(step.cases?.[Number(at)]?.filter) as Filter
    return say(says.ifCase, { what: lineOf(filter, vocabulary, say) || say(says.everybody) })
  }
  if (list === 'ways') {
    const ways = step.ways ?? []
    const sum = ways.reduce((all, one) => all + one.weight, 0)
    const weight = ways[Number(at)]?.weight ?? 0
    return say(says.share, { share: share(Math.round((1000 * weight) / sum) / 1000) })
  }
  if (member === 'else') return say(says.else)
  return say(member === 'timeout' ? says.timeout : says.happened)
}

/** What lets people in, in a few words. */
export function useTriggerLine(): (trigger: Trigger) => string {
  const { say, vocabulary } = useNames()
  return useCallback(
    trigger => say(triggerLines[trigger.on], { what: nameOf(trigger, { say, vocabulary }) }),
    [say, vocabulary],
  )
}

function nameOf(trigger: Trigger, names: Pick<Names, 'say' | 'vocabulary'>): string {
  const { vocabulary } = names
  switch (trigger.on) {
    case 'topic_joined':
      return nameAmong(vocabulary.topics, trigger.topic_id ?? '') ?? '–'
    case 'segment_entered':
      return nameAmong(vocabulary.segments, trigger.segment_id ?? '') ?? '–'
    case 'event':
      return trigger.name ?? '–'
    case 'date':
      return dateSentence(trigger.property ?? '', trigger, names)
    case 'api':
      return ''
  }
}
