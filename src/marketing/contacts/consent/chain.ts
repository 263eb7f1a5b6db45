/**
 * The chain of consents of a project and mode: each record's hash is made over the one before it, so
 * that none can be changed, added in between or taken away unseen. Records are written without a
 * hash, and one worker at a time appends them after their commit: a chain inside the transactions
 * would make all sign-ups of a project wait for each other.
 */
import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import { installationSecret } from '#tenants/installation/installation.ts'
import type { Owner } from '../people/contact.ts'
import { genesis, linkHash } from './consent-record.ts'
import {
  appendLinks,
  type ChainLink,
  findHead,
  listUnchained,
  lockChain,
  newestHeads,
  readUnchained,
} from './consent-store.ts'

type SecretWorld = Pick<World, 'db' | 'random' | 'settings' | 'runtime'>

const secretPart: Part<{ bytes: Promise<Buffer> | null }, SecretWorld> = {
  name: 'secret of consents',
  make: () => ({ bytes: null }),
}

/** Behind the keyed digests and the signature; read once. */
export function consentSecret(world: SecretWorld): Promise<Buffer> {
  const kept = world.runtime.get(secretPart, world)
  kept.bytes ??= installationSecret(world).then(secret =>
    Buffer.from(hkdfSync('sha256', secret, '', 'consents', 32)),
  )
  kept.bytes.catch(() => {
    kept.bytes = null
  })
  return kept.bytes
}

/** Records per transaction. */
const batchSize = 1_000

/** Appends all that is committed to the chain of one project and mode. */
export async function appendToChain(
  world: Pick<World, 'db' | 'clock'>,
  owner: Owner,
): Promise<number> {
  let appended = 0
  for (;;) {
    const count = await world.db.transaction(async tx => {
      await lockChain(tx, owner)
      const [head, records] = [await findHead(tx, owner), await readUnchained(tx, owner, batchSize)]
      if (records.length === 0) return 0
      let previous = head?.hash ?? genesis
      let seq = head?.seq ?? 0
      const links = records.map(({ id, proof }): ChainLink => {
        const link = { id, seq: ++seq, hash: linkHash(previous, proof), previousHash: previous }
        previous = link.hash
        return link
      })
      await appendLinks(tx, owner, links, new Date(world.clock.now()).toISOString().slice(0, 10))
      return links.length
    })
    appended += count
    if (count < batchSize) return appended
  }
}

/** The chore: all chains. */
export async function appendToChains(world: Pick<World, 'db' | 'clock'>): Promise<void> {
  for (const owner of await listUnchained(world.db)) await appendToChain(world, owner)
}

/** PKCS #8 (RFC 8410) of an Ed25519 key, before its 32 bytes. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The signing key of a project: the same as long as the installation's secret is. */
function signingKey(secret: Buffer, { projectId }: Pick<Tenant, 'projectId'>): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', `consent export ${projectId}`, 32))
  return createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
}

/** Signs a text (Ed25519, RFC 8032); the public key goes with it, as PEM. */
export async function signText(
  world: SecretWorld,
  tenant: Pick<Tenant, 'projectId'>,
  text: string,
): Promise<{ readonly publicKey: string; readonly signature: string }> {
  const key = signingKey(await consentSecret(world), tenant)
  return { publicKey: pemOf(key), signature: sign(null, Buffer.from(text), key).toString('base64') }
}

const pemOf = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'pem', type: 'spki' }) as string

/** What a project's files are signed by, as PEM: for everybody to see. */
export const publicKeyOf = async (
  world: SecretWorld,
  project: Pick<Tenant, 'projectId'>,
): Promise<string> => pemOf(signingKey(await consentSecret(world), project))

/** Days of heads that are published; somebody who keeps them need not ask for older ones. */
const maxPublishedDays = 3_660

/** The last hash of each day: for everybody to keep, without how many records there were. */
export async function publishedHeads(
  sql: Sql,
  owner: Owner,
): Promise<{ readonly day: string; readonly hash: string }[]> {
  const heads = await newestHeads(sql, owner, maxPublishedDays)
  return heads.map(({ day, hash }) => ({ day, hash: hash.toString('hex') }))
}
