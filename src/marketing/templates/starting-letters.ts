/**
 * Letters to begin with, each in both languages. What is in square brackets, a link that leads
 * nowhere and a picture without an address are left to whoever takes one: until they are replaced, the
 * check finds them (unfinished.ts), and it finds nothing else.
 */
import type { Language, Text } from '#kernel/base/languages.ts'
import type { Design, SimpleBlock } from './design.ts'

export const startingKeys = [
  'news',
  'offer',
  'welcome',
  'receipt',
  'event',
  'cart',
  'win_back',
  'plain',
] as const
type StartingKey = (typeof startingKeys)[number]

type Words = (text: Text) => string
type Block = Design['blocks'][number]
/** A block in the language that it is asked for. */
type Piece<One extends Block = SimpleBlock> = (say: Words) => One

interface StartingLetter {
  readonly key: StartingKey
  readonly name: Text
  readonly about: Text
  readonly subject: Text
  readonly preheader: Text
  readonly pieces: readonly Piece<Block>[]
}

/** How an address begins, and nothing more yet. */
const nowhere = 'https://'

const t = (en: string, pt: string): Text => ({ en, pt })

const hello = t(
  'Hello {{ contact.first_name | default: "there" }},',
  '{{ contact.first_name | default: "Olá" }},',
)

const head =
  (en: string, pt: string, level: 1 | 2 | 3 = 1): Piece =>
  say => ({ type: 'heading', text: say(t(en, pt)), level })

const write =
  (en: string, pt: string): Piece =>
  say => ({ type: 'text', html: `<p>${say(t(en, pt))}</p>` })

/** The same after the name of whoever gets it. */
const greet =
  (en: string, pt: string): Piece =>
  say => ({ type: 'text', html: `<p>${say(hello)}</p><p>${say(t(en, pt))}</p>` })

const press =
  (en: string, pt: string): Piece =>
  say => ({ type: 'button', text: say(t(en, pt)), href: nowhere })

const coupon: Piece = say => ({ type: 'code', text: say(t('[COUPON]', '[CUPOM]')) })
const rule: Piece = () => ({ type: 'divider' })
const foot: Piece = () => ({ type: 'footer' })

const shot: Piece = say => ({
  type: 'image',
  src: nowhere,
  alt: say(t('[What the picture shows]', '[O que a imagem mostra]')),
})

const beside =
  (...columns: readonly (readonly Piece[])[]): Piece<Block> =>
  say => ({ type: 'columns', columns: columns.map(one => one.map(piece => piece(say))) })

const product: Piece = say => ({
  type: 'product',
  image: nowhere,
  title: say(t('[Product]', '[Produto]')),
  text: say(t('[What it is, in one sentence.]', '[O que é, em uma frase.]')),
  price: say(t('[price]', '[preço]')),
  href: nowhere,
})

const tips: Piece = say => {
  const all = [
    t('[First tip]', '[Primeira dica]'),
    t('[Second tip]', '[Segunda dica]'),
    t('[Third tip]', '[Terceira dica]'),
  ]
  return {
    type: 'text',
    html: `<ul>${all.map(one => `<li><p>${say(one)}</p></li>`).join('')}</ul>`,
  }
}

/** What each is called and for, and what stands in the list of letters. */
const lines: Readonly<Record<StartingKey, readonly [Text, Text, Text, Text]>> = {
  news: [
    t('Newsletter', 'Novidades'),
    t(
      'A picture, a main story and two short ones.',
      'Uma imagem, um destaque e duas notas curtas.',
    ),
    t('[Main news in a few words]', '[A principal novidade em poucas palavras]'),
    t('[What else is in this email]', '[O que mais há nesta mensagem]'),
  ],
  offer: [
    t('Offer', 'Oferta'),
    t('A picture, a coupon and a button.', 'Uma imagem, um cupom e um botão.'),
    t('[The offer], until [last day]', '[A oferta], até [último dia]'),
    t('Your coupon is inside.', 'Seu cupom está aqui dentro.'),
  ],
  welcome: [
    t('Welcome', 'Boas-vindas'),
    t('The first email after a sign-up.', 'A primeira mensagem depois da inscrição.'),
    t('Welcome to {{ project.name }}', '{{ project.name }}: boas-vindas'),
    t('Here is how to begin.', 'Veja por onde começar.'),
  ],
  receipt: [
    t('Receipt', 'Recibo'),
    t('What was bought, for how much.', 'O que foi comprado e por quanto.'),
    t('Your order [number]', 'Seu pedido [número]'),
    t('Thank you for your purchase.', 'Obrigado pela sua compra.'),
  ],
  event: [
    t('Event', 'Evento'),
    t('What, when, where, and a button.', 'O quê, quando, onde e um botão.'),
    t('[Name of the event], [date]', '[Nome do evento], [data]'),
    t('Save your place.', 'Garanta o seu lugar.'),
  ],
  cart: [
    t('Abandoned cart', 'Carrinho abandonado'),
    t('A reminder of what was left behind.', 'Um lembrete do que ficou para trás.'),
    t('You left something behind', 'Você esqueceu algo no carrinho'),
    t('We kept it for you.', 'Guardamos para você.'),
  ],
  win_back: [
    t('Win-back', 'Reativação'),
    t('For people who have not been there for long.', 'Para quem não aparece há tempo.'),
    t('We miss you', 'Sentimos a sua falta'),
    t('Something to come back for.', 'Um bom motivo para voltar.'),
  ],
  plain: [
    t('Plain letter', 'Carta simples'),
    t('Text alone, as from a person.', 'Só texto, como de uma pessoa.'),
    t('[Subject]', '[Assunto]'),
    t('[First words in the inbox]', '[Primeiras palavras na caixa de entrada]'),
  ],
}

const bodies: Readonly<Record<StartingKey, readonly Piece<Block>[]>> = {
  news: [
    shot,
    head('[Main news in a few words]', '[A principal novidade em poucas palavras]'),
    greet(
      '[Tell the story in two or three sentences.]',
      '[Conte a história em duas ou três frases.]',
    ),
    press('Read more', 'Ler mais'),
    rule,
    beside(
      [
        head('[Short story 1]', '[Nota curta 1]', 3),
        write('[One or two sentences.]', '[Uma ou duas frases.]'),
      ],
      [
        head('[Short story 2]', '[Nota curta 2]', 3),
        write('[One or two sentences.]', '[Uma ou duas frases.]'),
      ],
    ),
    foot,
  ],
  offer: [
    shot,
    head('[The offer]', '[A oferta]'),
    greet('[Why it is worth it, in two sentences.]', '[Por que vale a pena, em duas frases.]'),
    coupon,
    press('Shop now', 'Aproveitar agora'),
    write('Valid until [last day].', 'Válido até [último dia].'),
    foot,
  ],
  welcome: [
    head('Good to have you here', 'Que bom ter você aqui'),
    greet(
      '[Who you are and what comes in these emails, in two sentences.]',
      '[Quem vocês são e o que vem nestas mensagens, em duas frases.]',
    ),
    head('Where to begin', 'Por onde começar', 2),
    tips,
    press('Start here', 'Começar por aqui'),
    write('See you soon,<br>{{ project.name }}', 'Até logo,<br>{{ project.name }}'),
    foot,
  ],
  receipt: [
    head('Thank you for your order', 'Obrigado pelo seu pedido'),
    greet('We have received your order [number].', 'Recebemos o seu pedido [número].'),
    rule,
    beside(
      [write('[Product] × [quantity]', '[Produto] × [quantidade]')],
      [write('[price]', '[preço]')],
    ),
    rule,
    write('<strong>Total: [amount]</strong>', '<strong>Total: [valor]</strong>'),
    press('See your order', 'Ver o pedido'),
    foot,
  ],
  event: [
    shot,
    head('[Name of the event]', '[Nome do evento]'),
    greet('[What will happen, in two sentences.]', '[O que vai acontecer, em duas frases.]'),
    beside(
      [head('When', 'Quando', 3), write('[Day and time]', '[Dia e hora]')],
      [head('Where', 'Onde', 3), write('[Place or link]', '[Local ou link]')],
    ),
    press('Save my place', 'Quero participar'),
    foot,
  ],
  cart: [
    head('Still interested?', 'Ainda tem interesse?'),
    greet('What you chose is still in your cart.', 'O que você escolheu continua no carrinho.'),
    product,
    press('Back to the cart', 'Voltar ao carrinho'),
    write('Questions? Just answer this email.', 'Dúvidas? É só responder a esta mensagem.'),
    foot,
  ],
  win_back: [
    head('It has been a while', 'Faz tempo que a gente não se vê'),
    greet(
      '[What is new since then, in two sentences.]',
      '[O que há de novo desde então, em duas frases.]',
    ),
    coupon,
    press('See what is new', 'Ver as novidades'),
    write(
      '<a href="{{ preferences_url }}">Choose what you get, or leave</a>',
      '<a href="{{ preferences_url }}">Escolha o que receber, ou saia</a>',
    ),
    foot,
  ],
  plain: [
    greet('[Write as you would to one person.]', '[Escreva como para uma pessoa só.]'),
    write('[Your name]', '[Seu nome]'),
    foot,
  ],
}

export const startingLetters: readonly StartingLetter[] = startingKeys.map(key => {
  const [name, about, subject, preheader] = lines[key]
  return { key, name, about, subject, preheader, pieces: bodies[key] }
})

/** One of them in a language. */
export const startingVariant = (
  { subject, preheader, pieces }: StartingLetter,
  language: Language,
) => ({
  subject: subject[language],
  preheader: preheader[language],
  design: { blocks: pieces.map(piece => piece(text => text[language])) } satisfies Design,
})
