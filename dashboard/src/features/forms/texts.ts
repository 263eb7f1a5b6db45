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
