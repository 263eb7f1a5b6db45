/** The few pages that the recipient of a letter may see. */
import type { Language, Text } from '#kernel/base/languages.ts'
import type { PageStyle } from '#kernel/routes/page-style.ts'
import { escaped, plainPage } from '#kernel/routes/plain-page.ts'
import { everythingField } from './unsubscribe.ts'

/** What a project may put its own words in the place of. */
export const unsubscribeTexts = {
  unsubscribe_title: { en: 'Unsubscribe', pt: 'Cancelar inscrição' },
  unsubscribe_ask: {
    // Of one topic or of all: what was left is said afterwards, and the rest offered.
    en: 'Stop sending these emails to {address}?',
    pt: 'Parar de enviar estas mensagens para {address}?',
  },
  unsubscribe_button: { en: 'Unsubscribe', pt: 'Cancelar inscrição' },
  unsubscribe_done_title: { en: 'Unsubscribed', pt: 'Inscrição cancelada' },
  unsubscribe_done: {
    en: '{address} will receive no more marketing email from this sender. You can close this page.',
    pt: '{address} não receberá mais e-mails de marketing deste remetente. Você já pode fechar esta página.',
  },
  unsubscribe_left_topic: {
    en: '{address} will receive no more emails of this kind. You can close this page.',
    pt: '{address} não receberá mais mensagens deste tipo. Você já pode fechar esta página.',
  },
  unsubscribe_everything: {
    en: 'And everything else from this sender',
    pt: 'E também todo o resto deste remetente',
  },
} as const satisfies Record<string, Text>

const texts = {
  title: { en: 'This link does not work', pt: 'Este link não funciona' },
  body: {
    en: 'The link is incomplete or has been changed. Open it again from the email.',
    pt: 'O link está incompleto ou foi alterado. Abra-o de novo a partir do e-mail.',
  },
} as const satisfies Record<string, Text>

type Word = keyof typeof unsubscribeTexts

/** How the pages of a project look and speak. */
export interface PageLook {
  readonly language: Language
  readonly style: PageStyle
  say(word: Word): string
}

/** Of a project that has changed nothing. */
export const ownLook = (language: Language): PageLook => ({
  language,
  style: {},
  say: word => unsubscribeTexts[word][language],
})

/** Asks, with a button that posts to the page's own address. */
export function askPage(look: PageLook, address: string): string {
  return page(look, 'unsubscribe_title', [
    paragraph(look.say('unsubscribe_ask'), address),
    '<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click">' +
      `<button type="submit">${escaped(look.say('unsubscribe_button'))}</button></form>`,
  ])
}

/** Whoever has left one thing may leave all the others, too. */
export function donePage(look: PageLook, address: string, left: 'topic' | 'all'): string {
  const done = (word: Word): string => paragraph(look.say(word), address)
  if (left === 'all') return page(look, 'unsubscribe_done_title', [done('unsubscribe_done')])
  return page(look, 'unsubscribe_done_title', [
    done('unsubscribe_left_topic'),
    '<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click">' +
      `<input type="hidden" name="${everythingField}" value="1">` +
      `<button type="submit">${escaped(look.say('unsubscribe_everything'))}</button></form>`,
  ])
}

function page({ language, style, say }: PageLook, title: Word, parts: readonly string[]): string {
  return plainPage(language, { en: say(title), pt: say(title) }, parts, style)
}

export function brokenPage(language: Language): string {
  return plainPage(language, texts.title, [paragraph(texts.body[language], '')])
}

const paragraph = (sentence: string, address: string): string =>
  `<p>${escaped(sentence).replace('{address}', () => `<strong>${escaped(address)}</strong>`)}</p>`
