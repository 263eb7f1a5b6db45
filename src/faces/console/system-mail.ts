/** What Malote writes to the people of its own dashboard, in both languages. */

import type { Language, Text } from '#kernel/base/languages.ts'
import { escapeHtml } from '../api/markdown.ts'

interface SystemMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface Words {
  readonly subject: Text
  readonly opening: Text
  readonly button: Text
  readonly closing: Text
}

const text = (en: string, pt: string): Text => ({ en, pt })

const letters = {
  verify: {
    subject: text('Confirm your address', 'Confirme seu endereço'),
    opening: text(
      'Somebody, probably you, opened a Malote account with this address. Confirm that it is yours:',
      'Alguém, provavelmente você, abriu uma conta no Malote com este endereço. Confirme que ele é seu:',
    ),
    button: text('Confirm the address', 'Confirmar o endereço'),
    closing: text(
      'The link works once, for seven days. If it was not you, do nothing.',
      'O link funciona uma vez, por sete dias. Se não foi você, não faça nada.',
    ),
  },
  reset: {
    subject: text('Choose a new password', 'Escolha uma nova senha'),
    opening: text(
      'A new password was asked for the Malote account with this address. Choose it here:',
      'Foi pedida uma nova senha para a conta do Malote com este endereço. Escolha-a aqui:',
    ),
    button: text('Choose a new password', 'Escolher nova senha'),
    closing: text(
      'The link works once, for one hour. If you did not ask for it, do nothing: the old password stays.',
      'O link funciona uma vez, por uma hora. Se você não pediu, não faça nada: a senha antiga continua valendo.',
    ),
  },
  invite: {
    // In our words alone: strangers get it, and its name was chosen by whoever invites them.
    subject: text(
      'You are invited to a Malote account',
      'Você foi convidado para uma conta do Malote',
    ),
    opening: text(
      'You are invited to work in the Malote account {account}. Accept and choose a password:',
      'Você foi convidado para trabalhar na conta {account} do Malote. Aceite e escolha uma senha:',
    ),
    button: text('Accept the invitation', 'Aceitar o convite'),
    closing: text(
      'The link works once, for seven days.',
      'O link funciona uma vez, por sete dias.',
    ),
  },
} as const satisfies Record<string, Words>

export type SystemMailName = keyof typeof letters

/** Mail programs make a link of whatever looks like a domain: the name is broken after its dots. */
const unlinked = (name: string): string => name.replaceAll(/\.(?=\S)/g, '. ')

/** Writes a letter around its link. `account` is put in where the letter names one. */
export function composeSystemMail(
  name: SystemMailName,
  language: Language,
  around: { readonly link: string; readonly account?: string },
): SystemMail {
  return composeLetter(letters[name], language, around)
}

/** The same of any words. */
export function composeLetter(
  words: Words,
  language: Language,
  { link, account = '' }: { readonly link: string; readonly account?: string },
): SystemMail {
  const put = (sentence: Text): string =>
    sentence[language].replaceAll('{account}', () => unlinked(account))
  const [subject, opening] = [put(words.subject), put(words.opening)]
  const [button, closing] = [put(words.button), put(words.closing)]
  return {
    subject: subject.replaceAll(/[\r\n]/g, ' ').slice(0, 300),
    text: `${opening}\n\n${link}\n\n${closing}\n\nMalote\n`,
    html: `<!doctype html>
<html lang="${language}">
<body style="font: 16px/1.5 system-ui, sans-serif; color: #1a1b1e; margin: 0; padding: 32px 16px">
<div style="max-width: 480px; margin: 0 auto">
<p>${escapeHtml(opening)}</p>
<p style="margin: 28px 0"><a href="${escapeHtml(link)}" style="background: #1a1b1e; color: #ffffff; padding: 12px 20px; border-radius: 8px; text-decoration: none">${escapeHtml(button)}</a></p>
<p style="color: #5c5f66; font-size: 14px">${escapeHtml(closing)}</p>
<p style="color: #5c5f66; font-size: 14px; word-break: break-all">${escapeHtml(link)}</p>
</div>
</body>
</html>
`,
  }
}
