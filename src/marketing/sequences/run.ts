/**
 * Moving people on: an entry of the queue for each, claimed by one node; a visit of a step, its
 * letter and the next moment are one commit.
 */
import { assert } from '#kernel/base/assert.ts'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { Task } from '#platform/queue/tasks.ts'
import { readLetter, renderLetter } from '#sending/content/liquid/render.ts'
import { acceptWithin } from '#sending/intake/accept.ts'
import { prepare } from '#sending/intake/prepare.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import { periodAt } from '#tenants/limits/period.ts'
import { noteFacts } from '../activity/note.ts'
import { changeTopicByStep, setFields } from '../contacts/by-step.ts'
import type { ContactRow } from '../contacts/contact.ts'
import { noteLetters } from '../contacts/letters.ts'
import { propertyFallbacks, readContact } from '../contacts/reading.ts'
import { namedVersion } from '../templates/named.ts'
import { projectValues } from '../templates/project-values.ts'
import { chooseLanguage, contactValues } from '../templates/values.ts'
import { advance, type Move } from './advance.ts'
import type { SequenceDefinition, Step } from './definition.ts'
import { end, sequenceKind, wakeEnrollment } from './enrol.ts'
import { surroundingsOf } from './person.ts'
import {
  type Enrollment,
  findEnrollment,
  findSequence,
  findSequenceVersion,
  insertVisit,
  updateEnrollment,
} from './store.ts'

/** What stands beside sequences and is handed in by the wiring. */
export interface SequenceParts {
  readonly tenantOf: (world: World, projectId: Uuid, mode: Tenant['mode']) => Promise<Tenant | null>
  readonly preferencesLink: (world: World, tenant: Tenant) => Promise<(contactId: Uuid) => string>
  /** Into or out of a static segment. */
  readonly moveMember: (
    tx: Tx,
    world: World,
    tenant: Tenant,
    about: {
      readonly segmentId: Uuid
      readonly contactId: Uuid
      readonly action: 'add' | 'remove'
    },
  ) => Promise<void>
}

export const sequenceTask = (parts: SequenceParts): Task => ({
  kind: sequenceKind,
  capacity: 20,
  async runSlice(world, { projectId, subject }) {
    const seen = await findEnrollment(world.db, projectId, subject)
    if (seen === null || seen.state !== 'inside') return false
    const tenant = await parts.tenantOf(world, projectId, seen.mode)
    if (tenant === null) return false
    const account = await getAccount(world, tenant.accountId)
    const zone = account?.timeZone ?? 'UTC'
    const outer = {
      zone,
      fallbacks: await propertyFallbacks(world.db, projectId),
      project: await projectValues(world, tenant, zone),
      preferencesUrl: await parts.preferencesLink(world, tenant),
    }
    return world.db.transaction(async tx => {
      const enrollment = await findEnrollment(tx, projectId, subject, 'for update')
      if (enrollment === null || enrollment.state !== 'inside') return false
      return new Turn(tx, world, { tenant, parts, enrollment, outer }).take()
    })
  },
})

interface Outer {
  readonly zone: string
  readonly fallbacks: ReadonlyMap<string, unknown>
  readonly project: Readonly<Record<string, unknown>>
  readonly preferencesUrl: (contactId: Uuid) => string
}

/** One person's turn, in its transaction. */
class Turn {
  readonly #tx: Tx
  readonly #world: World
  readonly #tenant: Tenant
  readonly #parts: SequenceParts
  readonly #outer: Outer
  readonly #now: number
  #enrollment: Enrollment

  constructor(
    tx: Tx,
    world: World,
    about: {
      readonly tenant: Tenant
      readonly parts: SequenceParts
      readonly enrollment: Enrollment
      readonly outer: Outer
    },
  ) {
    this.#tx = tx
    this.#world = world
    this.#tenant = about.tenant
    this.#parts = about.parts
    this.#outer = about.outer
    this.#enrollment = about.enrollment
    this.#now = world.clock.now()
  }

  /** true: the next step may follow at once. */
  async take(): Promise<boolean> {
    const { projectId } = this.#tenant
    const { sequence_id: id, version, contact_id: contactId, step: stepKey } = this.#enrollment
    const sequence = await findSequence(this.#tx, projectId, id)
    if (sequence === null) return false
    // Resuming wakes everybody.
    if (sequence.status === 'paused') return this.#hold('paused', null)
    const definition = await findSequenceVersion(this.#tx, { projectId, id }, version)
    const step = definition?.steps.find(one => one.key === stepKey)
    assert(definition && step, 'an enrollment stands at a step of its version')
    const contact = await readContact(this.#tx, this.#tenant, contactId)
    const left = await this.#leaves(definition, contact)
    if (left !== null || contact === null) {
      return this.#end('exited', left ?? 'contact_deleted')
    }
    const around = surroundingsOf(this.#tx, this.#tenant, {
      contact,
      now: this.#now,
      zone: this.#outer.zone,
      seed: this.#enrollment.contact_id,
    })
    const dueAt = this.#enrollment.due_at?.getTime() ?? null
    const move = await advance(
      step,
      {
        step: step.key,
        enteredAt: this.#enrollment.entered_at.getTime(),
        begunAt: dueAt === null ? null : this.#now,
        dueAt,
      },
      around,
    )
    return this.#follow(move, { definition, contact, step })
  }

  /** Always on: who left the topic or may not be written to, and the filters that end it. */
  async #leaves(
    definition: SequenceDefinition,
    contact: ContactRow | null,
  ): Promise<string | null> {
    if (contact === null) return 'contact_deleted'
    if (contact.suppressions.length > 0) return 'suppressed'
    const topicId = definition.topic_id === null ? null : read('top', definition.topic_id)
    const state = contact.topics.find(one => one.id === topicId)?.state
    if (topicId !== null && state === 'unsubscribed') return 'topic_left'
    const around = surroundingsOf(this.#tx, this.#tenant, {
      contact,
      now: this.#now,
      zone: this.#outer.zone,
      seed: contact.id,
    })
    for (const one of definition.exits) {
      if (one.on === 'filter' && (await around.holds(one.filter))) return one.reason ?? 'exit'
    }
    return null
  }

  async #save(change: Partial<Enrollment>): Promise<void> {
    this.#enrollment = { ...this.#enrollment, ...change }
    await updateEnrollment(this.#tx, this.#tenant.projectId, this.#enrollment)
  }

  async #hold(reason: string, until: number | null): Promise<boolean> {
    const when = until === null ? null : new Date(until).toISOString()
    await this.#save({ waiting: { reason, until: when } })
    if (until !== null) await this.#wake(until)
    return false
  }

  #wake(dueAt: number): Promise<void> {
    const { id } = this.#enrollment
    return wakeEnrollment(this.#tx, this.#world, this.#tenant.projectId, { id, dueAt })
  }

  async #end(state: Enrollment['state'], reason: string | null): Promise<boolean> {
    await end(this.#tx, this.#world, this.#tenant, this.#enrollment, { state, reason })
    return false
  }

  async #follow(
    move: Move,
    about: {
      readonly definition: SequenceDefinition
      readonly contact: ContactRow
      readonly step: Step
    },
  ): Promise<boolean> {
    switch (move.kind) {
      case 'wait':
        await this.#save({ due_at: new Date(move.until), waiting: null })
        await this.#wake(move.until)
        return false
      case 'exit':
        await this.#visit(move.reason, null)
        return this.#end('exited', move.reason)
      case 'pass':
        await this.#visit(move.outcome, null)
        return this.#goOn(move.next)
      case 'act': {
        const done = await this.#act(about)
        if ('until' in done) return this.#hold(done.reason, done.until)
        await this.#visit(done.outcome, done.emailId)
        return this.#goOn(move.next)
      }
    }
  }

  #visit(outcome: string, emailId: Uuid | null): Promise<void> {
    const { id, visit, step } = this.#enrollment
    const key = { projectId: this.#tenant.projectId, id, visit }
    return insertVisit(this.#tx, key, {
      step: step!,
      at: new Date(this.#now),
      outcome,
      emailId,
    })
  }

  async #goOn(next: string | undefined): Promise<boolean> {
    if (next === undefined) return this.#end('finished', 'done')
    await this.#save({
      step: next,
      visit: this.#enrollment.visit + 1,
      due_at: null,
      waiting: null,
    })
    return true
  }

  async #act(about: {
    readonly definition: SequenceDefinition
    readonly contact: ContactRow
    readonly step: Step
  }): Promise<
    | { readonly outcome: string; readonly emailId: Uuid | null }
    | { readonly reason: string; readonly until: number }
  > {
    const { step, contact } = about
    const done = { outcome: 'done', emailId: null }
    const call = { world: this.#world, tenant: this.#tenant }
    switch (step.type) {
      case 'email':
        return this.#send(about, step)
      case 'topic': {
        const topicId = read('top', step.topic_id)
        if (topicId === null) return { ...done, outcome: 'skipped:topic' }
        await changeTopicByStep(this.#tx, call, {
          contactId: contact.id,
          email: contact.email,
          topicId,
          action: step.action,
          actor: show('seq', this.#enrollment.sequence_id),
        })
        return done
      }
      case 'segment': {
        const segmentId = read('seg', step.segment_id)
        if (segmentId === null) return { ...done, outcome: 'skipped:segment' }
        const about = { segmentId, contactId: contact.id, action: step.action }
        await this.#parts.moveMember(this.#tx, this.#world, this.#tenant, about)
        return done
      }
      case 'update_contact': {
        const isSet = await setFields(this.#tx, call, contact.id, step.set)
        return isSet ? done : { ...done, outcome: 'skipped:fields' }
      }
      case 'webhook': {
        const data = { name: step.name, ...(step.data === undefined ? {} : { data: step.data }) }
        const fact = { type: 'sequence.webhook' as const, contactId: contact.id, data }
        await noteFacts(this.#tx, this.#world, this.#tenant, [fact])
        return done
      }
      default:
        return done
    }
  }

  async #send(
    {
      definition,
      contact,
    }: { readonly definition: SequenceDefinition; readonly contact: ContactRow },
    step: Extract<Step, { type: 'email' }>,
  ) {
    const skipped = (outcome: string) => ({ outcome, emailId: null })
    const version = await namedVersion(this.#tx, this.#tenant.projectId, step)
    if (version === null) return skipped('skipped:template')
    const { draft, letters } = version
    const language = chooseLanguage(Object.keys(letters), contact.language, draft.default_language)
    if (language === null) return skipped('skipped:no_variant')
    const declared = Object.fromEntries(
      draft.variables.flatMap(({ key, fallback }) => (fallback == null ? [] : [[key, fallback]])),
    )
    const rendered = renderLetter(
      readLetter(letters[language]!),
      {
        ...this.#outer.project,
        ...declared,
        ...(this.#enrollment.event === null ? {} : { event: this.#enrollment.event }),
        contact: contactValues(contact, this.#outer.fallbacks),
        preferences_url: this.#outer.preferencesUrl(contact.id),
      },
      { language, timeZone: contact.time_zone ?? this.#outer.zone },
    )
    const [missing] = rendered.missing
    if (missing !== undefined && step.on_missing !== 'empty') {
      return skipped(`skipped:missing_value:${missing}`)
    }
    return this.#accept({ definition, contact, step, rendered })
  }

  async #accept({
    definition,
    contact,
    step,
    rendered,
  }: {
    readonly definition: SequenceDefinition
    readonly contact: ContactRow
    readonly step: Extract<Step, { type: 'email' }>
    readonly rendered: ReturnType<typeof renderLetter>
  }) {
    const { sequence_id: sequenceId } = this.#enrollment
    const list = definition.topic_id ?? show('seq', sequenceId)
    const host = this.#world.settings.MALOTE_HOSTNAME
    const id = this.#world.ids.next()
    const prepared = prepare(
      {
        from: step.from ?? definition.from!,
        to: [contact.email],
        subject: step.subject ?? rendered.subject,
        ...(rendered.html === null ? {} : { html: rendered.html }),
        ...(rendered.text === null ? {} : { text: rendered.text }),
        stream: 'marketing',
        headers: { 'List-Id': `<${list}.${show('prj', this.#tenant.projectId)}.${host}>` },
      },
      this.#now,
    )
    const [result] = await acceptWithin(this.#tx, this.#world, [
      {
        tenant: this.#tenant,
        emails: [{ id, prepared, stopped: null, within: '' }],
        idempotency: undefined,
        response: '',
      },
    ])
    if (result!.kind === 'refused') {
      const { code } = result!.refusal
      if (code === 'recipient_suppressed') return { outcome: 'skipped:suppressed', emailId: null }
      return { reason: 'quota', until: periodAt(this.#now, this.#outer.zone).dayEndsAt }
    }
    const topicId = definition.topic_id === null ? null : read('top', definition.topic_id)
    const source = { kind: 'sequence' as const, id: sequenceId, step: step.key, topicId }
    const letters = [{ contactId: contact.id, emailId: id }]
    await noteLetters(this.#tx, this.#tenant.projectId, source, letters, new Date(this.#now))
    return { outcome: 'sent', emailId: id }
  }
}
