/** Words about what a project decides about its marketing. */
import type { Text } from '../../ui/words.tsx'

export const audience = {
  title: { en: 'Audience settings', pt: 'Ajustes do público' },
  about: {
    en: 'Apply to all campaigns and sequences of the project, in both modes.',
    pt: 'Valem para todas as campanhas e sequências do projeto, nos dois modos.',
  },
  settings: { en: 'Marketing', pt: 'Marketing' },
  pace: { en: 'Email limit per person', pt: 'Limite por pessoa' },
  letters: { en: 'Emails per person, at most', pt: 'Máximo de mensagens por pessoa' },
  lettersAbout: {
    en: 'Empty: no limit. People at the limit are skipped or wait.',
    pt: 'Vazio: sem limite. Quem atingiu o limite é pulado ou espera.',
  },
  per: { en: 'In how many days', pt: 'Em quantos dias' },
  quietFrom: { en: 'Quiet hours from', pt: 'Horário de silêncio, das' },
  quietUntil: { en: 'to', pt: 'às' },
  quietAbout: {
    en: "In each person's time zone. Empty: no quiet hours.",
    pt: 'No fuso de cada pessoa. Vazio: sem horário de silêncio.',
  },
  reserve: {
    en: 'Kept for transactional email, in % of each limit',
    pt: 'Reservado para e-mails transacionais, em % de cada limite',
  },
  reserveAbout: {
    en: 'Empty: as much as the last days needed. A campaign never takes it.',
    pt: 'Vazio: o que os últimos dias precisaram. Uma campanha nunca usa esta parte.',
  },
  leaving: { en: 'Unsubscribing', pt: 'Descadastro' },
  oneClick: {
    en: 'The unsubscribe button of an email unsubscribes from',
    pt: 'O botão de descadastro de uma mensagem descadastra de',
  },
  topic: { en: 'the topic of the email', pt: 'o tópico da mensagem' },
  all: { en: 'all marketing', pt: 'todo o marketing' },
  address: { en: 'Postal address of the sender', pt: 'Endereço postal do remetente' },
  addressAbout: {
    en: 'Required by law in many countries: {{ project.postal_address }} puts it into the email.',
    pt: 'Exigido por lei em muitos países: {{ project.postal_address }} o põe na mensagem.',
  },
  keeping: { en: 'Retention', pt: 'Retenção' },
  keepLetters: {
    en: 'History of emails',
    pt: 'Histórico das mensagens',
  },
  days: { en: '{n} days', pt: '{n} dias' },
  keepConsents: {
    en: 'Proofs of consent after a contact is deleted',
    pt: 'Provas de consentimento depois que o contato sai',
  },
} satisfies Record<string, Text>

export const theme = {
  tab: { en: 'Appearance', pt: 'Aparência' },
  title: { en: 'What people see', pt: 'O que as pessoas veem' },
  about: {
    en: 'Forms, confirmation, preferences and unsubscribe pages, and the confirmation email.',
    pt: 'Formulários, confirmação, preferências, descadastro e a mensagem de confirmação.',
  },
  name: { en: 'Sender name', pt: 'Nome do remetente' },
  nameAbout: {
    en: 'Shown at the top of each page; the confirmation email comes from it.',
    pt: 'Aparece no alto de cada página e é de quem vem a confirmação.',
  },
  logo: { en: 'Logo', pt: 'Logotipo' },
  noLogo: { en: 'Without a logo', pt: 'Sem logotipo' },
  color: { en: 'Button colour', pt: 'Cor dos botões' },
  pickColor: { en: 'Pick the colour of buttons', pt: 'Escolher a cor dos botões' },
  background: { en: 'Background colour', pt: 'Cor do fundo' },
  pickBackground: { en: 'Pick the background colour', pt: 'Escolher a cor do fundo' },
  radius: { en: 'Rounded corners, in pixels', pt: 'Cantos arredondados, em pixels' },
  font: { en: 'Font', pt: 'Fonte' },
  system: { en: "The reader's own", pt: 'A do aparelho' },
  serif: { en: 'With serifs', pt: 'Com serifas' },
  mono: { en: 'Monospace', pt: 'Monoespaçada' },
  readable: {
    en: 'Text stays readable on any colour. Without a background the pages follow the light or dark setting of the reader.',
    pt: 'O texto fica legível em qualquer cor. Sem cor de fundo, as páginas seguem o modo claro ou escuro de quem lê.',
  },
  preview: { en: 'Preview', pt: 'Prévia' },
  shown: { en: 'What is shown', pt: 'O que é mostrado' },
} satisfies Record<string, Text>

/** Pages and letters for people, in the order in which they meet them. */
export const pageNames = {
  form: { en: 'Form', pt: 'Formulário' },
  letter: { en: 'Confirmation email', pt: 'Mensagem de confirmação' },
  confirmation: { en: 'Confirmation page', pt: 'Página de confirmação' },
  preferences: { en: 'Preferences', pt: 'Preferências' },
  unsubscribe: { en: 'Unsubscribe page', pt: 'Página de descadastro' },
} satisfies Record<string, Text>

export const pageWords = {
  tab: { en: 'Texts', pt: 'Textos' },
  title: { en: 'What pages say', pt: 'O que as páginas dizem' },
  about: {
    en: 'Above each field is the standard text. Leave the field empty to keep it.',
    pt: 'Acima de cada campo está o texto padrão. Deixe o campo vazio para mantê-lo.',
  },
  braces: {
    en: 'What stands in braces, such as {address}, is replaced by its value.',
    pt: 'O que está entre chaves, como {address}, é trocado pelo seu valor.',
  },
  page: { en: 'Page or email', pt: 'Página ou mensagem' },
  language: { en: 'In', pt: 'Em' },
  pt: { en: 'Portuguese', pt: 'português' },
  en: { en: 'English', pt: 'inglês' },
  heading: { en: 'Title', pt: 'Título' },
  button: { en: 'Button', pt: 'Botão' },
  preview: { en: 'Preview', pt: 'Prévia' },
  previewAbout: {
    en: 'The page as people first see it.',
    pt: 'A página como aparece primeiro.',
  },
} satisfies Record<string, Text>

export const brandSite = {
  open: { en: 'Take from a website', pt: 'Trazer de um site' },
  about: {
    en: 'Name, logo, colours and font of your website, for you to choose from.',
    pt: 'Nome, logotipo, cores e fonte do seu site, para você escolher.',
  },
  url: { en: 'Address of the website', pt: 'Endereço do site' },
  urlAbout: {
    en: 'The page is visited once. Nothing is kept until you take it.',
    pt: 'A página é visitada uma vez. Nada é guardado até você usar.',
  },
  look: { en: 'Look', pt: 'Procurar' },
  found: { en: 'Found at {url}', pt: 'Encontrado em {url}' },
  nothing: {
    en: 'The page shows neither a name nor a logo, colours or a font.',
    pt: 'A página não mostra nome, logotipo, cores nem fonte.',
  },
  take: { en: 'Use what is ticked', pt: 'Usar o que está marcado' },
} satisfies Record<string, Text>

export const utm = {
  title: { en: 'UTM parameters of links', pt: 'Parâmetros UTM dos links' },
  about: {
    en: 'Analytics such as Google Analytics sees by them which email a visit came from. Links that have their own keep them. {{ campaign.name }} stands for the name of the campaign or sequence.',
    pt: 'É por eles que o Google Analytics e similares sabem de qual mensagem veio a visita. Links que já têm os seus ficam como estão. {{ campaign.name }} é o nome da campanha ou da sequência.',
  },
  source: { en: 'Source (utm_source)', pt: 'Origem (utm_source)' },
  medium: { en: 'Medium (utm_medium)', pt: 'Mídia (utm_medium)' },
  campaign: { en: 'Campaign (utm_campaign)', pt: 'Campanha (utm_campaign)' },
  sourceExample: { en: 'newsletter', pt: 'newsletter' },
  mediumExample: { en: 'email', pt: 'email' },
  campaignExample: { en: '{{ campaign.name }}', pt: '{{ campaign.name }}' },
  ofProject: { en: 'As in the audience settings', pt: 'Como nos ajustes do público' },
  own: { en: 'Its own', pt: 'Próprios' },
  none: { en: 'None', pt: 'Nenhum' },
  ownAbout: {
    en: 'What is left empty is as in the audience settings.',
    pt: 'O que ficar vazio segue os ajustes do público.',
  },
} satisfies Record<string, Text>

export const revenue = {
  title: { en: 'Revenue', pt: 'Receita' },
  about: {
    en: 'An activity that your system tells by the API, such as order.paid, counts for the campaign whose email was clicked last before it. Empty: no revenue.',
    pt: 'Uma atividade que o seu sistema informa pela API, como order.paid, conta para a campanha cuja mensagem foi clicada por último antes dela. Vazio: sem receita.',
  },
  event: { en: 'Activity', pt: 'Atividade' },
  amount: { en: 'Field of the amount', pt: 'Campo do valor' },
  currency: { en: 'Currency (ISO code)', pt: 'Moeda (código ISO)' },
  currencyProperty: { en: 'Field of the currency, if any', pt: 'Campo da moeda, se houver' },
  revenueDays: { en: 'Days after the click', pt: 'Dias depois do clique' },
} satisfies Record<string, Text>
