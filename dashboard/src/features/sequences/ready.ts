/**
 * Sequences that are ready: steps, rules and letters in both languages, to be changed as one likes.
 * Data alone; `use-ready.ts` makes one of them.
 */
import type { Body } from '../../api/calls.ts'
import { type Language, lettersOf, type ReadyLetter, type Text } from './ready-letters.ts'
import type { Exit, Step, Trigger } from './sequence.ts'

export const seriesNames = ['welcome', 'cart', 'birthday', 'winBack'] as const
export type SeriesName = (typeof seriesNames)[number]

type TemplateBody = Body<'project.templates.create'>

/** What a series needs of the project before it can begin. */
export interface Needs {
  /** A date of people. */
  readonly property?: { readonly key: string; readonly label: Text }
  /** Whose entering begins it. */
  readonly segment?: { readonly name: Text; readonly filter: object }
}

interface Base {
  readonly topicId: string | null
  /** By the names of letters. */
  readonly templateOf: (letter: string) => string
  readonly segmentId: string | null
}

export interface Series {
  readonly letters: Readonly<Record<string, ReadyLetter>>
  readonly needs: Needs
  readonly rules: (base: Base) => {
    readonly triggers: Trigger[]
    readonly exits?: Exit[]
    readonly reentry?: Body<'project.sequences.update'>['reentry']
    readonly steps: Step[]
  }
}

/** Who opened a letter goes on at one step, all others at another. */
const opened = (letter: string, next: string, otherwise: string): Step => ({
  key: 'opened',
  type: 'branch',
  cases: [{ filter: { all: [{ letters: 'opened', of: { step: letter } }] }, next }],
  else: otherwise,
})
interface Pair {
  readonly time: string
  /** Of those who opened the first. */
  readonly reason: string
  readonly templateOf: Base['templateOf']
}

/** A letter, and a week later another for those who did not open it. */
const twice = (first: string, second: string, { time, reason, templateOf }: Pair): Step[] => [
  { key: first, type: 'email', template_id: templateOf(first), next: 'week' },
  { key: 'week', type: 'wait', for: 'P7D', until: { time }, next: 'opened' },
  opened(first, 'done', second),
  { key: 'done', type: 'exit', reason },
  { key: second, type: 'email', template_id: templateOf(second) },
]

const paid: Exit = { on: 'event', name: 'order.paid', reason: 'goal' }

const joined = (topicId: string | null): Trigger[] =>
  topicId === null ? [{ on: 'api' }] : [{ on: 'topic_joined', topic_id: topicId }]

export const seriesOf: Readonly<Record<SeriesName, Series>> = {
  welcome: {
    letters: lettersOf.welcome,
    needs: {},
    rules: ({ topicId, templateOf }) => ({
      triggers: joined(topicId),
      exits: [paid],
      steps: [
        { key: 'hello', type: 'email', template_id: templateOf('hello'), next: 'rest' },
        { key: 'rest', type: 'wait', for: 'P2D', until: { time: '09:00' }, next: 'opened' },
        opened('hello', 'more', 'again'),
        { key: 'more', type: 'email', template_id: templateOf('more'), next: 'pause' },
        { key: 'again', type: 'email', template_id: templateOf('again'), next: 'pause' },
        { key: 'pause', type: 'wait', for: 'P3D', until: { time: '09:00' }, next: 'question' },
        { key: 'question', type: 'email', template_id: templateOf('question') },
      ],
    }),
  },
  cart: {
    letters: lettersOf.cart,
    needs: {},
    rules: ({ templateOf }) => ({
      triggers: [{ on: 'event', name: 'cart.left' }],
      exits: [paid],
      reentry: { mode: 'after_exit', min_gap: 'P7D' },
      steps: [
        { key: 'soon', type: 'wait', for: 'PT1H', next: 'forgot' },
        { key: 'forgot', type: 'email', template_id: templateOf('forgot'), next: 'day' },
        { key: 'day', type: 'wait', for: 'P1D', until: { time: '10:00' }, next: 'still' },
        { key: 'still', type: 'email', template_id: templateOf('still') },
      ],
    }),
  },
  birthday: {
    letters: lettersOf.birthday,
    needs: { property: { key: 'birthday', label: { en: 'Birthday', pt: 'Aniversário' } } },
    rules: ({ templateOf }) => ({
      triggers: [{ on: 'date', property: 'birthday', yearly: true, time: '09:00' }],
      reentry: { mode: 'after_exit' },
      steps: twice('wishes', 'late', { time: '09:00', reason: 'opened', templateOf }),
    }),
  },
  winBack: {
    letters: lettersOf.winBack,
    needs: {
      segment: {
        name: { en: 'Quiet for 90 days', pt: 'Sem abrir há 90 dias' },
        filter: {
          all: [
            { letters: 'received', within: 'P90D', at_least: 3 },
            { not: { letters: 'opened', within: 'P90D', at_least: 1 } },
          ],
        },
      },
    },
    rules: ({ templateOf, segmentId }) => ({
      triggers: [{ on: 'segment_entered', segment_id: segmentId ?? '' }],
      reentry: { mode: 'after_exit', min_gap: 'P180D' },
      steps: twice('miss', 'last', { time: '10:00', reason: 'goal', templateOf }),
    }),
  },
}

const variantOf = (letter: ReadyLetter, site: string, language: Language) => ({
  subject: letter.subject[language],
  preheader: letter.preheader[language],
  design: {
    blocks: [
      { type: 'heading' as const, text: letter.heading[language] },
      ...letter.text.map(one => ({ type: 'text' as const, html: `<p>${one[language]}</p>` })),
      { type: 'button' as const, text: letter.button[language], href: site },
      { type: 'footer' as const },
    ],
  },
})

/** A letter as a template: the whole of it in both languages. */
export const templateOf = (
  letter: ReadyLetter,
  { site, language }: { readonly site: string; readonly language: Language },
): TemplateBody => ({
  name: letter.name[language],
  default_language: language,
  variants: { en: variantOf(letter, site, 'en'), pt: variantOf(letter, site, 'pt') },
})

/** Where buttons lead if nobody says so: the site of whoever sends. */
export function siteOf(from: string): string {
  const domain = /@([^\s>@]+)/.exec(from)?.[1]
  return domain === undefined ? '' : `https://${domain.toLowerCase()}/`
}
