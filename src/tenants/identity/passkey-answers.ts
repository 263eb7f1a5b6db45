/**
 * What authenticators answer, judged by @simplewebauthn/server: challenge, origin, host, that somebody
 * was there and showed who they are, signature, counter. Loaded when the first one answers.
 */
import { isIP } from 'node:net'
import type { Settings } from '#kernel/base/config.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { World } from '#kernel/world/world.ts'
import type { StoredPasskey } from './passkeys-store.ts'

type Outside = Pick<World, 'settings' | 'log'>

/** EdDSA, ES256 and RS256 (RFC 9053 §2, RFC 8812 §2), the best first. */
export const algorithms = [-8, -7, -257] as const

/** As the browser has it from the authenticator, in base64url. */
export interface NewCredential {
  readonly id: string
  readonly clientData: string
  readonly attestation: string
  readonly transports: readonly string[]
}

export interface Assertion {
  readonly id: string
  readonly clientData: string
  readonly authenticatorData: string
  readonly signature: string
  /** Whose it is, as it was registered. */
  readonly userHandle: string
}

/** Whom passkeys are for: the host of the dashboard (WebAuthn's RP ID). */
export const passkeyHost = ({ MALOTE_DASHBOARD_URL: url }: Settings): string =>
  new URL(url).hostname

/** Browsers make them for names alone, and by https, but for `localhost`. */
export function isHostForPasskeys(settings: Settings): boolean {
  const { protocol } = new URL(settings.MALOTE_DASHBOARD_URL)
  const host = passkeyHost(settings)
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return false
  return protocol === 'https:' || host === 'localhost' || host.endsWith('.localhost')
}

export async function readCredential(
  world: Outside,
  { challenge, made }: { readonly challenge: string; readonly made: NewCredential },
): Promise<Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const verify = async () => {
    await mustVouchForItself(made)
    return verifyRegistrationResponse({
      response: {
        id: made.id,
        rawId: made.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: made.clientData, attestationObject: made.attestation },
      },
      ...expected(world.settings, challenge),
      supportedAlgorithmIDs: [...algorithms],
    })
  }
  const { verified, registrationInfo } = await verify().catch(refuse(world))
  if (!verified) throw refusedPasskey()
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    credentialId: Buffer.from(id, 'base64url'),
    publicKey: Buffer.from(publicKey),
    counter,
    transports: made.transports,
  }
}

/** WebAuthn Level 2 §5.8.3, `credential ID`. */
const credentialIdBytes = 1_023

/**
 * Who has built an authenticator is nothing that we ask for, so its certificates are not looked at:
 * the library would fetch what they name, from wherever whoever made them likes. And the id that it
 * is kept by is the one that its own data has.
 */
async function mustVouchForItself({ id, attestation }: NewCredential): Promise<void> {
  const helpers = await import('@simplewebauthn/server/helpers')
  const object = helpers.decodeAttestationObject(helpers.isoBase64URL.toBuffer(attestation))
  const format = object.get('fmt')
  const isPlain = format === 'none' || format === 'packed'
  if (!isPlain || object.get('attStmt').get('x5c') !== undefined) {
    throw new Error(`an attestation by certificates: ${String(format)}`)
  }
  const { credentialID: theirs } = helpers.parseAuthenticatorData(object.get('authData'))
  if (theirs === undefined || !Buffer.from(id, 'base64url').equals(theirs)) {
    throw new Error('another credential id than that of the authenticator data')
  }
  if (theirs.length > credentialIdBytes) throw new Error('too long a credential id')
}

/** How often it has signed by now; throws `sign_in_failed` unless the passkey has signed this. */
export async function readAssertion(
  world: Outside,
  passkey: StoredPasskey,
  { challenge, answer }: { readonly challenge: string; readonly answer: Assertion },
): Promise<number> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id: answer.id,
      rawId: answer.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: answer.clientData,
        authenticatorData: answer.authenticatorData,
        signature: answer.signature,
        userHandle: answer.userHandle,
      },
    },
    ...expected(world.settings, challenge),
    credential: {
      id: passkey.credentialId.toString('base64url'),
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
  }).catch(refuse(world))
  if (!verified) throw refusedPasskey()
  return authenticationInfo.newCounter
}

const expected = (settings: Settings, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: new URL(settings.MALOTE_DASHBOARD_URL).origin,
  expectedRPID: passkeyHost(settings),
  requireUserVerification: true,
})

const refuse =
  ({ log }: Outside) =>
  (error: unknown): never => {
    const problem = error instanceof Error ? error.message.slice(0, 200) : ''
    log.info({ problem }, 'a passkey was refused')
    throw refusedPasskey()
  }

/** The same for those that are unknown and those that are wrong. */
export const refusedPasskey = (): Refusal =>
  new Refusal('sign_in_failed', {
    param: 'passkey',
    why: {
      en: 'This passkey is not known here, or its answer is not good. Try again, or come in another way.',
      pt: 'Esta chave de acesso não é conhecida aqui ou a resposta dela não vale. Tente de novo ou entre de outra forma.',
    },
  })
