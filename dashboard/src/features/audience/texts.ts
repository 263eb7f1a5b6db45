/** Words about what a project decides about its marketing. */
import type { Text } from '../../ui/words.tsx'

export const audience = {
  title: { en: 'Audience settings', pt: 'Ajustes do público' },
  about: {
    en: 'They hold for all campaigns and sequences of the project, in both modes.',
    pt: 'Valem para todas as campanhas e sequências do projeto, nos dois modos.',
  },
  settings: { en: 'Marketing', pt: 'Marketing' },
  pace: { en: 'How much one person gets', pt: 'Quanto cada pessoa recebe' },
  letters: { en: 'Most emails per person', pt: 'Máximo de mensagens por pessoa' },
  lettersAbout: {
    en: 'Empty: no limit. Whoever has had as many is skipped or waits.',
    pt: 'Vazio: sem limite. Quem já recebeu tantas é pulado ou espera.',
  },
  per: { en: 'Within how many days', pt: 'Em quantos dias' },
  quietFrom: { en: 'No emails from', pt: 'Sem mensagens das' },
  quietUntil: { en: 'until', pt: 'até as' },
  quietAbout: {
    en: "In each person's time zone. Empty: at any hour.",
    pt: 'No horário do fuso de cada pessoa. Vazio: a qualquer hora.',
  },
  reserve: {
    en: 'Kept for transactional mail, in per cent of each limit',
    pt: 'Reservado para e-mails transacionais, em % de cada limite',
  },
  reserveAbout: {
    en: 'Empty: as much as the last days needed. A campaign never takes it.',
    pt: 'Vazio: o que os últimos dias precisaram. Uma campanha nunca usa esta parte.',
  },
  leaving: { en: 'Leaving', pt: 'Descadastro' },
  oneClick: {
    en: 'The unsubscribe button of an email ends',
    pt: 'O botão de descadastro de uma mensagem encerra',
  },
  topic: { en: "The email's topic", pt: 'O tópico da mensagem' },
  all: { en: 'All marketing', pt: 'Todo o marketing' },
  address: { en: 'Postal address of the sender', pt: 'Endereço postal do remetente' },
  addressAbout: {
    en: 'Many laws want it in each email: as {{ project.postal_address }}.',
    pt: 'Muitas leis o exigem em cada mensagem: como {{ project.postal_address }}.',
  },
  keeping: { en: 'How long it is kept', pt: 'Por quanto tempo é guardado' },
  keepLetters: {
    en: 'History of emails, in days',
    pt: 'Histórico das mensagens, em dias',
  },
  keepConsents: {
    en: 'Proofs of consent after a contact is gone, in days',
    pt: 'Provas de consentimento depois que o contato sai, em dias',
  },
} satisfies Record<string, Text>

export const theme = {
  tab: { en: 'Looks', pt: 'Aparência' },
  title: { en: 'What people see', pt: 'O que as pessoas veem' },
  about: {
    en: 'Forms, confirmation, preferences, leaving, and the email that asks to confirm.',
    pt: 'Formulários, confirmação, preferências, descadastro e a mensagem que pede confirmação.',
  },
  name: { en: 'Name of the sender', pt: 'Nome do remetente' },
  nameAbout: {
    en: 'Stands above each page, and is who the confirmation comes from.',
    pt: 'Aparece no alto de cada página e é de quem vem a confirmação.',
  },
  logo: { en: 'Logo', pt: 'Logotipo' },
  noLogo: { en: 'Without a logo', pt: 'Sem logotipo' },
  color: { en: 'Colour of buttons', pt: 'Cor dos botões' },
  pickColor: { en: 'Pick the colour of buttons', pt: 'Escolher a cor dos botões' },
  background: { en: 'Background colour', pt: 'Cor do fundo' },
  pickBackground: { en: 'Pick the background colour', pt: 'Escolher a cor do fundo' },
  radius: { en: 'Corners, in pixels', pt: 'Cantos, em pixels' },
  font: { en: 'Font', pt: 'Fonte' },
  system: { en: "The reader's own", pt: 'A do aparelho' },
  serif: { en: 'With serifs', pt: 'Com serifas' },
  mono: { en: 'Typewriter', pt: 'Máquina de escrever' },
  readable: {
    en: 'Text stays readable on any colour. Without a background the pages follow the light or dark setting of the reader.',
    pt: 'O texto fica legível em qualquer cor. Sem cor de fundo, as páginas seguem o modo claro ou escuro de quem lê.',
  },
  preview: { en: 'Preview', pt: 'Prévia' },
  form: { en: 'Form', pt: 'Formulário' },
  preferences: { en: 'Preferences', pt: 'Preferências' },
  letter: { en: 'Confirmation email', pt: 'Confirmação' },
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
