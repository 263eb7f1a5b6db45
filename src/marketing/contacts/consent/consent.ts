/**
 * Joining, confirming and leaving, for whoever asks: a call, a form, the preference centre, an
 * import, one click. This is the only place where the state of a topic changes, and each change
 * leaves a record. Only the person gives consent back: after leaving, joining needs evidence of an
 * act that is later (docs/contract.md#consent).
 */
import { createHash } from 'node:crypto'
import { Refusal } from '#kernel/base/errors.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { suppressionKey } from '#kernel/mail/address.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { addEntries } from '#sending/suppression/add.ts'
import type { SuppressionReason } from '#sending/suppression/reasons.ts'
import { isOwnChoice, suppressionsOf, takeBack } from '#sending/suppression/suppress.ts'
import { noteLeaving } from '../letters/letters.ts'
import type { Owner, TopicState } from '../people/contact.ts'
import { findTopics, lockMemberships, type Topic, writeMemberships } from '../topics/topic-store.ts'
import { consentSecret } from './chain.ts'
import {
  addressMac,
  type ConsentAction,
  type ConsentMethod,
  type ConsentPayload,
  type Evidence,
  proofOf,
  recordKey,
} from './consent-record.ts'
import { insertConsents, keepWordings } from './consent-store.ts'
import { keepSaid, type TopicWord } from './leavings.ts'
import { endLater, isOver } from './pending.ts'

export interface TopicChange {
  readonly contactId: Uuid
  readonly email: string
  /** null: everything of the marketing stream. */
  readonly topicId: Uuid | null
  readonly action: 'join' | 'confirm' | 'leave'
  readonly method: ConsentMethod
  /** Who did it, as `key_…` or `usr_…`; null: the person. */
  readonly actor: string | null
  readonly evidence?: Evidence
  /** On what ground an import says that they may be written to. */
  readonly basis?: string
  /** The letter whose link it was. */
  readonly emailId?: Uuid
  /** What joins must confirm by a letter, whatever the topic says. */
  readonly needsConfirmation?: boolean
  /** Of a confirmation: when it was asked for; what was asked for later waits for its own. */
  readonly askedAt?: number
  /** A leaving that nobody has asked for: an import is undone. It is no word of the person. */
  readonly isUndone?: boolean
}

type TopicOutcome =
  | { readonly state: TopicState; readonly isChanged: boolean }
  | { readonly error: Refusal }

type ConsentWorld = Pick<
  World,
  'ids' | 'clock' | 'db' | 'random' | 'settings' | 'runtime' | 'signals' | 'handoff'
>

/** The outcomes in the order given. The contacts' rows are locked by the caller. */
export async function changeTopics(
  tx: Tx,
  world: ConsentWorld,
  tenant: Tenant,
  changes: readonly TopicChange[],
): Promise<TopicOutcome[]> {
  if (changes.length === 0) return []
  const contactIds = [...new Set(changes.map(one => one.contactId))]
  const topicIds = [...new Set(changes.flatMap(one => one.topicId ?? []))]
  const emails = [...new Set(changes.map(one => one.email))]
  const [topics, memberships, entries] = await Promise.all([
    findTopics(tx, tenant.projectId, topicIds),
    lockMemberships(tx, tenant.projectId, contactIds),
    suppressionsOf(tx, tenant, emails),
  ])
  const draft = new Draft(world.clock.now(), topics, memberships, entries)
  const outcomes = changes.map(change => draft.apply(change))
  await draft.write(tx, world, tenant)
  return outcomes
}

type Memberships = Awaited<ReturnType<typeof lockMemberships>>
type Entries = Awaited<ReturnType<typeof suppressionsOf>>

interface Note {
  readonly change: TopicChange
  readonly action: ConsentAction
}

interface Standing {
  readonly state: Exclude<TopicState, 'none'>
  readonly since: number
  /** When they left, if nothing has taken it back since. */
  readonly leftAt: number | null
}

interface ConsentBlock {
  readonly isOwn: boolean
  readonly since: number
}

/** The topics of some contacts as they will be. */
class Draft {
  readonly #now: number
  readonly #topics: ReadonlyMap<Uuid, Topic>
  readonly #states = new Map<string, Standing>()
  readonly #blocks = new Map<string, ConsentBlock[]>()
  readonly #changed = new Set<string>()
  readonly #left = new Map<string, { email: string; reason: SuppressionReason; emailId?: Uuid }>()
  readonly #back = new Set<string>()
  readonly #said = new Map<string, TopicWord>()
  readonly #notes: Note[] = []

  constructor(now: number, topics: readonly Topic[], memberships: Memberships, entries: Entries) {
    this.#now = now
    this.#topics = new Map(topics.map(topic => [topic.id, topic]))
    for (const one of memberships) {
      const standing = standingOf(one, now)
      if (standing !== null) this.#states.set(`${one.contactId} ${one.topicId}`, standing)
    }
    for (const entry of entries) {
      const blocks = this.#blocks.get(entry.address) ?? []
      blocks.push({ isOwn: isOwnChoice(entry), since: entry.created_at.getTime() })
      this.#blocks.set(entry.address, blocks)
    }
  }

  apply(change: TopicChange): TopicOutcome {
    if (change.topicId === null) {
      return change.action === 'leave' ? this.#leaveAll(change) : this.#comeBack(change)
    }
    const topic = this.#topics.get(change.topicId)
    // It was there when the call was checked: somebody has removed it since.
    if (topic === undefined) return { state: 'none', isChanged: false }
    const known = this.#states.get(keyOf(change))
    if (change.action === 'leave') return this.#leave(change, known?.state ?? 'none')
    if (change.action === 'confirm') return this.#confirm(change, known)
    return this.#join(change, topic)
  }

  #leave(change: TopicChange, state: TopicState): TopicOutcome {
    if (state === 'unsubscribed') return { state, isChanged: false }
    if (change.isUndone !== true) this.#say(change, 'left')
    return this.#set(change, 'unsubscribed', 'left')
  }

  #leaveAll(change: TopicChange): TopicOutcome {
    const key = suppressionKey(change.email)
    if (this.#blocks.get(key)?.some(one => one.isOwn)) {
      return { state: 'unsubscribed', isChanged: false }
    }
    const isByPerson = !['api', 'dashboard', 'import'].includes(change.method)
    this.#left.set(key, {
      email: change.email,
      reason: isByPerson ? 'unsubscribe' : 'manual',
      ...(change.emailId === undefined ? {} : { emailId: change.emailId }),
    })
    this.#blocks.set(key, [...(this.#blocks.get(key) ?? []), { isOwn: true, since: this.#now }])
    this.#notes.push({ change, action: 'left' })
    return { state: 'unsubscribed', isChanged: true }
  }

  #comeBack(change: TopicChange): TopicOutcome {
    const blocks = this.#blocks.get(suppressionKey(change.email)) ?? []
    if (blocks.length === 0) return { state: 'none', isChanged: false }
    const refusal = this.#whyNot(change, blocks, null)
    if (refusal !== null) return { error: refusal }
    this.#takeBack(change)
    this.#notes.push({ change, action: 'joined' })
    return { state: 'none', isChanged: true }
  }

  #confirm(change: TopicChange, known: Standing | undefined): TopicOutcome {
    const blocks = this.#blocks.get(suppressionKey(change.email)) ?? []
    const isAsked = known?.state === 'pending' && known.since <= (change.askedAt ?? this.#now)
    if (!isAsked) return { state: known?.state ?? 'none', isChanged: false }
    if (blocks.some(one => !one.isOwn)) return { error: blockedByOthers() }
    if (blocks.length > 0) this.#takeBack(change)
    return this.#set(change, 'subscribed', 'confirmed')
  }

  #join(change: TopicChange, topic: Topic): TopicOutcome {
    const known = this.#states.get(keyOf(change))
    const blocks = this.#blocks.get(suppressionKey(change.email)) ?? []
    if (known?.state === 'subscribed' && blocks.length === 0) {
      return { state: 'subscribed', isChanged: false }
    }
    const leftAt = known?.leftAt ?? null
    const refusal = this.#whyNot(change, blocks, leftAt)
    if (refusal !== null) return { error: refusal }
    // Anybody may type an address into a form: who had left comes back by the letter alone.
    const isBack = change.method === 'form' && (leftAt !== null || blocks.length > 0)
    if (isBack || this.#mustConfirm(change, topic)) {
      if (known?.state === 'pending') return { state: 'pending', isChanged: false }
      return this.#set(change, 'pending', 'asked')
    }
    if (blocks.length > 0) this.#takeBack(change)
    return this.#set(change, 'subscribed', change.method === 'import' ? 'imported' : 'joined')
  }

  /** Who has left comes back by an act of their own that is later; others' words stay. */
  #whyNot(
    change: TopicChange,
    blocks: readonly ConsentBlock[],
    leftAt: number | null,
  ): Refusal | null {
    if (blocks.some(one => !one.isOwn)) return blockedByOthers()
    const lastLeft = Math.max(leftAt ?? 0, ...blocks.map(one => one.since))
    if (lastLeft === 0) return null
    // Nobody comes back by somebody else's list.
    if (change.method === 'import') return hasLeft()
    const isPersonsAct = change.method === 'form' || change.method === 'preference_centre'
    if (isPersonsAct || (change.evidence?.at ?? 0) > lastLeft) return null
    return hasLeft()
  }

  #mustConfirm(change: TopicChange, topic: Topic): boolean {
    // Whoever sits at the preference centre has got the letter whose link led there.
    if (change.method === 'preference_centre') return false
    if (!topic.double_opt_in && change.needsConfirmation !== true) return false
    const { evidence } = change
    const isConfirmed =
      evidence?.confirmed === true && evidence.at !== undefined && !!evidence.source
    return !isConfirmed
  }

  #set(
    change: TopicChange,
    state: Exclude<TopicState, 'none'>,
    action: ConsentAction,
  ): TopicOutcome {
    const key = keyOf(change)
    const leftAt = this.#states.get(key)?.leftAt ?? null
    if (state === 'subscribed' && leftAt !== null) this.#say(change, 'back')
    this.#states.set(key, {
      state,
      since: this.#now,
      leftAt: state === 'unsubscribed' ? this.#now : state === 'pending' ? leftAt : null,
    })
    this.#changed.add(key)
    this.#notes.push({ change, action })
    return { state, isChanged: true }
  }

  /** What outlives the contact. */
  #say({ email, topicId }: TopicChange, word: TopicWord['word']): void {
    const key = `${suppressionKey(email)} ${topicId}`
    this.#said.set(key, { email, topicId: topicId!, word })
  }

  #takeBack(change: TopicChange): void {
    const key = suppressionKey(change.email)
    this.#back.add(change.email)
    this.#left.delete(key)
    this.#blocks.delete(key)
  }

  async write(tx: Tx, world: ConsentWorld, tenant: Tenant): Promise<void> {
    const changed = [...this.#changed].map(key => {
      const [contactId, topicId] = key.split(' ') as [Uuid, Uuid]
      const { state, since, leftAt } = this.#states.get(key)!
      const before = state === 'pending' && leftAt !== null ? new Date(leftAt) : null
      return { contactId, topicId, state, since: new Date(since), leftAt: before }
    })
    if (changed.length > 0) await writeMemberships(tx, tenant.projectId, changed)
    await keepSaid(tx, world, tenant, [...this.#said.values()])
    await endLater(tx, world, tenant, changed)
    if (this.#back.size > 0) await takeBack(tx, tenant, [...this.#back])
    const left = [...this.#left.values()].map(one => ({
      ...one,
      projectId: tenant.projectId,
      stream: 'marketing' as const,
      at: this.#now,
    }))
    await addEntries(tx, world, tenant.mode, left)
    await writeRecords(tx, world, tenant, this.#notes)
  }
}

/** null: as if they had not asked. */
function standingOf({ state, since, leftAt }: Memberships[number], now: number): Standing | null {
  const left = leftAt?.getTime() ?? null
  if (!isOver(state, since.getTime(), now)) {
    const at = state === 'unsubscribed' ? since.getTime() : left
    return { state, since: since.getTime(), leftAt: at }
  }
  return left === null ? null : { state: 'unsubscribed', since: left, leftAt: left }
}

const keyOf = (change: TopicChange): string => `${change.contactId} ${change.topicId}`

const hasLeft = (): Refusal =>
  new Refusal('invalid_field', { param: 'consent', why: onlyThePerson })

const onlyThePerson: Text = {
  en: 'This person has left. Only their own act brings them back: give consent.at, later than the leaving.',
  pt: 'Esta pessoa saiu. Só um ato dela a traz de volta: informe consent.at, posterior à saída.',
}

const blockedByOthers = (): Refusal =>
  new Refusal('invalid_field', {
    param: 'consent',
    why: {
      en: 'The address is on the suppression list after a bounce or a complaint; consent does not change that. Remove the suppression first.',
      pt: 'O endereço está na lista de supressão após uma devolução ou marcação como spam; o consentimento não muda isso. Remova antes a supressão.',
    },
  })

/** People who called a letter spam: nobody writes to them any more. */
export const recordComplaints = (
  tx: Tx,
  world: ConsentWorld,
  owner: Owner,
  people: readonly { readonly contactId: Uuid; readonly email: string; readonly emailId: Uuid }[],
): Promise<void> =>
  writeRecords(
    tx,
    world,
    owner,
    people.map(person => ({
      action: 'blocked',
      change: { ...person, topicId: null, action: 'leave', method: 'complaint', actor: null },
    })),
  )

export async function writeRecords(
  tx: Tx,
  world: ConsentWorld,
  tenant: Owner,
  notes: readonly Note[],
): Promise<void> {
  if (notes.length === 0) return
  const secret = await consentSecret(world)
  const at = new Date(world.clock.now())
  const versions = await versionsOf(tx, world, tenant, notes)
  const records = notes.map(({ change, action }, i) => {
    const id = world.ids.next()
    const payload = payloadOf(change, versions[i] ?? null)
    const facts = {
      id: show('cns', id),
      project_id: show('prj', tenant.projectId),
      mode: tenant.mode,
      contact_id: show('con', change.contactId),
      topic_id: change.topicId === null ? null : show('top', change.topicId),
      action,
      at: at.toISOString(),
      method: change.method,
    }
    return {
      id,
      contactId: change.contactId,
      topicId: change.topicId,
      action,
      method: change.method,
      at,
      addressMac: addressMac(secret, tenant.projectId, suppressionKey(change.email)),
      payload,
      proof: proofOf(facts, payload, recordKey(secret, id)),
    }
  })
  await insertConsents(tx, tenant, records)
  await noteLeaving(tx, tenant.projectId, leavingsOf(notes, new Date(world.clock.now())))
}

const leavingsOf = (notes: readonly Note[], at: Date) =>
  notes.flatMap(({ change: { emailId, topicId }, action }) =>
    action === 'left' && emailId !== undefined ? [{ emailId, isAll: topicId === null, at }] : [],
  )

function payloadOf(change: TopicChange, version: number | null): ConsentPayload {
  const { evidence } = change
  const wording = evidence?.wording
  const hasEvidence = evidence?.at !== undefined
  return {
    address: change.email,
    actor: change.actor,
    ip: evidence?.ip ?? null,
    user_agent: evidence?.userAgent ?? null,
    page: evidence?.page ?? null,
    wording: wording === undefined || version === null ? null : { ...wording, version },
    email_id: change.emailId === undefined ? null : show('msg', change.emailId),
    evidence: hasEvidence
      ? {
          at: new Date(evidence.at!).toISOString(),
          source: evidence.source ?? null,
          confirmed: evidence.confirmed ?? false,
          ...(change.basis === undefined ? {} : { basis: change.basis }),
        }
      : null,
  }
}

/** Of each note's wording; null where it has none. */
async function versionsOf(
  tx: Tx,
  world: ConsentWorld,
  tenant: Owner,
  notes: readonly Note[],
): Promise<(number | null)[]> {
  const texts = new Map<string, NonNullable<Evidence['wording']>>()
  const nameOf = (wording: NonNullable<Evidence['wording']>): string =>
    `${wording.language} ${wording.text}`
  for (const { change } of notes) {
    const wording = change.evidence?.wording
    if (wording !== undefined) texts.set(nameOf(wording), wording)
  }
  const names = [...texts.keys()]
  if (names.length === 0) return notes.map(() => null)
  const at = new Date(world.clock.now())
  const versions = await keepWordings(
    tx,
    tenant.projectId,
    names.map(name => ({
      ...texts.get(name)!,
      id: world.ids.next(),
      digest: createHash('sha256').update(texts.get(name)!.text).digest(),
      at,
    })),
  )
  return notes.map(({ change }) => {
    const wording = change.evidence?.wording
    return wording === undefined ? null : versions[names.indexOf(nameOf(wording))]!
  })
}

/**
 * Writes to somebody who must confirm: the letter with the button. Bounded per address; resolves
 * whether or not one was written.
 */
export type AskConfirmation = (
  tx: Tx,
  world: World,
  tenant: Tenant,
  about: { readonly contactId: Uuid; readonly email: string; readonly topicIds: readonly Uuid[] },
) => Promise<unknown>
