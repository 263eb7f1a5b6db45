/**
 * The messages of a batch of deliveries, each made when it is first asked for and once for all its
 * recipients. Contents of small emails are read with one query for the batch; large ones one by one,
 * when there is room for them, since a message takes several times its size while it is made.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import type { MemoryBudget } from '#kernel/base/memory-budget.ts'
import { isAscii } from '#kernel/mail/domain-name.ts'
import type { Part } from '#kernel/world/runtime.ts'
import { bulkStretches } from '#kernel/world/stretches.ts'
import type { World } from '#kernel/world/world.ts'
import type { Sender } from '../domains/sending-domain.ts'
import type { EmailContent, OwnValues } from '../events/email.ts'
import type { ComposedMessage } from './composed.ts'
import { makeMessage, wholeContent } from './message.ts'
import type { Personalise } from './personalise.ts'
import { contentName, type Delivery, loadContent, loadContents, loadOwnValues } from './store.ts'

/** Lets `use` have the message; null where its content is gone (retention, erasure). */
export type Messages = <T>(
  delivery: Delivery,
  wanted: MessageRequest,
  use: (message: ComposedMessage | null) => Promise<T>,
) => Promise<T>

interface MessageRequest {
  /** Whose keys sign it (signer.ts). */
  readonly signer: Sender | null
  /** Which servers' slowness keeps it: large messages to them leave room for others. */
  readonly group: string
}

interface Context {
  readonly world: World
  readonly personalise: Personalise
  readonly room: MemoryBudget
}

/** Contents up to this size are read together. */
const smallBytes = 64 * 1024
/** Of large emails, as they were accepted: two with 25 MB of attachments and 1 MB of words each. */
export const largeBytesInHand = 52 * 1024 * 1024
/** Of these, what mail to one group of servers may have, and mail of one account to all groups. */
const groupPart = 1 / 2
const accountPart = 3 / 4

interface Copy {
  readonly made: Promise<ComposedMessage | null>
  readonly leave: () => void
  users: number
}

export function messagesOf(context: Context, batch: readonly Delivery[]): Messages {
  const make = maker(context, batch)
  const copies = new Map<string, Copy>()
  /** How many of the batch have not done with each copy. */
  const expected = new Map<string, number>()
  for (const one of batch) expected.set(keyOf(one), (expected.get(keyOf(one)) ?? 0) + 1)

  function borrow(one: Delivery, key: string, { group, signer }: MessageRequest): Copy {
    const existing = copies.get(key)
    if (existing) return existing
    const owners = [
      { name: one.accountId, part: accountPart },
      { name: group, part: groupPart },
    ]
    const entered = isLarge(one) ? context.room.reserve(owners, one.sizeBytes) : undefined
    const made = entered === undefined ? make(one, signer) : entered.then(() => make(one, signer))
    const copy = { made, leave: () => void entered?.then(leave => leave()), users: 0 }
    copies.set(key, copy)
    return copy
  }

  return async (one, wanted, use) => {
    const key = keyOf(one)
    const copy = borrow(one, key, wanted)
    copy.users++
    try {
      return await use(await copy.made)
    } finally {
      copy.users--
      const left = expected.get(key)! - 1
      expected.set(key, left)
      // A small one waits for the others who want it, a large one for nobody.
      if (copy.users === 0 && (left <= 0 || isLarge(one))) {
        copies.delete(key)
        copy.leave()
      }
    }
  }
}

/**
 * Whose message it is: marketing mail differs per recipient, for its links are its own, and other
 * mail only by whether its header may hold UTF-8 (message.ts).
 */
function keyOf(one: Delivery): string {
  if (one.stream === 'marketing') return one.entryId
  return isAscii(one.address) ? one.emailId : `${one.emailId} utf8`
}

const isLarge = (one: Delivery): boolean => one.sizeBytes > smallBytes

/** Merged contents, which letters of many batches share; the least used goes. */
const sharedContents: Part<Map<string, EmailContent>, unknown> = {
  name: 'shared contents',
  make: () => new Map(),
}
const maxShared = 64

function keepShared(
  shared: Map<string, EmailContent>,
  key: string,
  content: EmailContent,
): EmailContent {
  shared.delete(key)
  shared.set(key, content)
  if (shared.size > maxShared) shared.delete(shared.keys().next().value!)
  return content
}

function maker(
  { world, personalise }: Context,
  batch: readonly Delivery[],
): (one: Delivery, signer: Sender | null) => Promise<ComposedMessage | null> {
  const small = batch.filter(one => !isLarge(one))
  let contents: Promise<Map<Uuid, EmailContent>> | undefined
  const shared = world.runtime.get(sharedContents, world)
  const contentOf = async (one: Delivery): Promise<EmailContent | undefined> => {
    if (one.contentId === null) return loaded(one)
    const key = `${one.projectId} ${one.contentId}`
    const content = shared.get(key) ?? (await loaded(one))
    // Others came first, and what they have is cut and read already.
    if (content?.merging) return keepShared(shared, key, shared.get(key) ?? content)
    return content
  }
  const loaded = async (one: Delivery): Promise<EmailContent | undefined> => {
    if (isLarge(one)) return loadContent(world.db, one)
    contents ??= loadContents(world.db, small)
    const known = await contents
    const content = known.get(contentName(one))
    // Of this email one message is made, and it is about to be: what waits for it may go.
    if (one.contentId === null && keyOf(one) === one.emailId) known.delete(one.emailId)
    // It is gone, or asked for once more after all.
    return content ?? loadContent(world.db, one)
  }
  let values: Promise<Map<Uuid, OwnValues>> | undefined
  const ownOf = async (one: Delivery): Promise<OwnValues | null> => {
    values ??= loadOwnValues(
      world.db,
      batch.filter(each => each.contentId !== null),
    )
    return (await values).get(one.emailId) ?? null
  }
  // Small contents are one object for all recipients of a batch, and stay so: links are cut by it.
  const completed = new WeakMap<EmailContent, Promise<EmailContent>>()
  const complete = (given: EmailContent, isLetter: boolean): Promise<EmailContent> => {
    const known = completed.get(given) ?? wholeContent(given, isLetter, world)
    completed.set(given, known)
    return known
  }
  return async (one, signer) => {
    const given = await contentOf(one)
    if (!given) return null
    const content = await complete(given, one.stream === 'marketing')
    // A claim brings hundreds of marketing mail: one message after the other.
    if (one.stream === 'marketing') await world.runtime.get(bulkStretches, world).turn()
    const extras = await personalise(one, content, content.merging ? await ownOf(one) : null)
    const host = world.settings.MALOTE_HOSTNAME
    return makeMessage(one, content, { signer, extras, host, world })
  }
}
