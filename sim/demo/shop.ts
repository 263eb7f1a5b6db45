/**
 * The shop that is open while the demo stays: a topic, a form that asks for confirmation, a welcome
 * for whoever confirms, and a campaign that is under way when somebody comes to look.
 */
import type { Language, Text } from '#kernel/base/languages.ts'

/** Answers the body of a call with the live key. Throws where it is refused. */
// biome-ignore lint/suspicious/noExplicitAny: answers of any shape are looked into
type Post = (path: string, body: unknown) => Promise<any>

interface Shop {
  /** Where people sign up. */
  readonly form: string
}

const subscribers = 900
/** Letters an hour: a quarter of an hour to look at. */
const ratePerHour = 3_600
const perBatch = 500

const say = (en: string, pt: string): Text => ({ en, pt })
const name = 'Loja da Esquina'
const from = `${name} <novidades@loja.test>`

/** So that forms, confirmations and preferences look like those of a shop. */
export const shopSettings = {
  theme: { name, color: '#9a3412', background: '#faf5f0', radius: 12 },
  postal_address: `${name}, Rua do Mercado, 12, Recife`,
}

interface ShopOptions {
  readonly language: Language
  /** An address that answers, for links of letters. */
  readonly base: string
}

export async function openShop(post: Post, { language, base }: ShopOptions): Promise<Shop> {
  const topic = await post('/v1/topics', {
    name: say('News', 'Novidades'),
    description: say('What is new in the shop', 'O que há de novo na loja'),
    public: true,
  })
  const form = await post('/v1/forms', {
    name: say('Newsletter', 'Novidades da loja')[language],
    topics: [topic.id],
    double_opt_in: true,
    fields: [{ key: 'first_name', label: say('First name', 'Nome') }],
    wording: say(
      'I want news of the shop by email.',
      'Quero receber novidades da loja por e-mail.',
    ),
  })
  // Before the welcome is published: these people have been here for long.
  for (const contacts of readers(topic.id)) {
    await post('/v1/contacts/batch', { contacts })
  }
  await welcome(post, { topicId: topic.id, base, language })
  await write(post, { topicId: topic.id, base, language })
  return { form: form.url }
}

interface About {
  readonly topicId: string
  readonly base: string
  readonly language: Language
}

async function welcome(post: Post, { topicId, base, language }: About): Promise<void> {
  const button = say('Look around', 'Conheça a loja')[language]
  const hello = say('Good to have you here', 'Que bom ter você aqui')[language]
  const template = await post('/v1/templates', {
    name: say('Welcome', 'Boas-vindas')[language],
    default_language: language,
    variants: {
      [language]: {
        subject: hello,
        html: `<h1>${hello}</h1><p><a href="${base}/docs">${button}</a></p>`,
      },
    },
  })
  await post(`/v1/templates/${template.id}/publish`, {})
  const sequence = await post('/v1/sequences', {
    name: say('Welcome', 'Boas-vindas')[language],
    from,
    topic_id: topicId,
    triggers: [{ on: 'topic_joined', topic_id: topicId }],
    steps: [{ key: 'hello', type: 'email', template_id: template.id }],
  })
  await post(`/v1/sequences/${sequence.id}/publish`, {})
}

async function write(post: Post, { topicId, base, language }: About): Promise<void> {
  const name = say('Offer of the week', 'Oferta da semana')[language]
  const text = say('Two for one until Sunday.', 'Leve dois e pague um até domingo.')[language]
  const look = say('See the offer', 'Ver a oferta')[language]
  const campaign = await post('/v1/campaigns', {
    name,
    from,
    topic_id: topicId,
    audience: { topics: [topicId] },
    schedule: { rate_per_hour: ratePerHour },
    content: {
      subject: `{{ contact.first_name | default: "${say('Hello', 'Olá')[language]}" }}, ${text.toLowerCase()}`,
      preheader: name,
      html: `<h1>${name}</h1><p>${text}</p><p><a href="${base}/docs">${look}</a></p>`,
    },
  })
  await post(`/v1/campaigns/${campaign.id}/send`, {})
}

/** People who joined before. */
function readers(topicId: string): object[][] {
  const domains = ['gmail.com', 'hotmail.com', 'yahoo.com.br', 'icloud.com', 'uol.com.br']
  const names = ['Ana', 'Bia', 'Caio', 'Duda', 'Enzo', 'Flora', 'Gil', 'Helena', 'Igor', 'Rosa']
  const all = Array.from({ length: subscribers }, (_, n) => {
    const name = names[n % names.length]!
    return {
      // With a number: the first of a name may be one whom its provider does not know.
      email: `${name.toLowerCase()}.${n + 1}@${domains[n % domains.length]}`,
      first_name: name,
      topics: [topicId],
    }
  })
  const batches: object[][] = []
  for (let n = 0; n < all.length; n += perBatch) batches.push(all.slice(n, n + perBatch))
  return batches
}
