/** Lines of strangers wherever the audience shows what people, files and forms brought. */
import assert from 'node:assert/strict'
import type { TestService } from '../../support/service.ts'

interface Shown {
  readonly path: string
  /** What the page must show as letters. */
  readonly shown: string
}

/** `names` fit a name, `texts` a longer text. */
interface Words {
  readonly names: readonly string[]
  readonly texts: readonly string[]
}

export async function writeAudience(
  service: TestService,
  { key, place }: { readonly key: string; readonly place: string },
  { names, texts }: Words,
): Promise<readonly Shown[]> {
  const post = async (path: string, body: object) => {
    const answer = await service.call('POST', path, { key, body })
    assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`)
    return answer.body as { id: string }
  }
  const topic = await post('/v1/topics', {
    name: { en: names[0]!, pt: names[1]! },
    description: { en: names[2]! },
  })
  await post('/v1/contact-properties', { key: 'note', type: 'string', label: names[3]! })
  const person = await post('/v1/contacts', {
    email: 'hostile@clientes.test',
    first_name: names[4]!,
    last_name: names[5]!,
    external_id: names[6]!,
    properties: { note: texts[0]! },
  })
  const consent = { at: new Date(0).toISOString(), source: names[7]!, wording: texts[1]! }
  await post(`/v1/contacts/${person.id}/topics`, {
    topics: [{ id: topic.id, state: 'subscribed', consent }],
  })
  const filter = { all: [{ field: 'properties.note', op: 'eq', value: texts[0]! }] }
  const segment = await post('/v1/segments', { name: names[8]!, filter })
  const form = await post('/v1/forms', {
    name: names[9]!,
    topics: [topic.id],
    fields: [{ key: 'properties.note', label: { en: names[10]! } }],
    wording: { en: texts[2]! },
  })
  const imported = await sendFile(service, key, [names.slice(11, 14), texts.slice(3, 6)])
  return [
    { path: `${place}/contacts`, shown: names[4]! },
    { path: `${place}/contacts/${person.id}`, shown: texts[0]! },
    { path: `${place}/topics`, shown: names[2]! },
    { path: `${place}/segments`, shown: names[8]! },
    { path: `${place}/segments/${segment.id}`, shown: names[4]! },
    { path: `${place}/forms`, shown: names[9]! },
    { path: `${place}/forms/${form.id}`, shown: texts[2]! },
    { path: `${place}/imports/${imported}`, shown: texts[4]! },
    { path: `${place}/consent?contact=${person.id}`, shown: texts[1]! },
    { path: `${place}/audience?tab=properties`, shown: names[3]! },
  ]
}

/** A file whose every cell is a line of a stranger, its header too. Resolves with its import. */
async function sendFile(
  service: TestService,
  key: string,
  rows: readonly (readonly string[])[],
): Promise<string> {
  const { body } = await service.call('POST', '/v1/imports', { key, body: { format: 'csv' } })
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const file = rows.map(row => row.map(cell).join(',')).join('\n')
  const answer = await fetch(`http://127.0.0.1:${service.port}/v1/imports/${body.id}/file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    body: `${file}\n`,
  })
  assert.equal(answer.status, 202, await answer.text())
  return body.id
}
