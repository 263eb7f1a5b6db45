/** The audience of the shop: topics, properties, people who joined, left and never answered. */
import type { TestService } from '../../support/service.ts'

export interface Audience {
  /** Ids to open pages with. */
  readonly contact: string
  /** Who has left. */
  readonly gone: string
  readonly topic: string
  readonly segment: string
  readonly form: string
  readonly list: string
  readonly template: string
  /** A draft, and one that has been sent. */
  readonly draft: string
  readonly campaign: string
  /** Published, with somebody inside; and one that lacks everything. */
  readonly sequence: string
  readonly enrollment: string
  readonly emptySequence: string
  /** One that ran, and one that waits for decisions. */
  readonly import: string
  readonly openImport: string
}

export async function gatherAudience(service: TestService, key: string): Promise<Audience> {
  const post = async (path: string, body: object) => {
    const answer = await service.call('POST', path, { key, body })
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body as { id: string; created?: boolean }
  }
  const topic = await post('/v1/topics', {
    name: { pt: 'Novidades', en: 'News' },
    description: { pt: 'Uma carta por semana', en: 'One letter a week' },
    public: true,
  })
  await post('/v1/topics', {
    name: { pt: 'Ofertas', en: 'Offers' },
    joined_by: 'default',
    public: true,
  })
  const properties = [
    { key: 'city', type: 'string', label: { pt: 'Cidade', en: 'City' } },
    { key: 'orders', type: 'number', label: { pt: 'Pedidos', en: 'Orders' } },
    { key: 'birthday', type: 'date', label: { pt: 'Aniversário', en: 'Birthday' } },
    { key: 'vip', type: 'boolean', label: 'VIP' },
    { key: 'interests', type: 'list' },
  ]
  for (const property of properties) await post('/v1/contact-properties', property)
  const people = ['maria', 'joao', 'beatriz', 'carlos', 'helena', 'rafael', 'lucia', 'pedro']
  const ids: string[] = []
  for (const [n, name] of people.entries()) {
    const { id } = await post('/v1/contacts', {
      email: `${name}@clientes.test`,
      first_name: `${name[0]!.toUpperCase()}${name.slice(1)}`,
      last_name: n % 2 === 0 ? 'Lima' : 'Souza',
      language: 'pt-BR',
      properties: { city: n % 3 === 0 ? 'Recife' : 'Olinda', orders: n, vip: n > 5 },
      topics: n % 4 === 3 ? [] : [topic.id],
    })
    ids.push(id)
  }
  const { id: gone } = await post('/v1/contacts', { email: 'saiu@clientes.test' })
  const segment = await post('/v1/segments', {
    name: 'Recife, sem cliques',
    filter: {
      all: [
        { field: 'properties.city', op: 'in', value: ['Recife'] },
        { topic: topic.id, state: 'subscribed' },
        { not: { letters: 'clicked', within: 'P30D', at_least: 1 } },
        { any: [{ field: 'properties.orders', op: 'gte', value: 2 }, { event: 'order.paid' }] },
      ],
    },
  })
  const form = await post('/v1/forms', {
    name: 'Rodapé do site',
    topics: [topic.id],
    fields: [{ key: 'first_name', label: { pt: 'Como você se chama?', en: 'Your name?' } }],
    wording: { pt: 'Quero receber novidades.', en: 'I want to get news.' },
  })
  const list = await post('/v1/segments', { name: 'Imprensa', kind: 'static' })
  await post(`/v1/segments/${list.id}/members`, { contacts: ids.slice(0, 2) })
  const letter = {
    from: 'Loja da Ana <pedidos@loja.test>',
    topic_id: topic.id,
    audience: { topics: [topic.id] },
    content: {
      subject: 'Novidades de novembro',
      html: '<p>Oi {{ contact.first_name | default: "gente" }}, <a href="https://loja.test/novembro">veja</a></p>',
    },
  }
  const template = await publishedTemplate(post)
  const draft = await post('/v1/campaigns', { name: 'Rascunho de dezembro', ...letter })
  const campaign = await post('/v1/campaigns', { name: 'Novembro', ...letter })
  await post(`/v1/campaigns/${campaign.id}/send`, {})
  const ended = await bringIn(service, key, `email;Nome;Cidade\n${lines}nobody;Nada;Recife\n`)
  await post(`/v1/imports/${ended}/start`, {})
  return {
    contact: ids[0]!,
    gone,
    topic: topic.id,
    segment: segment.id,
    form: form.id,
    draft: draft.id,
    campaign: campaign.id,
    list: list.id,
    template,
    ...(await makeSequences(post, topic.id)),
    import: ended,
    openImport: await bringIn(service, key, spreadsheet),
  }
}

type Post = (path: string, body: object) => Promise<{ id: string }>

/** In two languages, with a version and a draft that is newer. */
async function publishedTemplate(post: Post): Promise<string> {
  const html = '<p>Oi {{ contact.first_name | default: "gente" }}: pedido {{ order }}.</p>'
  const { id } = await post('/v1/templates', {
    name: 'Pedido enviado',
    alias: 'order_sent',
    default_language: 'pt',
    variables: [{ key: 'order', type: 'string', required: true, sample: '4812' }],
    variants: {
      pt: { subject: 'Seu pedido saiu', preheader: 'Veja por onde anda', html },
      en: { subject: 'Your order is on its way', html: '<p>Order {{ order }}.</p>' },
    },
  })
  await post(`/v1/templates/${id}/publish`, {})
  return id
}

/** A way with every kind of fork. */
async function makeSequences(post: Post, topicId: string) {
  const html = '<p>Que bom ter você aqui, {{ contact.first_name | default: "gente" }}.</p>'
  const { id: template } = await post('/v1/templates', {
    name: 'Boas-vindas',
    default_language: 'pt',
    variants: { pt: { subject: 'Que bom ter você aqui', html } },
  })
  await post(`/v1/templates/${template}/publish`, {})
  const paid = { filter: { all: [{ event: 'order.paid' }] }, next: 'thanks' }
  const opened = { filter: { all: [{ letters: 'opened', of: { step: 'hello' } }] }, next: 'split' }
  const sequence = await post('/v1/sequences', {
    name: 'Boas-vindas em etapas',
    from: 'Loja da Ana <pedidos@loja.test>',
    topic_id: topicId,
    triggers: [{ on: 'event', name: 'account.created' }],
    exits: [{ on: 'event', name: 'order.refunded', reason: 'goal' }],
    steps: [
      { key: 'hello', type: 'email', template_id: template, next: 'pause' },
      { key: 'pause', type: 'wait', for: 'P2D', until: { time: '09:00', days: [1] }, next: 'paid' },
      { key: 'paid', type: 'branch', cases: [paid, opened], else: 'cart' },
      { key: 'thanks', type: 'exit', reason: 'bought' },
      { key: 'split', type: 'split', ways: [{ weight: 1, next: 'offer' }, { weight: 3 }] },
      { key: 'cart', type: 'wait_for_event', event: 'cart.closed', within: 'P3D', next: 'offer' },
      { key: 'offer', type: 'email', template_id: template },
    ],
  })
  await post(`/v1/sequences/${sequence.id}/publish`, {})
  const path = `/v1/sequences/${sequence.id}/enrollments`
  const enrollment = await post(path, { email: 'maria@clientes.test' })
  const empty = await post('/v1/sequences', { name: 'Sequência vazia' })
  return { sequence: sequence.id, enrollment: enrollment.id, emptySequence: empty.id }
}

const lines = 'ines@clientes.test;Inês;Recife\nrui@clientes.test;Rui;Olinda\n'

/** As a spreadsheet in Brazil saves it. */
export const spreadsheet = Buffer.from(
  'E-mail;Nome;Cidade;Loja favorita;Total gasto\nzeca@clientes.test;Zéca;São Paulo;Centro;1.234,50\n' +
    'saiu@clientes.test;Sá;Recife;Norte;0,90\nnão é endereço;Ninguém;Olinda;Sul;12\n',
  'latin1',
)

/** Resolves with the id of an import that waits to be started. */
async function bringIn(service: TestService, key: string, file: string | Buffer): Promise<string> {
  const { body } = await service.call('POST', '/v1/imports', { key, body: { format: 'csv' } })
  const answer = await fetch(`http://127.0.0.1:${service.port}/v1/imports/${body.id}/file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    body: typeof file === 'string' ? file : new Uint8Array(file),
  })
  if (answer.status !== 202) throw new Error(await answer.text())
  return body.id
}
