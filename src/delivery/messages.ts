/**
 * The messages of a batch of deliveries, each made when it is first asked for and once for all its
 * recipients. Contents of small emails are read with one query for the batch; large ones one by one,
 * when there is room for them, since a message takes several times its size while it is made.
 */
import type { Uuid } from '../base/ids.ts'
import type { Room } from '../base/room.ts'
import { findSender, type Sender } from '../domains/sender.ts'
import type { EmailContent } from '../timeline/store.ts'
import type { World } from '../world/world.ts'
import { type Message, makeMessage, withTextPart } from './message.ts'
import type { Personalise } from './personalise.ts'
import { type Delivery, loadContents } from './store.ts'

/**
 * Lets `use` have the message; null where its content is gone (retention, erasure). `party` is whose
 * slowness keeps it: large messages of one party leave room for those of others.
 */
export type Messages = <T>(
  delivery: Delivery,
  party: string,
  use: (message: Message | null) => Promise<T>,
) => Promise<T>

interface Context {
  readonly world: World
  readonly personalise: Personalise
  readonly room: Room
}

/** Contents up to this size are read together, and kept until the batch is done. */
const smallBytes = 64 * 1024
/** Of large emails, as they were accepted: two with as many attachments as are allowed. */
export const largeBytesInHand = 50 * 1024 * 1024

interface Copy {
  readonly made: Promise<Message | null>
  readonly leave: () => void
  users: number
}

export function messagesOf(context: Context, batch: readonly Delivery[]): Messages {
  const make = maker(context, batch)
  const copies = new Map<Uuid, Copy>()

  function borrow(one: Delivery, key: Uuid, party: string): Copy {
    const existing = copies.get(key)
    if (existing) return existing
    const entered = isLarge(one) ? context.room.enter(party, one.sizeBytes) : undefined
    const made = entered === undefined ? make(one) : entered.then(() => make(one))
    const copy = { made, leave: () => void entered?.then(leave => leave()), users: 0 }
    copies.set(key, copy)
    return copy
  }

  return async (one, party, use) => {
    // Marketing mail differs per recipient (its links are its own).
    const isOwn = one.stream === 'marketing'
    const key = isOwn ? one.entryId : one.emailId
    const copy = borrow(one, key, party)
    copy.users++
    try {
      return await use(await copy.made)
    } finally {
      copy.users--
      if (copy.users === 0 && (isOwn || isLarge(one))) {
        copies.delete(key)
        copy.leave()
      }
    }
  }
}

const isLarge = (one: Delivery): boolean => one.sizeBytes > smallBytes

function maker(
  { world, personalise }: Context,
  batch: readonly Delivery[],
): (one: Delivery) => Promise<Message | null> {
  const small = batch.filter(one => !isLarge(one))
  let contents: Promise<Map<Uuid, EmailContent>> | undefined
  const contentOf = async (one: Delivery): Promise<EmailContent | undefined> => {
    if (isLarge(one)) return (await loadContents(world.db, [one])).get(one.emailId)
    contents ??= loadContents(world.db, [
      ...new Map(small.map(each => [each.emailId, each])).values(),
    ])
    return (await contents).get(one.emailId)
  }
  // Small contents are one object for all recipients of a batch, and stay so: links are cut by it.
  const completed = new WeakMap<EmailContent, EmailContent>()
  const complete = (given: EmailContent): EmailContent => {
    const known = completed.get(given) ?? withTextPart(given, world.settings)
    completed.set(given, known)
    return known
  }
  return async one => {
    const given = await contentOf(one)
    if (!given) return null
    const content = complete(given)
    const sender: Sender | null = await findSender(world, one.projectId, one.senderDomain)
    return makeMessage(one, content, sender, await personalise(one, content))
  }
}
