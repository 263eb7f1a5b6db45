/**
 * Letters made before they are released, outside of any transaction: making one takes longer than
 * all else that a release does in this process, and while it is made nothing is locked. A draft is
 * good for the contact as it was; whoever has changed since is drafted again.
 */
import { Refusal } from '#kernel/base/errors.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import { bulkStretches } from '#kernel/world/stretches.ts'
import type { World } from '#kernel/world/world.ts'
import type { Ready } from '#sending/intake/policy.ts'
import type { NamedContent } from '#sending/outbox/outbox.ts'
import type { PersonRow } from '../../contacts/people/contact.ts'
import { readPeople } from '../../contacts/people/store.ts'
import { variantOf } from '../definition/ab.ts'
import {
  type Common,
  isStopped,
  isTemplateFault,
  letterFor,
  preparedLetter,
  sharedLetter,
} from './letter.ts'
import { nextPending } from './progress-store.ts'

/** Who is drafted for: those whose moment has come, between two ranks. */
export interface DraftRange {
  /** null: from the first on. */
  readonly after: string | null
  /** null: to the last. */
  readonly below: string | null
  readonly max: number
}

export interface ReadyLetter extends Ready {
  readonly variant: string | null
  readonly language: string
}

interface Draft {
  /** Of the row of the contact that it was made for. */
  readonly version: string
  /** Or why there is none. */
  readonly made: ReadyLetter | { readonly reason: string }
}

export interface Drafts {
  readonly wanted: DraftRange
  /** The last rank; null: nobody is left. */
  readonly last: string | null
  readonly letters: ReadonlyMap<Uuid, Draft>
  /** What they have in common. */
  readonly contents: readonly NamedContent[]
}

export async function draftLetters(
  world: World,
  tenant: Tenant,
  common: Common,
  wanted: DraftRange,
): Promise<Drafts> {
  const now = world.clock.now()
  const key = { projectId: tenant.projectId, id: common.campaign.id }
  const rows = await nextPending(world.db, key, { ...wanted, now: new Date(now) })
  const ids = rows.map(row => row.contact_id)
  const contacts = new Map((await readPeople(world.db, tenant, ids)).map(one => [one.id, one]))
  const stretches = world.runtime.get(bulkStretches, world)
  const letters = new Map<Uuid, Draft>()
  for (const { contact_id: id, rank } of rows) {
    const contact = contacts.get(id)
    if (contact === undefined) {
      letters.set(id, { version: '', made: { reason: 'deleted' } })
      continue
    }
    await stretches.turn()
    const variant = variantFor(common.campaign, rank)
    const about = { contact, emailId: world.ids.next(), variant, now }
    letters.set(id, {
      version: contact.version,
      made: attempt(world, id, () => makeLetter(world, tenant, common, about)),
    })
  }
  const contents = [...common.contents.values()].flatMap(one => [...one.values()])
  return { wanted, last: rows.at(-1)?.rank ?? null, letters, contents }
}

/** The winner's once there is one, else by the rank. */
function variantFor({ definition, progress }: Common['campaign'], rank: string): string | null {
  const ab = definition.ab ?? null
  return ab === null ? null : (progress.ab?.winner ?? variantOf(ab, rank))
}

interface AboutLetter {
  readonly contact: PersonRow
  readonly emailId: Uuid
  readonly variant: string | null
  readonly now: number
}

function makeLetter(
  world: World,
  tenant: Tenant,
  common: Common,
  { contact, ...about }: AboutLetter,
): Draft['made'] {
  const { emailId, variant, now } = about
  const made = letterFor(common, contact, about)
  if ('reason' in made) return made
  const { rendered, language, merge, own } = made
  const prepared = preparedLetter(common, tenant, {
    to: contact.email,
    rendered,
    variant,
    contactId: contact.id,
    now,
  })
  if (isStopped(world, tenant, prepared, own)) return { reason: 'content_check' }
  const shared = sharedLetter(common, tenant.projectId, { language, merge, prepared })
  return { id: emailId, prepared, shared, stopped: null, within: '', variant, language }
}

/** One person's fault never stops the others, whatever it is: to make a letter asks nobody. */
function attempt<T>(world: World, id: Uuid, work: () => T): T | { readonly reason: string } {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Refusal || isTemplateFault(error))) {
      world.log.error({ err: error, contact: show('con', id) }, 'a letter could not be made')
    }
    return { reason: 'error' }
  }
}
