/**
 * Invitations to an account: one per address, good for seven days. Whoever opens the mailed link and
 * sets a password is a member with a verified address; a link that whoever invites was shown proves
 * no address, unless they run the installation. One person belongs to one account; somebody
 * who has one already is told so when accepting, not the owner when inviting.
 */
import { dayMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import { type Tx, violatedConstraint } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { isTaken } from '../accounts/address-changes.ts'
import { claimName } from '../accounts/directory/directory.ts'
import type { Key, Role } from '../accounts/member.ts'
import { readMemberAddress, spellingsOf } from '../accounts/member-address.ts'
import { checkName } from '../accounts/names.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { addMember, operatorsOf } from '../accounts/store.ts'
import * as store from './invitations-store.ts'
import { deadToken, listMembers, type SignedIn } from './members.ts'
import { byProviderAlone } from './provider-faults.ts'
import { type ClientInfo, hashOf, newToken, openSession, type SessionToken } from './sessions.ts'
import { deleteSessionByHash } from './sessions-store.ts'
import { networkOf, tryOnce, trySucceeded } from './throttle.ts'

const goodForMs = 7 * dayMs

interface Invite {
  readonly accountId: Uuid
  readonly email: string
  readonly role: Role
  readonly language: Language
  /** Where the call comes from. */
  readonly address: string
}

/** Returns the invitation and what is to be mailed. */
export async function invite(
  world: World,
  { address, ...input }: Invite,
): Promise<{ invitation: store.Invitation; token: SessionToken }> {
  const email = readMemberAddress(input.email)
  await tryOnce(world, [
    ['invite_place', networkOf(address)],
    ['invite', input.accountId],
    ['mail', `invite ${email}`],
  ])
  const members = await listMembers(world, input.accountId)
  const spellings = spellingsOf(email)
  if (members.some(member => spellings.includes(member.email))) throw isMember()
  const token = newToken(world)
  const now = world.clock.now()
  const invitation = await store.upsertInvitation(world.db, {
    ...input,
    email,
    id: world.ids.next(),
    hash: hashOf(token),
    createdAt: new Date(now),
    expiresAt: new Date(now + goodForMs),
  })
  return { invitation, token }
}

/** Before the link is shown to whoever invites. */
export const noteLinkShown = (world: Pick<World, 'db'>, invitation: store.Invitation) =>
  store.markLinkShown(world.db, invitation)

export function listInvitations(
  world: Pick<World, 'db'>,
  accountId: Uuid,
): Promise<readonly store.Invitation[]> {
  return store.selectInvitations(world.db, accountId)
}

export async function setInvitedRole(
  world: Pick<World, 'db'>,
  key: { readonly accountId: Uuid; readonly id: Uuid },
  role: Role,
): Promise<store.Invitation> {
  const invitation = await store.updateInvitationRole(world.db, key, role)
  if (invitation === null) throw new Refusal('resource_not_found')
  return invitation
}

export async function withdrawInvitation(
  world: Pick<World, 'db'>,
  key: { readonly accountId: Uuid; readonly id: Uuid },
): Promise<void> {
  if (!(await store.deleteInvitation(world.db, key))) throw new Refusal('resource_not_found')
}

/** What an invitation says, for the page that accepts it. */
export async function lookAtInvitation(world: World, token: SessionToken, place: ClientInfo) {
  const tries = [['token', networkOf(place.address)]] as const
  await tryOnce(world, tries)
  const now = new Date(world.clock.now())
  const invitation = await store.selectInvitationByHash(world.db, hashOf(token), now)
  if (invitation === null) throw deadToken()
  await trySucceeded(world, tries)
  return invitation
}

interface Accept extends ClientInfo {
  readonly token: SessionToken
  readonly password: string
  readonly name?: string | undefined
  readonly before: string | null
}

/** Makes the member and logs them in. */
export async function acceptInvitation(world: World, input: Accept): Promise<SignedIn> {
  if (world.settings.MALOTE_OIDC_ONLY) throw byProviderAlone(world.settings)
  const { email } = await lookAtInvitation(world, input.token, input)
  const name = input.name === undefined ? '' : checkName(input.name)
  const passwordHash = await hashPassword(world, input.password)
  const at = new Date(world.clock.now())
  try {
    const address = { kind: 'address', name: email, taken: isElsewhere } as const
    return await claimName(world, address, use =>
      world.db.transaction(async tx => {
        await use(tx)
        const invitation = await store.selectInvitationByHash(tx, hashOf(input.token), at)
        if (invitation === null) throw deadToken()
        const isProved = !invitation.isLinkShown || (await isOfOperators(tx, invitation))
        const key = await joinInvited(tx, world, invitation, { name, passwordHash, isProved })
        if (input.before !== null) await deleteSessionByHash(tx, hashOf(input.before))
        return { ...key, token: await openSession(tx, world, key, input) }
      }),
    )
  } catch (error) {
    if (violatedConstraint(error) === undefined) throw error
    throw isElsewhere()
  }
}

const isOfOperators = async (tx: Tx, { accountId }: store.Invitation): Promise<boolean> =>
  (await operatorsOf(tx)).includes(accountId)

interface Joining {
  readonly name: string
  readonly passwordHash: string | null
  /** That the address is theirs: it counts as verified. */
  readonly isProved: boolean
}

/** Makes a member of whoever has come by an invitation. */
export async function joinInvited(
  tx: Tx,
  world: Pick<World, 'clock' | 'ids'>,
  invitation: store.Invitation,
  { isProved, ...person }: Joining,
): Promise<Key> {
  if (!(await store.deleteInvitation(tx, invitation))) throw deadToken()
  const { accountId, email, role, language } = invitation
  const at = new Date(world.clock.now())
  if (await isTaken(tx, email, { but: null, at })) throw isElsewhere()
  const id = world.ids.next()
  const member = { accountId, id, email, role, language, ...person }
  await addMember(tx, { ...member, verifiedAt: isProved ? at : null, createdAt: at })
  return { accountId, memberId: id }
}

/**
 * The invitation that somebody has come with, or, of those to their address, one of the accounts that
 * run the installation. All others want to be opened by their link: an account that somebody has
 * never heard of is not one to find oneself in.
 */
export async function invitationFor(
  tx: Tx,
  world: Pick<World, 'clock'>,
  { email, hash }: { readonly email: string; readonly hash: Buffer | null },
): Promise<store.Invitation | null> {
  const now = new Date(world.clock.now())
  if (hash === null) {
    const accounts = await operatorsOf(tx)
    return store.selectInvitationTo(tx, { accounts, spellings: spellingsOf(email), now })
  }
  const invitation = await store.selectInvitationByHash(tx, hash, now)
  if (invitation === null) throw deadToken()
  return spellingsOf(email).includes(invitation.email) ? invitation : null
}

export const isElsewhere = () =>
  new Refusal('invalid_field', {
    param: 'email',
    why: {
      en: 'This address belongs to another account already. Ask for an invitation to another one.',
      pt: 'Este endereço já pertence a outra conta. Peça um convite para outro endereço.',
    },
  })

const isMember = () =>
  new Refusal('invalid_field', {
    param: 'email',
    why: {
      en: 'This person is a member already.',
      pt: 'Esta pessoa já é membro.',
    },
  })

/** Of an account that is closed. */
export const forgetInvitations = (tx: Tx, accountId: Uuid): Promise<void> =>
  store.deleteInvitationsOf(tx, accountId)
