/**
 * Names borrowed: every public page of one customer under the tracking domain of another, the
 * dashboard's name and names that nobody here has. A list of bad hosts judges the name, not the token.
 */
import { show } from '#kernel/base/ids.ts'
import { pageSecret, sealPerson } from '#marketing/forms/confirm.ts'
import { trustDomain } from '#sending/domains/check-domain.ts'
import { createDomain } from '#sending/domains/domains.ts'
import { linksOf } from '#sending/tracking/links.ts'
import { installationSecret } from '#tenants/installation/installation.ts'
import type { Part } from './part.ts'
import { type Arena, dashboardUrl, newParty, type Party } from './stage.ts'

export const hosts: Part = {
  name: 'hosts',
  about: 'public pages × the names of others',
  async run(arena, tally) {
    const [victim, mallory] = [await newParty(arena), await newParty(arena)]
    const own = await prove(arena, mallory)
    const borrowed = [await prove(arena, victim), new URL(dashboardUrl).host]
    const spelt = borrowed.flatMap(host => [host, host.toUpperCase(), `${host}.`, `${host}:8080`])
    for (const path of await pagesOf(arena, mallory)) {
      for (const method of ['GET', 'HEAD', 'POST']) {
        for (const host of spelt) {
          const { status } = await arena.ask({ method, path, headers: { host } })
          tally.check(status === 404, () => `${method} ${path} at ${host}: ${status}`)
        }
      }
      const { status } = await arena.ask({ method: 'GET', path, headers: { host: own } })
      tally.check(status < 400, () => `${path} at its own name: ${status}`)
    }
  },
}

/** Its tracking domain. */
async function prove({ world }: Arena, { projectId }: Party): Promise<string> {
  const name = `d${world.ids.next()}.test`
  const { id } = await createDomain(world, { projectId, name })
  await trustDomain(world, id)
  return `links.${name}`
}

async function pagesOf({ world, ask }: Arena, { projectId, byKey }: Party): Promise<string[]> {
  const post = async (path: string, body: object): Promise<string> =>
    (await ask({ method: 'POST', path, body, headers: byKey })).body.id
  const topic = await post('/v1/topics', { name: { en: 'News' } })
  const form = await post('/v1/forms', { name: 'Site', topics: [topic], fields: [] })
  const [emailId, contactId, address] = [world.ids.next(), world.ids.next(), 'ana@inbox.test']
  const to = { projectId, emailId, n: 0, address }
  const links = linksOf({ secret: await installationSecret(world), cell: '' }, to, '')
  const person = { projectId, contactId, mode: 'live' as const, topicIds: [], address: '' }
  const secret = await pageSecret(world)
  const confirmation = sealPerson(secret, 'confirm', { ...person, askedAt: world.clock.now() })
  return [
    `/f/${form}`,
    `/a/${show('prj', projectId)}/${topic}.rss`,
    `/c/${confirmation}`,
    links.link('https://phish.test/login'),
    links.unsubscribe,
    /\/t\/o\/[\w-]+/.exec(links.image())![0],
  ]
}
