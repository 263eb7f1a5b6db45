/**
 * Coming in by an identity provider. Who somebody is there (issuer and subject) is linked to a member
 * once, by an address that the provider says is theirs, and from then on is all that is looked at:
 * addresses wander from one person to the next. Nobody is linked to a member who is somebody else
 * there already, nor to one whose address was never confirmed here, for whoever opened that account
 * may be waiting for its true owner (members.ts). What the provider asks of people before it lets
 * them through stands in for both steps of ours (docs/decisions/0054-signing-in.md).
 */
import { Refusal } from '#kernel/base/errors.ts'
import { show } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import { type Tx, violatedConstraint } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { holderOf, isTaken } from '../accounts/address-changes.ts'
import { claimName, tellName } from '../accounts/directory/directory.ts'
import { cellOfName } from '../accounts/directory/lead.ts'
import type { Key, Member } from '../accounts/member.ts'
import { memberKey } from '../accounts/member-address.ts'
import { credentialsOf, giveRole } from '../accounts/members-store.ts'
import { cellMovedTo } from '../accounts/moved/moved.ts'
import { addMember, operatorsOf } from '../accounts/store.ts'
import { recordChange } from '../audit/audit-record.ts'
import type { AuditedChange } from '../audit/change.ts'
import { type AttemptToken, closeAttempt, openAttempt } from './attempts.ts'
import { deviceOf } from './devices.ts'
import { handOverAttempt, takeHandedAttempt } from './handed-attempts.ts'
import {
  hasIdentity,
  insertIdentity,
  isLinked,
  type ProviderIdentity,
  touchIdentity,
} from './identities-store.ts'
import { invitationFor, isElsewhere, joinInvited } from './invitations.ts'
import { authorizationUrl, claimsOf } from './provider.ts'
import { providerHost, refusedSignIn, staleSignIn } from './provider-faults.ts'
import { type ProviderPerson, personOf } from './provider-person.ts'
import { type ClientInfo, hashOf, type SessionToken, startSession } from './sessions.ts'
import { deleteSessionsOf } from './sessions-store.ts'
import { networkOf, tryOnce, trySucceeded } from './throttle.ts'
import { tellOfDoor } from './told.ts'

/** Where the browser is to go, and what it is to bring back in a cookie. */
export async function beginByProvider(
  world: World,
  place: ClientInfo & { readonly invitation?: SessionToken | undefined },
): Promise<{ url: string; attempt: AttemptToken }> {
  if (providerHost(world.settings) === null) throw new Refusal('route_not_found')
  await tryOnce(world, [['provider', networkOf(place.address)]])
  const invitationHash = place.invitation === undefined ? null : hashOf(place.invitation)
  const attempt = await openAttempt(world, { kind: 'provider', invitationHash, memberId: null })
  return { url: await authorizationUrl(world, attempt), attempt }
}

interface Return extends ClientInfo {
  readonly attempt: AttemptToken | null
  /** What the provider sends back with the browser: the query of its address. */
  readonly answer: string
  readonly language: Language
  readonly before: string | null
  readonly device: string | null
}

/**
 * Throws `sign_in_failed` with a sentence that says what to do, or `identity_provider_unavailable`;
 * LedToCell where they are another cell's.
 */
export async function comeByProvider(world: World, input: Return): Promise<SessionToken> {
  const { settings } = world
  if (providerHost(settings) === null) throw new Refusal('route_not_found')
  const { claims, invitationHash, token, isBegunHere } = await claimsHere(world, input)
  const person = personOf(claims, settings)
  if (!subjectShape.test(person.subject)) throw staleSignIn(settings)
  const cell = await cellOf(world, person)
  if (cell !== null && invitationHash !== null) throw isElsewhere()
  // Nobody is led twice.
  if (cell !== null && !isBegunHere) throw staleSignIn(settings)
  if (cell !== null) await handOverAttempt(world, token, { cell, kind: 'provider', claims })
  const arrival = { person, invitationHash, ...input }
  const member = await recognise(world, arrival)
  await trySucceeded(world, [['provider', networkOf(input.address)]])
  const isKnown = (await deviceOf(world, input.device, member.email)) !== null
  const by = { by: 'identity_provider', issuer: person.issuer }
  return startSession(world, member, { ...input, isKnown, by })
}

/** What the provider says of them: asked for here, or by the cell that they came to first. */
async function claimsHere(world: World, { attempt: token, answer }: Return) {
  const attempt = await closeAttempt(world, 'provider', token)
  if (attempt !== null && token !== null) {
    const claims = await claimsOf(world, token, new URLSearchParams(answer))
    return { claims, invitationHash: attempt.invitationHash, token, isBegunHere: true }
  }
  const handed = await takeHandedAttempt(world, 'provider', token)
  if (token === null || !handed?.claims) throw staleSignIn(world.settings)
  return { claims: handed.claims, invitationHash: null, token, isBegunHere: false }
}

const nameOf = ({ issuer, subject }: ProviderIdentity): string => `${issuer}\n${subject}`

/** Another cell that has them; throws `service_unavailable` while they are on their way there. */
async function cellOf(world: World, person: ProviderPerson): Promise<string | null> {
  if (world.directory === undefined) return null
  const known = { kind: 'identity', name: nameOf(person) } as const
  const movedTo = await cellMovedTo(world, known.kind, known.name)
  if (movedTo !== null || (await isLinked(world.db, person))) return movedTo
  const linkedAt = await cellOfName(world, known)
  if (linkedAt !== null || person.email === null) return linkedAt
  const address = { kind: 'address', name: memberKey(person.email) } as const
  const goneTo = await cellMovedTo(world, address.kind, address.name)
  if (goneTo !== null || (await holderOf(world.db, person.email)) !== null) return goneTo
  return cellOfName(world, address)
}

/** OpenID Connect Core 1.0 §2: at most 255 ASCII characters. */
const subjectShape = /^[\x20-\x7e]{1,255}$/

interface Arrival extends Pick<Return, 'language' | 'address' | 'agent'> {
  readonly person: ProviderPerson
  readonly invitationHash: Buffer | null
}

async function recognise(world: World, arrival: Arrival): Promise<Member> {
  const { person } = arrival
  const isKnown = await isLinked(world.db, person)
  const work = (use: (tx: Tx) => Promise<void>): Promise<Member> =>
    world.db.transaction(async tx => {
      await use(tx)
      const key = await keyOf(tx, world, arrival)
      const member = await credentialsOf(tx, key)
      if (member === null) throw staleSignIn(world.settings)
      return withRole(tx, world, member, arrival)
    })
  try {
    const email = isKnown ? null : await newAddress(world, person)
    const member =
      email === null
        ? await work(async () => {})
        : await claimName(world, { kind: 'address', name: email, taken: isElsewhere }, work)
    if (!isKnown) await tellName(world, { kind: 'identity', name: nameOf(person) })
    return member
  } catch (error) {
    // Two windows at once: the other one has made the link, and the next try finds it.
    if (violatedConstraint(error) === undefined) throw error
    throw staleSignIn(world.settings)
  }
}

/** One that nobody here has: whoever joins by it takes it in all cells. */
const newAddress = async ({ db }: World, { email }: ProviderPerson): Promise<string | null> =>
  email !== null && (await holderOf(db, email)) === null ? email : null

async function keyOf(tx: Tx, world: World, arrival: Arrival): Promise<Key> {
  const { person, invitationHash } = arrival
  const { settings } = world
  const at = new Date(world.clock.now())
  const linked = await touchIdentity(tx, person, at)
  if (linked !== null && invitationHash !== null) throw isElsewhere()
  if (linked !== null) return linked
  const { email } = person
  if (email === null) throw refusedSignIn(settings, 'email', sentences.unverified)
  const member = await holderOf(tx, email)
  const key =
    member === null
      ? await newcomer(tx, world, { ...arrival, email })
      : await knownByAddress(tx, world, member, arrival)
  await insertIdentity(tx, { ...person, ...key, email, at })
  if (member !== null) {
    const { address, agent } = arrival
    const change = { what: 'identity_linked', name: person.issuer, address, agent } as const
    await tellOfDoor(tx, world, { ...key, email: member.email }, change)
  }
  await record(tx, world, key, {
    arrival,
    action: 'member.identity_linked',
    before: null,
    after: { issuer: person.issuer, email },
  })
  return key
}

async function knownByAddress(
  tx: Tx,
  { settings }: World,
  member: Member,
  { person, invitationHash }: Arrival,
): Promise<Key> {
  const key = { accountId: member.accountId, memberId: member.id }
  if (invitationHash !== null) throw isElsewhere()
  if (member.verifiedAt === null) throw refusedSignIn(settings, 'email', sentences.unconfirmed)
  if (await hasIdentity(tx, key, person.issuer)) {
    throw refusedSignIn(settings, 'identity', sentences.another)
  }
  return key
}

/** By invitation, or because the provider gives a role; otherwise there is nobody to be. */
async function newcomer(
  tx: Tx,
  world: World,
  arrival: Arrival & { readonly email: string },
): Promise<Key> {
  const { person, email, invitationHash: hash, language } = arrival
  const { settings } = world
  if (person.role === null) throw refusedSignIn(settings, 'role', sentences.noRole)
  const invitation = await invitationFor(tx, world, { email, hash })
  if (invitation === null && hash !== null) {
    throw refusedSignIn(settings, 'invitation', sentences.otherAddress)
  }
  const [accountId] = invitation === null ? await operatorsOf(tx) : [invitation.accountId]
  const role = invitation?.role ?? person.role
  if (accountId === undefined || role === undefined) {
    throw refusedSignIn(settings, 'email', sentences.nobody)
  }
  const { name } = person
  const key =
    invitation === null
      ? await joinByRole(tx, world, { accountId, email, role, name, language })
      : await joinInvited(tx, world, invitation, { name, passwordHash: null, isProved: true })
  const joined = { action: 'member.joined', before: null, after: { email, role } }
  await record(tx, world, key, { arrival, ...joined })
  return key
}

async function joinByRole(
  tx: Tx,
  world: World,
  member: Pick<Member, 'accountId' | 'email' | 'role' | 'name' | 'language'>,
): Promise<Key> {
  const at = new Date(world.clock.now())
  // It may still go back to who had it before.
  if (await isTaken(tx, member.email, { but: null, at })) throw isElsewhere()
  const id = world.ids.next()
  await addMember(tx, { ...member, id, passwordHash: null, verifiedAt: at, createdAt: at })
  return { accountId: member.accountId, memberId: id }
}

/** What the provider says goes for all but owners; sessions under the role of before end. */
async function withRole(tx: Tx, world: World, member: Member, arrival: Arrival): Promise<Member> {
  const { role } = arrival.person
  if (role === undefined || member.role === 'owner' || member.role === role) return member
  if (role === null) throw refusedSignIn(world.settings, 'role', sentences.noRole)
  const key = { accountId: member.accountId, memberId: member.id }
  await giveRole(tx, key, role)
  await deleteSessionsOf(tx, key, null)
  const change = { action: 'member.updated', before: { role: member.role }, after: { role } }
  await record(tx, world, key, { arrival, ...change })
  return { ...member, role }
}

interface ChangeByArrival extends Pick<AuditedChange, 'action' | 'before' | 'after'> {
  readonly arrival: Arrival
}

/** What the provider has brought about, in whose name. */
function record(
  tx: Tx,
  world: World,
  { accountId, memberId }: Key,
  { arrival: { address: ip, person }, ...change }: ChangeByArrival,
): Promise<void> {
  return recordChange(tx, world, {
    accountId,
    isByOperator: false,
    actor: { type: 'system', id: null, name: providerHost(world.settings) },
    ip,
    targetId: show('usr', memberId),
    targetName: person.email,
    ...change,
  })
}

const sentences = {
  unverified: {
    en: '{host} does not say that your email address is confirmed, so it cannot be said whether you are a member. Confirm it there, then begin again.',
    pt: '{host} não informa que seu endereço de e-mail está confirmado, por isso não dá para saber se você é membro. Confirme-o lá e comece de novo.',
  },
  unconfirmed: {
    en: 'There is an account with your address here, and nobody has confirmed the address yet. Choose a new password by “Forgot your password?”, which confirms it; then {host} works.',
    pt: 'Já existe uma conta com o seu endereço aqui, e ninguém confirmou o endereço ainda. Escolha uma nova senha em “Esqueceu a senha?”, o que o confirma; depois {host} funciona.',
  },
  another: {
    en: 'The member with your address here is linked to another person at {host}. Ask whoever runs this installation.',
    pt: 'O membro com o seu endereço aqui está ligado a outra pessoa em {host}. Fale com quem administra esta instalação.',
  },
  noRole: {
    en: '{host} gives you no role here. Ask whoever looks after it.',
    pt: '{host} não dá a você nenhum papel aqui. Fale com quem cuida dele.',
  },
  otherAddress: {
    en: 'This invitation is for another address than the one you have at {host}.',
    pt: 'Este convite é para outro endereço, diferente do que você tem em {host}.',
  },
  nobody: {
    en: 'You are signed in at {host}, but there is no member with your address here. Ask for an invitation, and open the link in its letter.',
    pt: 'Você entrou em {host}, mas não há nenhum membro com o seu endereço aqui. Peça um convite e abra o link da mensagem.',
  },
} as const
