/**
 * Keys for Worlds that are not real: RSA pairs cost a tenth of a second each, and tests and
 * simulations make thousands of domains. A few are made once, kept beside compiled code (the next
 * process finds them there), and given out in turn, so that keys which follow each other differ.
 */
import { createPrivateKey, createPublicKey, type KeyPairKeyObjectResult } from 'node:crypto'
import * as fs from 'node:fs/promises'
import * as path from 'node:path'
import { fileURLToPath } from 'node:url'
import { realRandom } from '#kernel/world/real/clock.ts'
import type { Random } from '#kernel/world/world.ts'

const file = fileURLToPath(
  new URL('../../node_modules/.cache/malote-simulated-keys.json', import.meta.url),
)
const count = 6
const { keyPair } = realRandom()

let pairs: Promise<KeyPairKeyObjectResult[]> | undefined
let given = 0

export const fewKeyPairs: Random['keyPair'] = async type => {
  if (type !== 'rsa') return keyPair(type)
  pairs ??= readPairs().catch(makePairs)
  return (await pairs)[given++ % count]!
}

async function readPairs(): Promise<KeyPairKeyObjectResult[]> {
  const pems: string[] = JSON.parse(await fs.readFile(file, 'utf8'))
  if (pems.length !== count) throw new Error(`${file} holds ${pems.length} keys`)
  return pems.map(pem => ({ privateKey: createPrivateKey(pem), publicKey: createPublicKey(pem) }))
}

async function makePairs(): Promise<KeyPairKeyObjectResult[]> {
  const made = await Promise.all(Array.from({ length: count }, () => keyPair('rsa')))
  // Another user's folder: the next process makes its own.
  await keep(made).catch(() => {})
  return made
}

/** Under another name first: several processes begin at once. */
async function keep(made: readonly KeyPairKeyObjectResult[]): Promise<void> {
  const pems = made.map(({ privateKey }) => privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const own = `${file}.${process.pid}`
  await fs.mkdir(path.dirname(file), { recursive: true })
  await fs.writeFile(own, JSON.stringify(pems), { mode: 0o600 })
  await fs.rename(own, file)
}
