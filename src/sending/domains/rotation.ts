/** Replacing the keys of a verified domain: by hand, or each year by itself (see keys.ts). */

import { dayMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { show } from '#kernel/base/ids.ts'
import { inOwnLetters } from '#kernel/mail/domain-name.ts'
import type { World } from '#kernel/world/world.ts'
import { maxRetentionDays, plansOf } from '#tenants/limits/plans.ts'
import { deleteRetiredKeys, insertKey } from './dkim-keys-store.ts'
import { prepareKeys } from './keys.ts'
import { notifyProject } from './notify.ts'
import { type Domain, domainsToRotate, findDomain, lockDomain } from './store.ts'

/** Begins a rotation; one that has begun goes on as it is. */
export async function rotateKeys(world: World, domain: Domain): Promise<Domain> {
  if (domain.status !== 'verified') {
    throw new Refusal('invalid_field', {
      param: 'id',
      why: {
        en: 'Only a verified domain has keys to replace. Verify it first.',
        pt: 'Só um domínio verificado tem chaves a substituir. Verifique-o primeiro.',
      },
    })
  }
  const { project_id: projectId, id: domainId } = domain
  const keys = await prepareKeys(world, projectId)
  return world.db.transaction(async tx => {
    await lockDomain(tx, projectId, domainId)
    const before = await findDomain(tx, projectId, domainId)
    if (!before) throw new Refusal('resource_not_found')
    if (before.keys.some(key => key.state === 'next')) return before
    const createdAt = world.clock.now()
    for (const key of keys) {
      await insertKey(tx, { ...key, projectId, domainId, state: 'next', createdAt })
    }
    return (await findDomain(tx, projectId, domainId))!
  })
}

const minRetiredMs = 7 * dayMs
const renewAfterMs = 365 * dayMs
const maxAtATime = 50

/** Removes keys that nobody asks for any more, and begins the yearly change of old ones. */
export async function turnKeys(world: World): Promise<void> {
  const now = world.clock.now()
  // As long as an email is kept, what it was sent as can be shown, signature and all.
  const keptMs = maxRetentionDays(plansOf(world.settings)) * dayMs
  await deleteRetiredKeys(world.db, now - Math.max(keptMs, minRetiredMs))
  for (const domain of await domainsToRotate(world.db, now - renewAfterMs, maxAtATime)) {
    await rotateKeys(world, domain)
    await world.db.transaction(tx =>
      notifyProject(tx, world, domain.project_id, {
        level: 'info',
        code: 'domain_keys',
        data: { domain_id: show('dom', domain.id), name: domain.name },
        text: {
          en: `The DKIM keys of ${inOwnLetters(domain.name)} are a year old. New ones are ready: publish their records and they take over by themselves. Leave the old records in place for a week after that.`,
          pt: `As chaves DKIM de ${inOwnLetters(domain.name)} têm um ano. Há chaves novas prontas: publique os registros e elas assumem sozinhas. Deixe os registros antigos por mais uma semana depois disso.`,
        },
      }),
    )
  }
}
