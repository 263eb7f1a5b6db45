/**
 * Passkeys (WebAuthn Level 2) in place of a password and a code: a key that only an authenticator of the
 * member's has, which asks for a finger, a face or a PIN before it signs, so it is both steps at once.
 * Only such are taken (discoverable, user verification required), bound to the host of the dashboard.
 * A challenge is good once, in the browser that asked for it. Adding one is opening another door, so
 * it takes what logging in takes: a code, a password, or having just come in.
 */
import type { Settings } from '#kernel/base/config.ts'
import { minuteMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { tellName } from '../accounts/directory/directory.ts'
import type { Key } from '../accounts/member.ts'
import { checkName } from '../accounts/names.ts'
import { type AttemptToken, closeAttempt, openAttempt, partOf } from './attempts.ts'
import { whoNeedsNoProvider } from './doors.ts'
import { mustKnowPassword } from './members.ts'
import { isHostForPasskeys, type NewCredential, readCredential } from './passkey-answers.ts'
import * as store from './passkeys-store.ts'
import { byProviderAlone } from './provider-faults.ts'
import { type ClientInfo, mustStillBeIn, type Session } from './sessions.ts'
import { tellOfDoor } from './told.ts'
import { mustHaveRightCode } from './two-step.ts'

/** Nobody has more authenticators; each is a row that strangers could make a member look through. */
const maxPasskeys = 20
/** Whoever has neither password nor code has come in by the provider; so long ago at most. */
const freshMs = 15 * minuteMs

interface Proof {
  readonly password?: string | undefined
  readonly code?: string | undefined
}

interface PasskeyCeremony {
  readonly attempt: AttemptToken
  readonly challenge: string
  /** Those that are there already: an authenticator holds one of a member's. */
  readonly known: readonly Buffer[]
}

/** Throws for the field `password` or `code` that is wanted, or wrong. */
export async function beginPasskey(
  world: World,
  session: Session,
  proof: Proof,
): Promise<PasskeyCeremony> {
  mustHaveHost(world.settings)
  if (!(await whoNeedsNoProvider(world))(session)) throw byProviderAlone(world.settings)
  const before = await store.selectPasskeys(world.db, session)
  if (before.length >= maxPasskeys) throw tooMany()
  await mustBeThemselves(world, session, proof)
  const { memberId } = session
  const about = { kind: 'new_passkey', invitationHash: null, memberId } as const
  const attempt = await openAttempt(world, about)
  const known = before.map(one => one.credentialId)
  return { attempt, challenge: partOf(attempt, 'challenge'), known }
}

async function mustBeThemselves(world: World, session: Session, proof: Proof): Promise<void> {
  if (session.hasTotp) {
    if (proof.code === undefined) throw new Refusal('invalid_field', codeWanted)
    await mustHaveRightCode(world, session, proof.code, true)
  } else if (session.hasPassword) {
    await mustKnowPassword(world, session, proof.password ?? '', 'password')
  } else if (world.clock.now() - session.createdAt.getTime() > freshMs) {
    throw new Refusal('invalid_field', tooLongAgo)
  }
}

/**
 * Keeps what an authenticator has made, and tells the member. Throws `sign_in_failed` where that is
 * not one to be kept, `not_authenticated` where the session has ended meanwhile.
 */
export async function addPasskey(
  world: World,
  session: Session,
  given: ClientInfo & {
    readonly attempt: AttemptToken | null
    readonly name: string
    readonly made: NewCredential
  },
): Promise<store.Passkey> {
  mustHaveHost(world.settings)
  const name = checkName(given.name)
  const attempt = await closeAttempt(world, 'new_passkey', given.attempt)
  if (given.attempt === null || attempt?.memberId !== session.memberId) {
    throw new Refusal('sign_in_failed', { param: 'passkey', why: stale })
  }
  const challenge = partOf(given.attempt, 'challenge')
  const credential = await readCredential(world, { challenge, made: given.made })
  const { accountId, memberId } = session
  const key = { accountId, memberId, id: world.ids.next() }
  const passkey = { ...key, ...credential, name, createdAt: new Date(world.clock.now()) }
  await world.db.transaction(async tx => {
    await mustStillBeIn(tx, session)
    if ((await store.countPasskeys(tx, key)) >= maxPasskeys) throw tooMany()
    if (!(await store.insertPasskey(tx, passkey))) {
      throw new Refusal('sign_in_failed', { param: 'passkey', why: isThere })
    }
    await tellOfDoor(tx, world, session, { ...given, what: 'passkey_added', name })
  })
  const named = credential.credentialId.toString('hex')
  await tellName(world, { kind: 'passkey', name: named })
  return { ...passkey, usedAt: null }
}

export const listPasskeys = (
  world: Pick<World, 'db'>,
  key: Key,
): Promise<readonly store.Passkey[]> => store.selectPasskeys(world.db, key)

/** Removes one, and tells the member. */
export async function removePasskey(
  world: World,
  session: Session,
  { id, ...place }: ClientInfo & { readonly id: Uuid },
): Promise<void> {
  await world.db.transaction(async tx => {
    const name = await store.deletePasskey(tx, session, id)
    if (name === null) throw new Refusal('resource_not_found')
    await tellOfDoor(tx, world, session, { ...place, what: 'passkey_removed', name })
  })
}

export async function renamePasskey(
  { db }: Pick<World, 'db'>,
  key: Key,
  { id, name }: { readonly id: Uuid; readonly name: string },
): Promise<store.Passkey> {
  const renamed = await store.updatePasskeyName(db, key, id, checkName(name))
  if (renamed === null) throw new Refusal('resource_not_found')
  return renamed
}

/** Under an address of numbers browsers make none. */
export function mustHaveHost(settings: Settings): void {
  if (!isHostForPasskeys(settings)) throw new Refusal('route_not_found')
}

const tooMany = () =>
  new Refusal('invalid_field', {
    param: 'name',
    why: {
      en: `A member has at most ${maxPasskeys} passkeys. Remove those that are no longer used.`,
      pt: `Um membro tem no máximo ${maxPasskeys} chaves de acesso. Remova as que não são mais usadas.`,
    },
  })

const codeWanted = {
  param: 'code',
  why: {
    en: 'Enter a code of your authenticator app, or a recovery code.',
    pt: 'Digite um código do seu aplicativo autenticador ou um código de recuperação.',
  },
}
const tooLongAgo = {
  param: 'password',
  why: {
    en: 'You signed in too long ago for this. Log out, sign in again, then add the passkey.',
    pt: 'Você entrou há tempo demais para isto. Saia, entre de novo e então adicione a chave de acesso.',
  },
}
const stale = {
  en: 'This was begun in another window, or took more than ten minutes. Begin again.',
  pt: 'Isto foi iniciado em outra janela ou levou mais de dez minutos. Comece de novo.',
}
const isThere = {
  en: 'This passkey is registered already.',
  pt: 'Esta chave de acesso já está cadastrada.',
}
