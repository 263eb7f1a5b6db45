/** Words about forms by which people subscribe. */
import type { Text } from '../../ui/words.tsx'

export const forms = {
  title: { en: 'Forms', pt: 'Formulários' },
  about: {
    en: 'People subscribe by themselves, on a page of ours or on your site; what they read is kept as the proof.',
    pt: 'As pessoas se inscrevem sozinhas, em uma página nossa ou no seu site; o que leram fica guardado como prova.',
  },
  add: { en: 'New form', pt: 'Novo formulário' },
  none: { en: 'No forms yet', pt: 'Ainda não há formulários' },
  noneAbout: {
    en: 'A form needs a topic that people join by it.',
    pt: 'Um formulário precisa de um tópico em que as pessoas se inscrevem.',
  },
  topics: { en: 'People join', pt: 'As pessoas entram em' },
  needsTopic: { en: 'Make a topic first: ', pt: 'Antes, crie um tópico: ' },
  on: { en: 'Open', pt: 'Aberto' },
  off: { en: 'Closed', pt: 'Fechado' },
  enabled: {
    en: 'Open: people can subscribe by it',
    pt: 'Aberto: é possível se inscrever por ele',
  },
  definition: { en: 'The form', pt: 'O formulário' },
  asks: { en: 'What it asks', pt: 'O que pergunta' },
  asksAbout: {
    en: 'The address is always asked. Each question more costs some sign-ups.',
    pt: 'O endereço é sempre perguntado. Cada pergunta a mais custa inscrições.',
  },
  field: { en: 'Field', pt: 'Campo' },
  labelPt: { en: 'Label in Portuguese', pt: 'Rótulo em português' },
  labelEn: { en: 'Label in English', pt: 'Rótulo em inglês' },
  required: { en: 'Required', pt: 'Obrigatório' },
  addField: { en: 'Add a field', pt: 'Adicionar um campo' },
  removeField: { en: 'Remove question {n}', pt: 'Remover a pergunta {n}' },
  question: { en: 'Question {n}', pt: 'Pergunta {n}' },
  wordingPt: { en: 'What people agree to, in Portuguese', pt: 'Com o que concordam, em português' },
  wordingEn: { en: 'What people agree to, in English', pt: 'Com o que concordam, em inglês' },
  wordingAbout: {
    en: 'Kept with each sign-up, word by word.',
    pt: 'Guardado com cada inscrição, palavra por palavra.',
  },
  doubleOptIn: {
    en: 'Confirmed by a click in an email (recommended)',
    pt: 'Confirmar com um clique em um e-mail (recomendado)',
  },
  redirect: { en: 'Page to go to afterwards', pt: 'Página para onde ir depois' },
  redirectAbout: { en: 'Empty: ours', pt: 'Vazio: a nossa' },
  thanksPt: { en: 'Thank-you text, in Portuguese', pt: 'Agradecimento, em português' },
  thanksEn: { en: 'Thank-you text, in English', pt: 'Agradecimento, em inglês' },
  thanksAbout: {
    en: 'On our page, after the form was sent.',
    pt: 'Na nossa página, depois do envio.',
  },
  origins: { en: 'Sites that may embed the form', pt: 'Sites que podem incorporar o formulário' },
  originsAbout: {
    en: 'One a line, such as https://example.com. Empty: any site.',
    pt: 'Um por linha, como https://example.com. Vazio: qualquer site.',
  },
  color: { en: 'Colour of the button', pt: 'Cor do botão' },
  pickColor: { en: 'Pick the colour of the button', pt: 'Escolher a cor do botão' },
  background: { en: 'Background colour', pt: 'Cor do fundo' },
  pickBackground: { en: 'Pick the background colour', pt: 'Escolher a cor do fundo' },
  use: { en: 'Use it', pt: 'Usar' },
  url: { en: 'Address of the page', pt: 'Endereço da página' },
  open: { en: 'Open the page', pt: 'Abrir a página' },
  embed: { en: 'For your own page', pt: 'Para a sua página' },
  embedAbout: {
    en: 'Plain HTML, no script needed. If you change what people agree to, paste it again: nobody is signed up by words that they did not see.',
    pt: 'HTML simples, não precisa de script. Se mudar o texto do consentimento, copie e cole de novo: ninguém é inscrito com um texto que não viu.',
  },
  script: { en: 'Script beside the form', pt: 'Script junto do formulário' },
  scriptAbout: {
    en: 'Without a script, people press a button on a second page of ours. With this line anywhere on your page they are answered in place.',
    pt: 'Sem script, as pessoas clicam em um botão em uma segunda página nossa. Com esta linha em qualquer lugar da sua página, a resposta aparece ali mesmo.',
  },
  popup: { en: 'Over your pages', pt: 'Sobre as suas páginas' },
  popupAbout: {
    en: 'The form opens over a page of your site as soon as one of these happens. It opens by itself once in the days below, and no more once it was sent.',
    pt: 'O formulário abre sobre uma página do seu site assim que uma destas condições ocorre. Ele abre sozinho uma vez no prazo abaixo e não volta a abrir depois de enviado.',
  },
  popupOn: { en: 'Open over pages of your site', pt: 'Abrir sobre páginas do seu site' },
  popupDelay: { en: 'Seconds after the page opens', pt: 'Segundos depois de abrir a página' },
  popupScrolled: { en: 'After scrolling this far (%)', pt: 'Depois de rolar até aqui (%)' },
  popupEmpty: { en: 'Leave empty to turn off', pt: 'Deixe vazio para desativar' },
  popupLeaving: {
    en: 'When the mouse leaves the page by the top (on computers)',
    pt: 'Quando o mouse sai da página por cima (em computadores)',
  },
  popupAgain: { en: 'Days until it opens again', pt: 'Dias até abrir de novo' },
  popupLine: { en: 'Line for the pop-up', pt: 'Linha do pop-up' },
  popupLineAbout: {
    en: 'Once on every page over which the form may open. What is changed below holds within five minutes, without pasting it again. A link to the address of the form opens it there, too.',
    pt: 'Uma vez em cada página sobre a qual o formulário pode abrir. O que mudar abaixo vale em até cinco minutos, sem colar de novo. Um link para o endereço do formulário também o abre ali.',
  },
  popupPolicy: {
    en: 'Where the site has a content security policy, it needs {source} in script-src and frame-src.',
    pt: 'Se o site tem uma política de conteúdo (CSP), ela precisa de {source} em script-src e frame-src.',
  },
  figures: { en: 'Last 30 days', pt: 'Últimos 30 dias' },
  figuresAbout: {
    en: 'Views are openings of its page, and people who began to fill it in elsewhere.',
    pt: 'Exibições são aberturas da página do formulário e de quem começou a preenchê-lo em outra.',
  },
  day: { en: 'Day', pt: 'Dia' },
  shown: { en: 'Views', pt: 'Exibições' },
  sent: { en: 'Submissions', pt: 'Envios' },
  confirmed: { en: 'Confirmed', pt: 'Confirmações' },
  ofShown: { en: '{share} of views', pt: '{share} das exibições' },
  ofSent: { en: '{share} of submissions', pt: '{share} dos envios' },
  notShown: { en: 'Nobody has seen it yet.', pt: 'Ninguém viu o formulário ainda.' },
  preview: { en: 'Preview', pt: 'Prévia' },
  previewAbout: {
    en: 'As it is saved. It cannot be submitted from here.',
    pt: 'Como está salvo. Não dá para enviar daqui.',
  },
  created: { en: 'Form created.', pt: 'Formulário criado.' },
  removeAbout: {
    en: 'Nobody can subscribe by {name} any more, where it is copied into pages, too. Who joined stays.',
    pt: 'Ninguém mais se inscreve por {name}, nem onde foi copiado em páginas. Quem entrou permanece.',
  },
} satisfies Record<string, Text>

export const confirmLetter = {
  which: { en: 'Confirmation email', pt: 'Mensagem de confirmação' },
  about: {
    en: 'Templates that are published and have the variable confirm_url can be chosen.',
    pt: 'É possível escolher modelos publicados que têm a variável confirm_url.',
  },
  ours: {
    en: 'The standard one, in the look of your pages',
    pt: 'A padrão, na aparência das suas páginas',
  },
  write: { en: 'Write your own', pt: 'Escrever a sua' },
  open: { en: 'Open the template', pt: 'Abrir o modelo' },
  templateName: { en: 'Confirmation of a sign-up', pt: 'Confirmação de inscrição' },
  letterSubject: { en: 'Please confirm your subscription', pt: 'Confirme sua inscrição' },
  letterPreheader: {
    en: 'One click, and you are on the list',
    pt: 'Um clique, e você entra na lista',
  },
  letterText: {
    en: 'You asked for our emails. Please confirm that this address is yours.',
    pt: 'Você pediu nossas mensagens. Confirme que este endereço é seu.',
  },
  letterButton: { en: 'Yes, subscribe', pt: 'Sim, quero receber' },
  letterEnd: {
    en: 'If it was not you, do nothing: you will get nothing more.',
    pt: 'Se não foi você, não faça nada: nada mais será enviado.',
  },
} satisfies Readonly<Record<string, Text>>
