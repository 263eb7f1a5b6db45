/** What a campaign says is kept once; each letter keeps the values of its person. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import PostalMime from 'postal-mime'
import { violations } from '#faces/doctor/invariants-store.ts'
import { compose } from '#kernel/mail/compose.ts'
import { relaxedBody } from '#kernel/mail/dkim-canonical.ts'
import { campaignStage } from '../../support/campaigns.ts'
import { until } from '../../support/until.ts'

const html = `<html><body><p>Oi {{ contact.first_name | default: "você" }} de {{ contact.properties.city }}</p>
<a href="https://shop.test/a?x=1&amp;y=2">um</a> <a href='https://shop.test/{{ contact.email }}'>seu</a>
{% if contact.properties.city == "Recife" %}<a href="{{ contact.properties.page }}">página</a>{% endif %}
<a href="mailto:oi@shop.test">escreva</a> {{ project.name }}
<a href="{{ unsubscribe_url }}">sair</a> <a href="{{ web_view_url }}">ver</a></body></html>`

const rules = await readFile(new URL('../../../db/invariants.sql', import.meta.url), 'utf8')

const bodyHash = (bytes: Uint8Array): string =>
  createHash('sha256')
    .update(relaxedBody(Buffer.from(bytes)))
    .digest('base64')

describe('the letters of a campaign', () => {
  it('are kept once, and read as they were signed, whatever changed since', async t => {
    const { service, call, make, join, send, reaches } = await campaignStage(t, 'live')
    for (const key of ['city', 'page']) {
      await call('POST', '/v1/contact-properties', { key, type: 'string' })
    }
    await join(['ana@here.test'], {
      first_name: 'Ana <b>',
      properties: { city: 'Recife', page: 'https://ana.test/' },
    })
    await join(['bia@here.test'], { properties: { city: 'Olinda', page: 'javascript:alert(1)' } })
    const template = await call('POST', '/v1/templates', {
      name: 'Natal',
      default_language: 'pt',
      variants: { pt: { subject: 'Oi {{ contact.first_name | default: "você" }}', html } },
    })
    assert.equal(template.status, 201, JSON.stringify(template.body))
    const path = `/v1/templates/${template.body.id}`
    assert.equal((await call('POST', `${path}/publish`)).status, 201)
    const id = await make({ content: { template_id: template.body.id } })
    await send(id)
    await reaches(id, body => body.status === 'sent', 'the end')
    await until(async () => service.mx.received.length === 2, 'the letters')
    await call('PATCH', path, { variants: { pt: { subject: 'Novo', html: '<p>Novo</p>' } } })
    await call('POST', `${path}/publish`)
    const { body: links } = await call('GET', `/v1/campaigns/${id}/links`)
    const mended = await call('PATCH', `/v1/campaigns/${id}/links/${links.data[0].n}`, {
      url: 'https://shop.test/outra',
    })
    assert.equal(mended.status, 200)
    const { body: emails } = await call('GET', '/v1/emails')
    assert.equal(emails.data.length, 2)
    for (const email of emails.data) {
      const received = service.mx.received.find(one => one.to.includes(email.to[0]))!
      const mime = await PostalMime.parse(received.content)
      const { body: content } = await call('GET', `/v1/emails/${email.id}/content`)
      const lines = (text: string | undefined) => text?.replaceAll('\r\n', '\n').trimEnd()
      assert.equal(lines(content.html), lines(mime.html))
      assert.equal(lines(content.text ?? content.text_made), lines(mime.text))
      assert.match(content.html, /\/t\/c\/[\s\S]*\/t\/o\//)
      assert.match(content.html, /href="http[^"]+\/u\/[\w-]+">sair/)
      assert.doesNotMatch(content.html, /[\uFDD0-\uFDD2]|javascript|\{\{/)
      const raw = received.content.toString('latin1')
      const unfolded = raw.replace(/\r\n[ \t]+/g, '')
      const signed = /^DKIM-Signature:.*?bh=([^;]+);/m.exec(unfolded)![1]!
      const { bytes, headerEnd } = compose({
        messageId: 'x@shop.test',
        dateMs: 0,
        from: { local: 'oi', domain: 'shop.test', name: '', needsUtf8: false } as never,
        to: [],
        cc: [],
        replyTo: [],
        subject: '',
        html: content.html,
        text: content.text ?? content.text_made,
        headers: [],
        attachments: [],
        boundarySeed: /boundary="?[^"]*?([0-9a-f]{32})/.exec(unfolded)![1]!,
      })
      assert.equal(bodyHash(bytes.subarray(headerEnd + 2)), signed)
    }
    const ana = emails.data.find((one: { to: string[] }) => one.to[0] === 'ana@here.test')!
    assert.equal(ana.subject, 'Oi Ana <b>')
    const { body: said } = await call('GET', `/v1/emails/${ana.id}/content`)
    assert.match(said.html, /Oi Ana &lt;b&gt; de Recife/)
    const kept = await service.world.db.query<{ contents: number; bytes: number }>(
      `select count(distinct e.content_id)::integer as contents,
         max(pg_column_size(c.own_values))::integer as bytes
       from emails e join email_contents c on c.email_id = e.id
       where e.letter ->> 'campaign_id' = $1 and c.html is null`,
      [id],
    )
    assert.equal(kept[0]!.contents, 1)
    assert.ok(kept[0]!.bytes < 500, `${kept[0]!.bytes} bytes a person`)
    assert.equal((await call('DELETE', '/v1/contacts/ana@here.test')).status, 200)
  })

  it('lose the values of a person with the person, and miss none while they wait', async t => {
    const { service, call, make, join, send } = await campaignStage(t, 'live')
    const { db } = service.world
    // Nobody answers for this domain: letters to it wait in the queue.
    const [ana, bia] = ['ana@later.test', 'bia@later.test'] as const
    await join([ana], { first_name: 'Anabela' })
    await join([bia], { first_name: 'Bianca' })
    const content = { subject: 'Oi', html: '<p>Oi {{ contact.first_name }}</p>' }
    const id = await make({ content })
    await send(id)
    const kept = async () =>
      db.query<{ address: string; own: string | null; content_id: string | null }>(
        `select r.address, c.own_values::text as own, e.content_id from emails e
         join recipients r on r.project_id = e.project_id and r.email_id = e.id
         left join email_contents c on c.project_id = e.project_id and c.email_id = e.id
         order by c.own_values is null, r.address`,
      )
    await until(async () => (await kept()).length === 2, 'the letters')
    const { body: contact } = await call('GET', `/v1/contacts/${ana}`)
    await until(async () => {
      const { body } = await call('GET', '/v1/emails?status=deferred')
      return body.data.length === 2
    }, 'the first attempts')
    assert.equal((await call('POST', `/v1/contacts/${contact.id}/erase`)).status, 202)
    await until(async () => (await kept()).some(one => one.own === null), 'the erasure')
    const [hers, gone] = await kept()
    assert.match(hers!.own ?? '', /Bianca/)
    assert.deepEqual([gone!.content_id, /ana/i.test(gone!.address)], [null, false])
    assert.deepEqual(await violations(db, rules), [])
    const waiting = await db.query<{ count: number }>(
      "select count(*)::integer as count from queue where kind in ('delivery', 'bulk')",
    )
    assert.equal(waiting[0]!.count, 1)
    // A letter that waits without its values, or without what it says, is a breach.
    const broken = async () => (await violations(db, rules)).map(one => one.name)
    await db.query('update email_contents set own_values = null')
    assert.deepEqual(await broken(), ["a merged letter that waits has its person's values"])
    await db.query('delete from contents')
    assert.ok((await broken()).includes('every email has its content'))
  })
})
