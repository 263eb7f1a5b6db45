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
  passwords_tried: {
    subject: text('Somebody is guessing your password', 'Alguém está tentando adivinhar sua senha'),
    opening: text(
      'Many wrong passwords were tried for the Malote account with this address. In a browser that is new to you, each further try now has to wait up to a minute; those in which you have signed in before are not kept waiting. If you have forgotten the password, choose a new one:',
      'Muitas senhas erradas foram tentadas na conta do Malote com este endereço. Em um navegador novo, cada nova tentativa agora espera até um minuto; nos que você já usou para entrar, não há espera. Se você esqueceu a senha, escolha uma nova:',
    ),
    button: text('Choose a new password', 'Escolher nova senha'),
    closing: text(
      'If it was not you, you need not do anything. You hear of this at most once an hour.',
      'Se não foi você, não é preciso fazer nada. Você recebe este aviso no máximo uma vez por hora.',
    ),
  },
  codes_tried: {
    subject: text('Somebody knows your password', 'Alguém sabe sua senha'),
    opening: text(
      'Somebody with the right password tried wrong codes of the second step for the Malote account with this address. In a browser that is new to you, each further code now has to wait up to an hour. If it was not you, choose a new password now:',
      'Alguém com a senha certa tentou códigos errados da segunda etapa na conta do Malote com este endereço. Em um navegador novo, cada novo código agora espera até uma hora. Se não foi você, escolha uma nova senha agora:',
    ),
    button: text('Choose a new password', 'Escolher nova senha'),
    closing: text(
      'If it was you, wait and try again. You hear of this at most once an hour.',
      'Se foi você, espere e tente de novo. Você recebe este aviso no máximo uma vez por hora.',
    ),
  },
  signup_tried: {
    subject: text('You have an account already', 'Você já tem uma conta'),
    opening: text(
      'Somebody, perhaps you, tried to open a Malote account with this address, which has one. If you do not remember the password, choose a new one:',
      'Alguém, talvez você, tentou abrir uma conta no Malote com este endereço, que já tem uma. Se você não lembra a senha, escolha uma nova:',
    ),
    button: text('Choose a new password', 'Escolher nova senha'),
    closing: text(
      'If it was not you, do nothing: your account is as it was. You hear of this at most once an hour.',
      'Se não foi você, não faça nada: sua conta continua como estava. Você recebe este aviso no máximo uma vez por hora.',
    ),
  },
  address_asked: {
    subject: text('Confirm your new address', 'Confirme seu novo endereço'),
    opening: text(
      'Somebody, probably you, wants to log in to Malote with this address from now on. Confirm it where you are logged in:',
      'Alguém, provavelmente você, quer entrar no Malote com este endereço a partir de agora. Confirme onde você está conectado:',
    ),
    button: text('Confirm the address', 'Confirmar o endereço'),
    closing: text(
      'The link works once, for a day. If it was not you, do nothing.',
      'O link funciona uma vez, por um dia. Se não foi você, não faça nada.',
    ),
  },
  address_changed: {
    subject: text('Your log-in address was changed', 'Seu endereço de acesso foi alterado'),
    opening: text(
      'The Malote account with this address is logged in to with another one from now on. If it was not you, take it back; then you choose a new password, and everybody is logged out:',
      'A conta do Malote com este endereço passa a ser acessada com outro. Se não foi você, desfaça; você então escolhe uma nova senha, e todos são desconectados:',
    ),
    button: text('Take it back', 'Desfazer'),
    closing: text(
      'The link works once, for seven days. If it was you, do nothing.',
      'O link funciona uma vez, por sete dias. Se foi você, não faça nada.',
    ),
  },
  address_tried: {
    subject: text('Your address is asked for', 'Pediram seu endereço'),
    opening: text(
      'Somebody, perhaps you, tried to log in to another Malote account with this address from now on, which has an account of its own. If you do not remember its password, choose a new one:',
      'Alguém, talvez você, tentou passar a entrar em outra conta do Malote com este endereço, que já tem uma conta. Se você não lembra a senha dela, escolha uma nova:',
    ),
    button: text('Choose a new password', 'Escolher nova senha'),
    closing: text(
      'If it was not you, do nothing: your account is as it was. You hear of this at most once an hour.',
      'Se não foi você, não faça nada: sua conta continua como estava. Você recebe este aviso no máximo uma vez por hora.',
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
