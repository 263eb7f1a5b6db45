/**
 * The links to pages that anybody may open. A letter that arrives has them; of an email of a test key
 * nothing arrives, so they are made here as the letter would have them.
 */
import assert from 'node:assert/strict'
import { read, type Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { addressDigest, pageSecret, preferencesLink, sealPerson } from '#marketing/forms/confirm.ts'
import { tenantOf } from '#marketing/forms/tenant.ts'
import { webViewLink } from '#marketing/forms/web-view.ts'
import { linksOf } from '#sending/tracking/links.ts'
import { installationSecret } from '#tenants/installation/installation.ts'
import type { OpenProject } from './accounts.ts'
import type { TestService } from './service.ts'

/** The public pages of a project, by what they are; each is there. */
export async function publicPagesOf(service: TestService, project: OpenProject, from: string) {
  const { projectId } = project
  const key = await project.key('test', 'admin')
  const { world } = service
  const call = async (path: string, body: unknown) => {
    const made = await service.call('POST', path, { key, body })
    assert.ok(made.status < 300, `${path} ${JSON.stringify(made.body)}`)
    return made.body
  }
  const topic = (await call('/v1/topics', { name: { pt: 'Novidades', en: 'News' } })).id
  const form = (await call('/v1/forms', { name: 'Site', topics: [topic], fields: [] })).id
  const email = 'ana@gente.test'
  const contact = await call('/v1/contacts', { email, topics: [topic] })
  const letter = { from, to: [email], subject: 'Oi', html: '<p>Oi</p>', stream: 'marketing' }
  const sent = await call('/v1/emails', letter)
  const emailId = read('msg', sent.id)!
  const contactId = read('con', contact.id)!
  const tenant = (await tenantOf(world, projectId, 'test'))!
  const secret = await pageSecret(world)
  const recipient = { projectId, emailId, n: 0, address: email, isCaptured: true }
  const links = await linksTo(world, recipient)
  const [open = ''] = /\/t\/o\/[\w-]+/.exec(links.image()) ?? []
  const preferences = (await preferencesLink(world, tenant))({ id: contactId, email }, null)
  const person = { projectId, contactId, mode: 'test' as const, topicIds: [] }
  const asked = { address: addressDigest(email), askedAt: world.clock.now() }
  return {
    form: `/f/${form}?mode=test`,
    feed: `/a/${project.shownId}/${topic}.rss?mode=test`,
    preferences: new URL(preferences).pathname,
    data: `${new URL(preferences).pathname}/data`,
    confirmation: `/c/${sealPerson(secret, 'confirm', { ...person, ...asked })}`,
    view: new URL((await webViewLink(world, projectId))(emailId)).pathname,
    open,
    click: links.link('https://shop.example/'),
    leaving: links.unsubscribe,
  }
}

type Recipient = Parameters<typeof linksOf>[1]

const linksTo = async (world: World, recipient: Recipient) =>
  linksOf({ secret: await installationSecret(world), cell: '' }, recipient, '')

/** The page of a captured email by which its first recipient leaves. */
export async function leavingPage(
  { world, projectId }: { readonly world: World; readonly projectId: Uuid },
  email: string,
  address: string,
): Promise<string> {
  const recipient = { projectId, emailId: read('msg', email)!, n: 0, address, isCaptured: true }
  return (await linksTo(world, recipient)).unsubscribe
}
