/** What is said of a campaign that follows another one: how long after it, and to whom. */
import { type Static, Type } from 'typebox'
import { dayMs, durationMs, hourMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'

const maxAfterMs = 30 * dayMs

const fields = {
  after: Type.String({ description: 'After it was sent: PT1H to P30D.' }),
  to: Type.Enum(['not_opened', 'not_clicked']),
  subject: Type.Optional(
    Type.String({ maxLength: 998, description: 'Of a letter of its own; absent: the same.' }),
  ),
}
export const followUpSchema = Type.Object(fields, {
  $id: 'FollowUpInput',
  additionalProperties: false,
})
export type FollowUp = Static<typeof followUpSchema>

export const followUpShape = Type.Object(
  {
    ...fields,
    campaign_id: Type.Union([Type.String(), Type.Null()], {
      description: 'Once it is planned, when the first was sent.',
    }),
  },
  { $id: 'FollowUp' },
)

const refuse = (param: string, en: string, pt: string): Refusal =>
  new Refusal('invalid_field', { param: `follow_up.${param}`, why: { en, pt } })

/** Throws Refusal. */
export function checkFollowUp(given: FollowUp): FollowUp {
  const afterMs = durationMs(given.after)
  if (afterMs === null || afterMs < hourMs || afterMs > maxAfterMs) {
    throw refuse(
      'after',
      'It must be a duration from PT1H to P30D.',
      'Deve ser uma duração de PT1H a P30D.',
    )
  }
  return given
}

interface Following {
  readonly follow_up?: FollowUp | null
  readonly content: object | null
}

/** A template says its own subject. Throws Refusal. */
export function mustFollow({ follow_up: asked, content }: Following): void {
  if (!asked?.subject || content === null || !('template_id' in content)) return
  throw refuse(
    'subject',
    'Only a letter of its own can have another subject; a template says its own.',
    'Só uma mensagem própria pode ter outro assunto; um modelo tem o seu.',
  )
}
