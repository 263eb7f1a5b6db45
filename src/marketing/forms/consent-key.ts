/**
 * What proofs of consent are checked by, for everybody to see: `/.well-known/malote/consents/`, then
 * `{project}.pem`, the key that signs them, and `{project}.json`, the last hash of each day. Whoever
 * keeps these notices when records are made up, or taken away, later.
 */
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { publicKeyOf, publishedHeads } from '../contacts/consent/chain.ts'
import { notFound } from './form-page.ts'
import { tenantOf } from './tenant.ts'
import type { PageAnswer, PublicPage, Visit } from './visit.ts'

export const consentKeyPath = '/.well-known/malote/consents/'

const form = /^(prj_\w+)\.(pem|json)$/

const projectIn = (rest: string): Uuid | null => read('prj', form.exec(rest)?.[1] ?? '')

export const consentKeyPage: PublicPage = {
  answer: answerConsentKey,
  projectOf: async (_world, rest) => projectIn(rest),
}

async function answerConsentKey(world: World, visit: Visit): Promise<PageAnswer> {
  const projectId = projectIn(visit.rest)
  const isThere = projectId !== null && (await tenantOf(world, projectId, 'live')) !== null
  if (!isThere || visit.isPost) return notFound(visit.language)
  if (visit.rest.endsWith('.pem')) {
    const published = await publicKeyOf(world, { projectId })
    return { status: 200, published, type: 'application/x-pem-file' }
  }
  const [live, test] = await Promise.all(
    (['live', 'test'] as const).map(mode => publishedHeads(world.db, { projectId, mode })),
  )
  const published = JSON.stringify({ project_id: show('prj', projectId), heads: { live, test } })
  return { status: 200, published, type: 'application/json; charset=utf-8' }
}
