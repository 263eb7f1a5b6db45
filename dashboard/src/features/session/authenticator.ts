/**
 * Asking the browser for a passkey: one made for us, or a signature of one. Only passkeys that the
 * authenticator finds by itself, and that ask for a finger, a face or a PIN.
 */
import type { Answer, Input } from '../../api/calls.ts'
import type { Text } from '../../ui/words.tsx'

/** As long as somebody looks for a telephone. */
const timeout = 300_000

export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

type PasskeyBody = Omit<Input<'passkeys.create'>['body'], 'name'>

export async function makePasskey(asked: Answer<'passkeys.begin'>): Promise<PasskeyBody> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { challenge, host, user, algorithms, known } = asked
  const { id, response } = await startRegistration({
    optionsJSON: {
      challenge,
      timeout,
      rp: { id: host, name: 'Malote' },
      user: { ...user, displayName: user.name },
      pubKeyCredParams: algorithms.map(alg => ({ alg, type: 'public-key' })),
      excludeCredentials: known.map(one => ({ id: one, type: 'public-key' })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    },
  })
  return {
    credential_id: id,
    client_data: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: response.transports ?? [],
  }
}

export async function askPasskey(
  asked: Answer<'signIn.passkey'>,
): Promise<Input<'signIn.answer'>['body']> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { challenge, host: rpId } = asked
  const { id, response } = await startAuthentication({
    optionsJSON: { challenge, timeout, rpId, userVerification: 'required' },
  })
  return {
    credential_id: id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    user_handle: response.userHandle ?? '',
  }
}

/** What a browser says instead of a passkey (WebAuthn Level 2 §5.1), in words. */
export function wordsOfBrowser(error: unknown): Text {
  const name = error instanceof Error ? error.name : ''
  return (passkeyWords as Readonly<Record<string, Text>>)[name] ?? passkeyWords.NotAllowedError
}

const passkeyWords = {
  NotAllowedError: {
    en: 'Nothing came of it: it was cancelled, or took too long. Try again.',
    pt: 'Não deu certo: foi cancelado ou demorou demais. Tente de novo.',
  },
  InvalidStateError: {
    en: 'This device or security key holds a passkey of yours already.',
    pt: 'Este dispositivo ou chave de segurança já guarda uma chave de acesso sua.',
  },
  SecurityError: {
    en: 'Passkeys work at the public address of the dashboard alone. Open it there.',
    pt: 'Chaves de acesso só funcionam no endereço público do painel. Abra-o por lá.',
  },
  NotSupportedError: {
    en: 'This device makes no passkeys of the kind that is needed.',
    pt: 'Este dispositivo não cria chaves de acesso do tipo necessário.',
  },
} satisfies Record<string, Text>
