/** What the ready sequences write, in both languages. */

// Without the parts of pages, so that a test of the service can read it.
export type Language = 'pt' | 'en'
export type Text = Readonly<Record<Language, string>>

export interface ReadyLetter {
  readonly name: Text
  readonly subject: Text
  readonly preheader: Text
  readonly heading: Text
  /** Leads to the site. */
  readonly button: Text
  /** Paragraphs. */
  readonly text: readonly Text[]
}

type Pair = readonly [en: string, pt: string]

const say = ([en, pt]: Pair): Text => ({ en, pt })

/** Name, subject, preheader, heading and button, then paragraphs. */
const letter = (
  ...[name, subject, preheader, heading, button, ...text]: readonly [
    Pair,
    Pair,
    Pair,
    Pair,
    Pair,
    ...Pair[],
  ]
): ReadyLetter => ({
  name: say(name),
  subject: say(subject),
  preheader: say(preheader),
  heading: say(heading),
  button: say(button),
  text: text.map(say),
})

const welcome = {
  hello: letter(
    ['Welcome', 'Boas-vindas'],
    [
      'Hello {{ contact.first_name | default: "there" }}, good to have you here',
      '{{ contact.first_name | default: "Olá" }}, que bom ter você aqui',
    ],
    ['What you will get from us', 'O que você vai receber de nós'],
    ['Good to have you here', 'Que bom ter você aqui'],
    ['Have a look', 'Conhecer'],
    [
      'Thank you for subscribing. From now on you are the first to know what is new.',
      'Obrigado por se inscrever. A partir de agora você fica sabendo das novidades primeiro.',
    ],
    [
      'We write seldom, and you can leave with one click at any time.',
      'Escrevemos pouco, e você pode sair com um clique quando quiser.',
    ],
  ),
  more: letter(
    ['First steps', 'Primeiros passos'],
    ['Where most people begin', 'Por onde quase todo mundo começa'],
    ['What our customers like best', 'O que nossos clientes mais gostam'],
    ['A good place to begin', 'Um bom lugar para começar'],
    ['See the favourites', 'Ver os favoritos'],
    [
      'Here is what our customers like best. Take your time and look around.',
      'Veja o que nossos clientes mais gostam. Olhe com calma.',
    ],
  ),
  again: letter(
    ['Welcome, once more', 'Boas-vindas, de novo'],
    ['Did you see our first email?', 'Você viu nossa primeira mensagem?'],
    ['In case it got lost', 'Caso ela tenha se perdido'],
    ['In case you missed it', 'Caso tenha passado batido'],
    ['Have a look', 'Conhecer'],
    [
      'Two days ago we said hello. Here is the way in, in case our email got lost.',
      'Há dois dias demos as boas-vindas. Aqui está o caminho, caso a mensagem tenha se perdido.',
    ],
  ),
  question: letter(
    ['A question', 'Uma pergunta'],
    ['May we ask you something?', 'Podemos fazer uma pergunta?'],
    ['It takes one minute', 'Leva um minuto'],
    ['What are you looking for?', 'O que você procura?'],
    ['Visit the shop', 'Visitar a loja'],
    [
      'Answer this email in a sentence: we read every reply, and write better for it.',
      'Responda a esta mensagem com uma frase: lemos todas as respostas, e assim escrevemos melhor.',
    ],
  ),
}

const cart = {
  forgot: letter(
    ['Cart: forgotten?', 'Carrinho: esqueceu?'],
    ['You left something in your cart', 'Você esqueceu algo no carrinho'],
    ['Your cart is still there', 'Seu carrinho continua lá'],
    ['Your cart is waiting', 'Seu carrinho está esperando'],
    ['Back to the cart', 'Voltar ao carrinho'],
    [
      'You put something aside and did not finish. It is still there for you.',
      'Você separou algo e não terminou a compra. Ainda está lá para você.',
    ],
  ),
  still: letter(
    ['Cart: last reminder', 'Carrinho: último lembrete'],
    ['Still interested?', 'Ainda tem interesse?'],
    ['We keep your cart a little longer', 'Guardamos seu carrinho mais um pouco'],
    ['Shall we keep it for you?', 'Guardamos para você?'],
    ['Finish the order', 'Terminar a compra'],
    [
      'This is our last reminder. If there is a question, answer this email.',
      'Este é nosso último lembrete. Se ficou alguma dúvida, responda a esta mensagem.',
    ],
  ),
}

const birthday = {
  wishes: letter(
    ['Birthday', 'Aniversário'],
    ['Happy birthday from all of us', 'Feliz aniversário, de todos nós'],
    ['All the best from us', 'Tudo de bom para você'],
    ['Happy birthday', 'Feliz aniversário'],
    ['See what it is', 'Ver o que é'],
    [
      'All the best for the year ahead. Today we have picked something for you.',
      'Tudo de bom neste novo ano de vida. Hoje separamos algo para você.',
    ],
  ),
  late: letter(
    ['Birthday, a week later', 'Aniversário, uma semana depois'],
    ['Your birthday surprise is still here', 'Sua surpresa ainda está aqui'],
    ['For a few more days', 'Por mais alguns dias'],
    ['It is not too late', 'Ainda dá tempo'],
    ['See what it is', 'Ver o que é'],
    [
      'A week ago we wrote to you for your birthday. What we picked is still there.',
      'Há uma semana escrevemos pelo seu aniversário. O que separamos ainda está lá.',
    ],
  ),
}

const winBack = {
  miss: letter(
    ['We miss you', 'Sentimos sua falta'],
    ['We have not heard from you for a while', 'Sentimos sua falta por aqui'],
    ['What is new since then', 'O que há de novo desde então'],
    ['It has been a while', 'Faz algum tempo'],
    ['See what is new', 'Ver as novidades'],
    [
      'Much has changed since you last looked in. Here is the short way to it.',
      'Muita coisa mudou desde a última vez. Aqui está o caminho mais curto.',
    ],
  ),
  last: letter(
    ['Shall we go on?', 'Continuamos?'],
    ['Shall we go on writing?', 'Continuamos escrevendo para você?'],
    ['You decide', 'Você decide'],
    ['Shall we go on writing?', 'Continuamos escrevendo?'],
    ['Visit the shop', 'Visitar a loja'],
    [
      'If you would rather not get our emails, the link below ends them with one click. If you would, have a look.',
      'Se preferir não receber mais, o link abaixo encerra tudo com um clique. Se quiser continuar, dê uma olhada.',
    ],
  ),
}

export const lettersOf = { welcome, cart, birthday, winBack }
