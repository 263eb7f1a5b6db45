/**
 * What a form must bring with it: a token that was made some seconds before, good once, and from
 * pages of others, whose script asks for it, the proof of a little work for that token.
 */
import { createHash } from 'node:crypto'
import { hourMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import { openLink, sealLink } from '#sending/tracking/link-token.ts'
import { pageSecret } from './confirm.ts'
import type { TokenUse } from './store.ts'

const minAgeMs = 3_000
export const maxAgeMs = 2 * hourMs
/** So many of the digest's first bits are 0: 4,096 tries on average, about 200 ms on a phone. */
export const proofBits = 12

/** Whose form it is. */
interface Owner {
  readonly projectId: Uuid
  readonly formId: Uuid
  readonly mode: Mode
}

/** Our own page is shown by a visit; a script has to work instead. */
type Asker = 'page' | 'script'

export async function makeToken(
  world: World,
  { projectId, formId, mode }: Owner,
  asker: Asker,
): Promise<string> {
  return sealLink(await pageSecret(world), 'form', {
    projectId,
    emailId: formId,
    n: mode === 'live' ? 0 : 1,
    about: `${world.clock.now()} ${world.random.bytes(9).toString('base64url')} ${asker}`,
  })
}

export type TokenState = 'good' | 'young' | 'none'

/** `none` too for a script's without its proof. */
export async function judgeToken(
  world: World,
  { formId, mode }: Owner,
  { token, proof }: { readonly token: string; readonly proof: string },
): Promise<TokenState> {
  const link = openLink(await pageSecret(world), 'form', token)
  if (link?.emailId !== formId || link.n !== (mode === 'live' ? 0 : 1)) return 'none'
  const [at, , asker] = link.about.split(' ')
  const ageMs = world.clock.now() - Number(at)
  if (ageMs > maxAgeMs) return 'none'
  if (asker === 'script' && !isProof(token, proof)) return 'none'
  return ageMs < minAgeMs ? 'young' : 'good'
}

function isProof(token: string, proof: string): boolean {
  const digest = createHash('sha256').update(`${token} ${proof}`).digest()
  return digest.readUInt32BE(0) >>> (32 - proofBits) === 0
}

/**
 * Who sees a mistake goes back and sends the same page again; more often is no person's way. Without
 * a bound one token would do for any number of addresses.
 */
const maxSubmissions = 3

/** `content`: what is sent by the token; the same again is the same submission. */
export function tokenUse(token: string, content: unknown): TokenUse {
  const digest = (...texts: readonly string[]): Buffer =>
    createHash('sha256').update(texts.join('\n')).digest()
  const others = Array.from({ length: maxSubmissions - 1 }, (_, n) => digest(token, `${n + 1}`))
  return {
    submission: digest(token, JSON.stringify(content)),
    places: [digest(token), ...others],
  }
}
