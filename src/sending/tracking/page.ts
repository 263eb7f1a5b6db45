/** The few pages that the recipient of a letter may see. */
import type { Language, Text } from '#kernel/base/languages.ts'
import { escaped, plainPage } from '#kernel/routes/plain-page.ts'
import { everythingField } from './unsubscribe.ts'

const texts = {
  askTitle: { en: 'Unsubscribe', pt: 'Cancelar inscrição' },
  ask: {
    // Of one topic or of all: what was left is said afterwards, and the rest offered.
    en: 'Should {address} stop receiving these emails?',
    pt: '{address} deve parar de receber estas mensagens?',
  },
  button: { en: 'Unsubscribe', pt: 'Cancelar inscrição' },
  doneTitle: { en: 'Unsubscribed', pt: 'Inscrição cancelada' },
  done: {
    en: '{address} will receive no more marketing email from this sender. You can close this page.',
    pt: '{address} não receberá mais e-mails de marketing deste remetente. Você já pode fechar esta página.',
  },
  leftTopic: {
    en: '{address} will receive no more emails of this kind. You can close this page.',
    pt: '{address} não receberá mais mensagens deste tipo. Você já pode fechar esta página.',
  },
  everything: {
    en: 'And everything else from this sender',
    pt: 'E também todo o resto deste remetente',
  },
  brokenTitle: { en: 'This link does not work', pt: 'Este link não funciona' },
  broken: {
    en: 'The link is incomplete or has been changed. Open it again from the email.',
    pt: 'O link está incompleto ou foi alterado. Abra-o de novo a partir do e-mail.',
  },
} as const satisfies Record<string, Text>

/** Asks, with a button that posts to the page's own address. */
export function askPage(language: Language, address: string): string {
  return plainPage(language, texts.askTitle, [
    paragraph(texts.ask[language], address),
    '<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click">' +
      `<button type="submit">${texts.button[language]}</button></form>`,
  ])
}

/** Whoever has left one thing may leave all the others, too. */
export function donePage(language: Language, address: string, left: 'topic' | 'all'): string {
  if (left === 'all') {
    return plainPage(language, texts.doneTitle, [paragraph(texts.done[language], address)])
  }
  return plainPage(language, texts.doneTitle, [
    paragraph(texts.leftTopic[language], address),
    '<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click">' +
      `<input type="hidden" name="${everythingField}" value="1">` +
      `<button type="submit">${texts.everything[language]}</button></form>`,
  ])
}

export function brokenPage(language: Language): string {
  return plainPage(language, texts.brokenTitle, [paragraph(texts.broken[language], '')])
}

const paragraph = (sentence: string, address: string): string =>
  `<p>${sentence.replace('{address}', () => `<strong>${escaped(address)}</strong>`)}</p>`
