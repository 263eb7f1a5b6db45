/** An A/B test while it is written: letters tried by some before the rest gets the better one. */
import type { Body } from '../../api/calls.ts'
import type { AbTest } from '../../api/shapes.ts'

/** What another letter has in the campaign's place; empty: the campaign's own. */
export interface TrialVariant {
  readonly key: string
  readonly subject: string
  readonly from: string
  readonly template: string
}

export interface Trial {
  /** The key of the campaign's own letter. */
  readonly first: string
  readonly others: readonly TrialVariant[]
  readonly percent: number
  readonly hours: number
  /** `clicked`, `opened`, or an event's name as the API has given it. */
  readonly metric: string
  /** How sure it must be, and what goes to the rest where it is not; the server's own if absent. */
  readonly sure?: number
  readonly unsure?: AbTest['if_unsure']
}

/** As many as the API takes, the campaign's own letter among them. */
const maxVariants = 5

export const newVariant = (key: string): TrialVariant => ({
  key,
  subject: '',
  from: '',
  template: '',
})

export const newTrial: Trial = {
  first: 'a',
  others: [newVariant('b')],
  percent: 20,
  hours: 4,
  metric: 'clicked',
}

/** One more letter to try; null where there are as many as there may be. */
export function withVariant(trial: Trial): Trial | null {
  if (trial.others.length + 1 >= maxVariants) return null
  const taken = [trial.first, ...trial.others.map(({ key }) => key)]
  const key = [...'abcdefgh'].find(one => !taken.includes(one))!
  return { ...trial, others: [...trial.others, newVariant(key)] }
}

const isOurs = ({ variants, wait }: AbTest): boolean => {
  const [first, ...others] = variants
  const isPlain = first?.subject === undefined && first?.from === undefined && !first?.content
  const isShown = others.every(
    ({ content }) =>
      content === undefined || (!!content.template_id && Object.keys(content).length === 1),
  )
  const isEven = variants.every(one => one.weight === first?.weight)
  return isPlain && isShown && isEven && others.length > 0 && /^PT\d+H$/.test(wait)
}

/** null: no test; undefined: one that is not of the kind that is written here. */
export function trialOf(ab: AbTest | null): Trial | null | undefined {
  if (ab === null) return null
  if (!isOurs(ab)) return undefined
  const [first, ...others] = ab.variants
  return {
    first: first!.key,
    others: others.map(({ key, subject = '', from = '', content }) => ({
      key,
      subject,
      from,
      template: content?.template_id ?? '',
    })),
    percent: Math.round(ab.test_share * 100),
    hours: Number(/\d+/.exec(ab.wait)![0]),
    metric: ab.metric,
    sure: ab.min_probability,
    unsure: ab.if_unsure,
  }
}

const isSomething = ({ subject, from, template }: TrialVariant): boolean =>
  subject.trim() !== '' || from.trim() !== '' || template !== ''

/** Nothing is tried before there is something to try. */
export function abOf(trial: Trial): Body<'project.campaigns.update'>['ab'] {
  const others = trial.others.filter(isSomething)
  if (others.length === 0) return null
  const { first, percent, hours, metric, sure, unsure } = trial
  return {
    variants: [
      { key: first },
      ...others.map(({ key, subject, from, template }) => ({
        key,
        ...(subject.trim() ? { subject: subject.trim() } : {}),
        ...(from.trim() ? { from: from.trim() } : {}),
        ...(template ? { content: { template_id: template } } : {}),
      })),
    ],
    test_share: percent / 100,
    wait: `PT${hours}H`,
    metric,
    ...(sure === undefined ? {} : { min_probability: sure }),
    ...(unsure === undefined ? {} : { if_unsure: unsure }),
  }
}
