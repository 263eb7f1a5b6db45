/**
 * Signing beside the main thread. An RSA-2048 signature costs 250 µs, more than all else that
 * happens to an email, so it goes to the thread pool that Node has anyway (crypto's callback form);
 * the 36 µs of Ed25519 stay here, done while the pool works. Measured on two cores, signatures a
 * second: RSA in place 4,000; pool of four 7,350; two worker threads of our own 6,600–7,100, with
 * more code and more CPU each. Both keys: 6,600 pairs with Ed25519 here, 6,360 with it in the pool.
 *
 * The pool has UV_THREADPOOL_SIZE threads (4 unless set, read when the process starts): fewer than
 * the cores wastes cores; files and DNS look-ups by the system queue in the same pool, so more than
 * the cores does no harm. They run behind the main thread (decision 0020). The pool is handed no more
 * than it does in some 10 ms, and of bulk mail less; what waits beyond that is signed in order,
 * transactional mail first.
 */
import { sign } from 'node:crypto'
import {
  type Canonical,
  canonicalize,
  finish,
  keyObject,
  type PreparedSignature,
  prepareSignature,
  rawSignature,
  type SigningKey,
} from './dkim.ts'

/** Signatures handed to the pool at a time: enough that it never waits for the main thread. */
const maxInPool = 64
/** Whoever cannot wait is signed behind no more bulk mail than this: behind all else, the pool is slow. */
const maxBulkInPool = 12

interface Signing {
  readonly keys: readonly SigningKey[]
  readonly timestampSeconds: number
  /** After all that is not. */
  readonly isBulk?: boolean
}

/** As signMessage, byte for byte, but RSA does not hold up the caller's thread. */
export async function signMessageAsync(
  message: Buffer,
  headerEnd: number,
  signing: Signing,
): Promise<Buffer> {
  return signCanonicalAsync(canonicalize(message, headerEnd), signing)
}

/** The same of a message that is reduced already. */
export async function signCanonicalAsync(
  canonical: Canonical,
  { keys, timestampSeconds, isBulk = false }: Signing,
): Promise<Buffer> {
  const prepared = keys.map(key => prepareSignature(canonical, { ...key, timestampSeconds }))
  // RSA first, whatever the order of the keys: the pool works while this thread does the others.
  const pending = keys.map((key, i) =>
    key.algorithm === 'rsa' ? signRsaInPool(prepared[i]!, key, isBulk) : null,
  )
  const lines = prepared.map(async (one, i) =>
    finish(one, (await pending[i]) ?? rawSignature(one, keys[i]!)),
  )
  return Buffer.from((await Promise.all(lines)).join(''), 'latin1')
}

// Of the process, as the pool is: two services that counted apart would hand it twice as much.
const inPool = { urgent: 0, bulk: 0 }
const waiting = { urgent: [] as (() => void)[], bulk: [] as (() => void)[] }

const mayBegin = (stream: keyof typeof inPool): boolean =>
  inPool.urgent + inPool.bulk < maxInPool && (stream === 'urgent' || inPool.bulk < maxBulkInPool)

async function signRsaInPool(
  prepared: PreparedSignature,
  key: SigningKey,
  isBulk: boolean,
): Promise<Buffer> {
  const stream = isBulk ? 'bulk' : 'urgent'
  if (!mayBegin(stream)) await new Promise<void>(begin => waiting[stream].push(begin))
  else inPool[stream]++
  try {
    return await signRsa(prepared, key)
  } finally {
    inPool[stream]--
    for (const next of ['urgent', 'bulk'] as const) {
      while (mayBegin(next)) {
        const begin = waiting[next].shift()
        if (begin === undefined) break
        // Its place is taken before it knows, or somebody who comes meanwhile would take it.
        inPool[next]++
        begin()
      }
    }
  }
}

function signRsa(prepared: PreparedSignature, key: SigningKey): Promise<Buffer> {
  const privateKey = keyObject(key.privateKeyPem)
  return new Promise((resolve, reject) => {
    sign('sha256', prepared.signingInput, privateKey, (error, signature) =>
      error === null ? resolve(signature) : reject(error),
    )
  })
}
