/** The words of a letter of a step, for one person. */

import type { Uuid } from '#kernel/base/ids.ts'
import { languageOf } from '#kernel/base/languages.ts'
import { parseAddress } from '#kernel/mail/address.ts'
import type { Sql } from '#kernel/world/db.ts'
import { checkAtHand } from '#sending/content/content-check.ts'
import { type OwnParts, ownPartsOf } from '#sending/content/liquid/own-links.ts'
import {
  type LetterSources,
  PartFault,
  type ReadLetter,
  type RenderedLetter,
  readLetter,
  renderLetter,
} from '#sending/content/liquid/render.ts'
import type { PreparedEmail } from '#sending/content/prepared-email.ts'
import { namesTitle, type Utm, utmOf, withUtm } from '#sending/content/utm.ts'
import type { ContactRow, PreferencesUrl } from '../../contacts/people/contact.ts'
import { namedVersion } from '../../templates/named.ts'
import { topicNamesOf } from '../../templates/project-values.ts'
import type { Version } from '../../templates/template.ts'
import { chooseLanguage, contactValues } from '../../templates/values.ts'
import type { SequenceDefinition } from '../definition/definition.ts'
import type { Step } from '../definition/step.ts'
import { sequenceName } from '../store.ts'

export type EmailStep = Extract<Step, { type: 'email' }>

/** What letters of a project have in common. */
export interface LetterWorld {
  readonly zone: string
  readonly fallbacks: ReadonlyMap<string, unknown>
  readonly project: Readonly<Record<string, unknown>>
  readonly utm: Utm | null
  readonly preferencesUrl: PreferencesUrl
  readonly webViewUrl: (emailId: Uuid) => string
}

/** What letters are made of, read once for all that are made together. */
export interface StepSources {
  /** null: it is not published any more. */
  readonly version: (step: EmailStep) => ReturnType<typeof namedVersion>
  readonly topic: (id: Uuid | null) => ReturnType<typeof topicNamesOf>
  /** What links say of where they stand, with the name of the sequence. */
  readonly marks: (step: EmailStep, project: Utm | null, sequenceId: Uuid) => Promise<Marks>
  /** Its words in a language. Throws PartFault. */
  readonly words: (version: Version, language: string, own: OwnWords) => ReadLetter
  /** Whether the check of content stops a letter of these words. */
  readonly stops: (world: CheckWorld, words: ReadLetter, letter: PreparedEmail) => boolean
}

interface Marks {
  readonly utm: Utm
  readonly title: string
}

interface OwnWords extends Marks {
  /** The step's own; undefined: that of the template. */
  readonly subject: string | undefined
}

type CheckWorld = Parameters<typeof checkAtHand>[0]

export function stepSources(sql: Sql, projectId: Uuid): StepSources {
  const versions = new Map<string, ReturnType<typeof namedVersion>>()
  const topics = new Map<Uuid | null, ReturnType<typeof topicNamesOf>>()
  const titles = new Map<Uuid, Promise<string>>()
  const words = new Map<Version, Map<string, ReadLetter>>()
  return {
    version(step) {
      const key = `${step.template_id} ${step.template_version}`
      const known = versions.get(key) ?? namedVersion(sql, projectId, step)
      versions.set(key, known)
      return known
    },
    topic(id) {
      const known = topics.get(id) ?? topicNamesOf(sql, projectId, id)
      topics.set(id, known)
      return known
    },
    async marks(step, project, sequenceId) {
      const utm = utmOf(project, step.utm)
      if (!namesTitle(utm)) return { utm, title: '' }
      const known = titles.get(sequenceId) ?? sequenceName(sql, projectId, sequenceId)
      titles.set(sequenceId, known)
      return { utm, title: await known }
    },
    words(version, language, own) {
      const ofVersion = words.get(version) ?? new Map<string, ReadLetter>()
      words.set(version, ofVersion)
      const key = JSON.stringify([language, own])
      const known = ofVersion.get(key) ?? readLetter(withOwn(version.letters[language]!, own))
      ofVersion.set(key, known)
      return known
    },
    stops: contentStops(),
  }
}

function withOwn(sources: LetterSources, { subject, utm, title }: OwnWords): LetterSources {
  const marked = withUtm(sources, utm, title)
  return subject === undefined ? marked : { ...marked, subject }
}

/** Words whose links are the same in every letter are judged once for each sender. */
function contentStops(): StepSources['stops'] {
  const judged = new Map<
    ReadLetter,
    { readonly own: OwnParts; readonly by: Map<string, boolean> }
  >()
  return (world, words, letter) => {
    const known = judged.get(words) ?? { own: ownPartsOf(words), by: new Map<string, boolean>() }
    judged.set(words, known)
    const { domain } = letter.from
    const isStopped = known.by.get(domain) ?? checkAtHand(world, letter) !== null
    if (!known.own.html && !known.own.text) known.by.set(domain, isStopped)
    return isStopped
  }
}

export interface MadeLetter {
  readonly rendered: RenderedLetter
  /** Of its template. */
  readonly version: number
  readonly words: ReadLetter
}

interface LetterAbout {
  readonly step: EmailStep
  readonly contact: ContactRow
  /** What let them in. */
  readonly event: Readonly<Record<string, unknown>> | null
  readonly topicId: Uuid | null
  readonly emailId: Uuid
  readonly sequenceId: Uuid
}

/** From which domain a letter goes; null: nobody has said. */
export function domainOf(
  { from: own }: EmailStep,
  { from }: Pick<SequenceDefinition, 'from'>,
): string | null {
  const parsed = parseAddress(own ?? from ?? '')
  return parsed.ok ? parsed.address.domain : null
}

/** The email that a letter is. */
export const emailOfLetter = (
  { subject, html, text }: RenderedLetter,
  { from, to }: { readonly from: string; readonly to: string },
) => ({
  from,
  to: [to],
  subject,
  ...(html === null ? {} : { html }),
  ...(text === null ? {} : { text }),
  stream: 'marketing' as const,
})

/** What came out of the template is no email, such as one whose subject has several lines. */
export const noEmail = 'skipped:error'

/** A live email with what it says may not go out. */
export const stoppedLetter = 'skipped:content_check'

/** The words of a letter, or the outcome that says why there are none. */
export async function makeLetter(
  sources: StepSources,
  outer: LetterWorld,
  { step, contact, event, topicId, emailId, sequenceId }: LetterAbout,
): Promise<MadeLetter | string> {
  const found = await sources.version(step)
  if (found === null) return 'skipped:template'
  const { draft, letters, version } = found
  const language = chooseLanguage(Object.keys(letters), contact.language, draft.default_language)
  if (language === null) return 'skipped:no_variant'
  const topic = await sources.topic(topicId)
  const marks = await sources.marks(step, outer.utm, sequenceId)
  const declared = Object.fromEntries(
    draft.variables.flatMap(({ key, fallback }) => (fallback == null ? [] : [[key, fallback]])),
  )
  const values = {
    ...outer.project,
    ...declared,
    ...(event === null ? {} : { event }),
    ...(topic === null ? {} : { topic: { name: topic[languageOf(language)] } }),
    contact: contactValues(contact, outer.fallbacks),
    preferences_url: outer.preferencesUrl(contact, topicId),
    web_view_url: outer.webViewUrl(emailId),
  }
  const timeZone = contact.time_zone ?? outer.zone
  try {
    // An empty text is none, as in every field.
    const subject = step.subject?.trim() ? step.subject : undefined
    const words = sources.words(found, language, { ...marks, subject })
    const rendered = renderLetter(words, values, { language, timeZone })
    const [missing] = rendered.missing
    const hasHole = missing !== undefined && step.on_missing !== 'empty'
    return hasHole ? `skipped:missing_value:${missing}` : { rendered, version, words }
  } catch (error) {
    if (error instanceof PartFault) return 'skipped:template'
    throw error
  }
}
