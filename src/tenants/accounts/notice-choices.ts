/**
 * Which letters a member wants. Unless they chose: owners those that the catalogue gives, whoever it
 * happened to those about themselves, everybody else none.
 */
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { Key, Role } from './member.ts'
import * as store from './notice-choices-store.ts'
import { type NoticeTypeName, noticeTypeNames, noticeTypes, typeOf } from './notice-kinds.ts'
import type { DueNotice, LetterReader } from './notices-store.ts'

export interface NoticeChoices {
  /** Of every type. */
  readonly letters: Readonly<Record<NoticeTypeName, boolean>>
  readonly weeklyDigest: boolean
}

export interface ChangedChoices {
  readonly letters?: Readonly<Partial<Record<NoticeTypeName, boolean>>> | undefined
  readonly weeklyDigest?: boolean | undefined
}

type LetterChoices = Readonly<Record<string, boolean>>

function wants(type: NoticeTypeName, letters: LetterChoices, isTheirs: boolean): boolean {
  return letters[type] ?? (isTheirs && noticeTypes[type].letter)
}

/** Who gets a letter of a notice, pure. */
export function lettersTo({ code, memberId, readers }: DueNotice): LetterReader[] {
  const type = typeOf(code)
  if (memberId !== null) {
    return readers.filter(one => one.memberId === memberId && wants(type, one.letters, true))
  }
  return readers.filter(one => wants(type, one.letters, one.role === 'owner'))
}

/** Of which types a notice is always about one member. */
const ofMembers: readonly NoticeTypeName[] = ['sign_in']

const shown = (role: Role, { letters, weeklyDigest }: store.ChoicesRow): NoticeChoices => ({
  letters: Object.fromEntries(
    noticeTypeNames.map(type => {
      const isTheirs = role === 'owner' || ofMembers.includes(type)
      return [type, wants(type, letters, isTheirs)]
    }),
  ) as Record<NoticeTypeName, boolean>,
  weeklyDigest,
})

interface Chooser extends Key {
  readonly role: Role
}

export async function noticeChoices(
  { db }: Pick<World, 'db'>,
  member: Chooser,
): Promise<NoticeChoices> {
  return shown(member.role, await store.selectChoices(db, member))
}

/** Changes what is named and leaves the rest. */
export async function chooseNotices(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  member: Chooser,
  { letters = {}, weeklyDigest }: ChangedChoices,
): Promise<NoticeChoices> {
  const row = await store.saveChoices(db, member, {
    letters,
    weeklyDigest: weeklyDigest ?? null,
    now: new Date(clock.now()),
  })
  return shown(member.role, row)
}

/** Whose weekly digest is due, oldest first. */
export const dueDigests = (
  { db, clock }: Pick<World, 'db' | 'clock'>,
  count: number,
): Promise<store.DueDigest[]> => store.selectDueDigests(db, new Date(clock.now()), count)

/** Puts the next one off by a week; false: it is not ours to send. */
export const takeDigest = (
  tx: Tx,
  { clock }: Pick<World, 'clock'>,
  digest: store.DueDigest,
): Promise<boolean> => store.moveDigest(tx, digest, new Date(clock.now()))
