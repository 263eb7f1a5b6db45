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
  letters: { en: 'At most so many letters', pt: 'No máximo tantas cartas' },
  lettersAbout: {
    en: 'Empty: no limit. Whoever has had as many is skipped or waits.',
    pt: 'Vazio: sem limite. Quem já recebeu tantas é pulado ou espera.',
  },
  per: { en: 'In so many days', pt: 'A cada tantos dias' },
  quietFrom: { en: 'No letters from', pt: 'Sem cartas das' },
  quietUntil: { en: 'until', pt: 'até as' },
  quietAbout: {
    en: "On the clocks of each person's own zone. Empty: at any hour.",
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
    en: 'What the unsubscribe button of a letter leaves',
    pt: 'O que o botão de descadastro de uma carta deixa',
  },
  topic: { en: "The letter's topic", pt: 'O tópico da carta' },
  all: { en: 'All marketing', pt: 'Todo o marketing' },
  address: { en: 'Postal address of the sender', pt: 'Endereço postal do remetente' },
  addressAbout: {
    en: 'Many laws want it in each letter: as {{ project.postal_address }}.',
    pt: 'Muitas leis o exigem em cada carta: como {{ project.postal_address }}.',
  },
  keeping: { en: 'How long it is kept', pt: 'Por quanto tempo se guarda' },
  keepLetters: {
    en: 'What happened to letters, in days',
    pt: 'O que houve com as cartas, em dias',
  },
  keepConsents: {
    en: 'Proofs of consent after a contact is gone, in days',
    pt: 'Provas de consentimento depois que o contato sai, em dias',
  },
  pages: { en: 'Pages that people see', pt: 'Páginas que as pessoas veem' },
  pagesAbout: {
    en: 'Forms, confirmation and preferences.',
    pt: 'Formulários, confirmação e preferências.',
  },
  color: { en: 'Colour of buttons', pt: 'Cor dos botões' },
  background: { en: 'Colour of the ground', pt: 'Cor do fundo' },
  logo: { en: 'Address of the logo', pt: 'Endereço do logotipo' },
  logoAbout: { en: 'Begins with https://', pt: 'Começa com https://' },
  colourAbout: { en: 'Such as #0b6b54. Empty: ours.', pt: 'Como #0b6b54. Vazio: a nossa.' },
} satisfies Record<string, Text>
