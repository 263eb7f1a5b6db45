/**
 * What would happen to a person in the next days: the same moves as the engine's, on a clock of its
 * own. Nothing is stored, nothing is sent.
 */
import { assert } from '#kernel/base/assert.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import { PartFault, readLetter, renderLetter } from '#sending/content/liquid/render.ts'
import type { ContactRow } from '../contacts/contact.ts'
import { propertyFallbacks } from '../contacts/reading.ts'
import { namedVersion } from '../templates/named.ts'
import { projectValues } from '../templates/project-values.ts'
import { chooseLanguage, contactValues } from '../templates/values.ts'
import { advance } from './advance.ts'
import type { SequenceDefinition, Step } from './definition.ts'
import { surroundingsOf } from './person.ts'

export interface Assumed {
  readonly at: number
  readonly event: string
  readonly data: Readonly<Record<string, unknown>> | null
}

interface Simulating {
  readonly definition: SequenceDefinition
  readonly contact: ContactRow
  readonly from: string | null
  readonly days: number
  readonly assume: readonly Assumed[]
  readonly zone: string
}

const dayMs = 24 * 3_600_000
/** More than a graph without loops can have. */
const maxMoves = 200

export async function simulate(
  { world, tenant }: { readonly world: World; readonly tenant: Tenant },
  asked: Simulating,
) {
  const { definition, contact, assume } = asked
  const start = world.clock.now()
  const end = start + asked.days * dayMs
  const zone = contact.time_zone ?? asked.zone
  const real = surroundingsOf(world.db, tenant, { contact, now: start, zone, seed: contact.id })
  const letters: object[] = []
  const path: object[] = []
  const waits: object[] = []
  let now = start
  let key: string | undefined = asked.from ?? definition.steps[0]!.key
  let dueAt: number | null = null
  let begunAt: number | null = null
  const at = (ms: number): string => new Date(ms).toISOString()
  const exitOf = (until: number) => assumedExit(asked, start, until)
  const ended = (when: number, state: string, reason: string) => ({
    letters,
    path,
    waits,
    ends: { at: at(when), state, reason },
  })
  for (let moves = 0; moves < maxMoves; moves += 1) {
    const gone = exitOf(now)
    if (gone !== null) return ended(gone.at, 'exited', gone.reason)
    if (key === undefined) return ended(now, 'finished', 'done')
    const step: Step | undefined = definition.steps.find(one => one.key === key)
    assert(step, 'the graph was judged when it was published')
    const move = await advance(
      step,
      { step: step.key, enteredAt: start, begunAt, dueAt },
      {
        ...real,
        now,
        happened: async (name, since) =>
          assume.some(one => one.event === name && one.at >= since && one.at <= now) ||
          (await real.happened(name, since)),
      },
    )
    if (move.kind === 'wait') {
      begunAt ??= now
      dueAt = move.until
      const next = wakes(step, assume, now, move.until)
      waits.push({ step: step.key, from: at(now), until: at(move.until) })
      const left = exitOf(Math.min(next, end))
      if (left !== null) return ended(left.at, 'exited', left.reason)
      if (next > end) return { letters, path, waits, ends: null }
      now = next
      continue
    }
    dueAt = null
    begunAt = null
    if (move.kind === 'exit') {
      path.push({ at: at(now), step: step.key, because: move.reason })
      return ended(now, 'exited', move.reason)
    }
    if (move.kind === 'pass') {
      path.push({ at: at(now), step: step.key, because: move.outcome })
    } else {
      const letter =
        step.type === 'email' ? await letterOf({ world, tenant }, asked, step, now) : null
      if (letter !== null) letters.push(letter)
      path.push({ at: at(now), step: step.key, because: letter === null ? 'done' : 'sent' })
    }
    key = move.next
  }
  return { letters, path, waits, ends: null }
}

/** What is assumed to happen may end the way. */
function assumedExit(
  { assume, definition }: Simulating,
  from: number,
  until: number,
): { readonly at: number; readonly reason: string } | null {
  for (const one of assume.toSorted((a, b) => a.at - b.at)) {
    const exit = definition.exits.find(rule => rule.on === 'event' && rule.name === one.event)
    if (exit !== undefined && one.at >= from && one.at <= until) {
      return { at: one.at, reason: exit.reason ?? 'exit' }
    }
  }
  return null
}

/** A wait for an event ends when it is assumed to happen. */
function wakes(step: Step, assume: readonly Assumed[], now: number, until: number): number {
  if (step.type !== 'wait_for_event') return until
  const times = assume.filter(one => one.event === step.event && one.at > now).map(one => one.at)
  return Math.min(until, ...times)
}

async function letterOf(
  { world, tenant }: { readonly world: World; readonly tenant: Tenant },
  { contact, zone: own }: Simulating,
  step: Extract<Step, { type: 'email' }>,
  now: number,
): Promise<object | null> {
  const version = await namedVersion(world.db, tenant.projectId, step)
  if (version === null) return null
  const { draft, letters } = version
  const language = chooseLanguage(Object.keys(letters), contact.language, draft.default_language)
  if (language === null) return null
  const zone = contact.time_zone ?? own
  const fallbacks = await propertyFallbacks(world.db, tenant.projectId)
  const declared = Object.fromEntries(
    draft.variables.flatMap(one => (one.fallback == null ? [] : [[one.key, one.fallback]])),
  )
  try {
    const rendered = renderLetter(
      readLetter(letters[language]!),
      {
        ...(await projectValues(world, tenant, zone)),
        ...declared,
        contact: contactValues(contact, fallbacks),
        preferences_url: world.settings.MALOTE_BASE_URL,
      },
      { language, timeZone: zone },
    )
    if (rendered.missing.length > 0 && step.on_missing !== 'empty') return null
    const local = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(now)
    return {
      at: new Date(now).toISOString(),
      local: local.replace(' ', 'T'),
      step: step.key,
      subject: step.subject ?? rendered.subject,
      template_id: step.template_id,
    }
  } catch (error) {
    if (error instanceof PartFault) return null
    throw error
  }
}

/** Somebody who is not there, by the fields that were given. */
export const invented = (
  tenant: Tenant,
  id: Uuid,
  given: Readonly<Record<string, unknown>>,
  now: number,
): ContactRow => ({
  id,
  xid: '0',
  email: String(given.email ?? 'someone@example.org'),
  external_id: textOr(given.external_id),
  first_name: textOr(given.first_name),
  last_name: textOr(given.last_name),
  language: textOr(given.language) ?? tenant.projectLanguage,
  time_zone: textOr(given.time_zone),
  properties: (given.properties ?? {}) as ContactRow['properties'],
  topics: [],
  suppressions: [],
  snoozed_until: null,
  source: 'api',
  created_at: new Date(now),
  updated_at: new Date(now),
})

const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null)
