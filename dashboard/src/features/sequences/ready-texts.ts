/** What the ready sequences are called, and what is asked for one. */
import type { Text } from '../../ui/words.tsx'

export const ready = {
  begin: { en: 'Start with', pt: 'Começar com' },
  empty: {
    name: { en: 'An empty sequence', pt: 'Uma sequência vazia' },
    about: { en: 'You add the steps.', pt: 'Você adiciona as etapas.' },
  },
  welcome: {
    name: { en: 'Welcome series', pt: 'Série de boas-vindas' },
    about: {
      en: 'Three emails in a week, the second by whether the first was opened. Ends with an order.',
      pt: 'Três mensagens em uma semana, a segunda conforme a primeira foi aberta ou não. Termina com um pedido.',
    },
  },
  cart: {
    name: { en: 'Abandoned cart', pt: 'Carrinho abandonado' },
    about: {
      en: 'Starts with the activity cart.left: after an hour and after a day. Ends with order.paid.',
      pt: 'Começa com a atividade cart.left: depois de uma hora e de um dia. Termina com order.paid.',
    },
  },
  birthday: {
    name: { en: 'Birthday', pt: 'Aniversário' },
    about: {
      en: 'At nine on the day in the property birthday, every year; once more if it was not opened.',
      pt: 'Às 9h do dia indicado na propriedade birthday, todo ano; mais uma vez se não for aberta.',
    },
  },
  winBack: {
    name: { en: 'Win-back', pt: 'Reativação' },
    about: {
      en: 'For people who got three emails in 90 days and opened none. Makes the segment.',
      pt: 'Para quem recebeu três mensagens em 90 dias e não abriu nenhuma. Cria o segmento.',
    },
  },
  site: { en: 'Where buttons lead', pt: 'Para onde os botões levam' },
  siteAbout: {
    en: 'The address of your site. Empty: the domain of the sender.',
    pt: 'O endereço do seu site. Vazio: o domínio do remetente.',
  },
  made: {
    en: 'Ready: the letters are published templates. Read them, then publish the sequence.',
    pt: 'Pronta: as mensagens são modelos publicados. Leia-as e publique a sequência.',
  },
  failed: {
    en: 'The sequence was created, but not filled in: {why}',
    pt: 'A sequência foi criada, mas não preenchida: {why}',
  },
} satisfies Record<string, Text | { readonly name: Text; readonly about: Text }>
