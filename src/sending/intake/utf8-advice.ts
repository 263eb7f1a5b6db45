/**
 * What a dry run says of addresses beyond ASCII before the `@` (SMTPUTF8, RFC 6531): who may not get
 * the email, and what the others read in its header. Each recipient's copy is made for them alone
 * (delivery/message.ts), so one such address among many is no trouble of the rest.
 */
import type { Text } from '#kernel/base/languages.ts'
import { parseAddress } from '#kernel/mail/address.ts'
import { isAscii } from '#kernel/mail/domain-name.ts'
import type { PreparedEmail } from '../content/prepared-email.ts'

interface Utf8Advice {
  readonly code: 'address_not_ascii'
  readonly level: 'warning'
  readonly param: string
  readonly message: Text
}

export function utf8Advice({ from, recipients, addressees }: PreparedEmail): Utf8Advice[] {
  const replyTo = (addressees.reply_to ?? []).flatMap((entry, n) => {
    const parsed = parseAddress(entry)
    if (!parsed.ok || !parsed.address.needsUtf8) return []
    return [advice(`reply_to[${n}]`, answers(parsed.address.email))]
  })
  return [
    ...(from.needsUtf8 ? [advice('from', sender(from.email))] : []),
    ...recipients
      .filter(({ address }) => !isAscii(address))
      .map(({ address, param }) => advice(param, recipient(address))),
    ...replyTo,
  ]
}

const advice = (param: string, message: Text): Utf8Advice => ({
  code: 'address_not_ascii',
  level: 'warning',
  param,
  message,
})

const sender = (address: string): Text => ({
  en: `${address} has accents or non-Latin letters before the @: servers without SMTPUTF8 take nothing from it.`,
  pt: `${address} tem acentos ou letras não latinas antes do @: servidores sem SMTPUTF8 não aceitam nada desse remetente.`,
})

const recipient = (address: string): Text => ({
  en: `${address} has accents or non-Latin letters before the @: it bounces where the server has no SMTPUTF8. The others get their copies.`,
  pt: `${address} tem acentos ou letras não latinas antes do @: volta se o servidor não tiver SMTPUTF8. Os demais recebem suas cópias.`,
})

const answers = (address: string): Text => ({
  en: `Copies to plain addresses leave ${address} out of Reply-To, for servers without SMTPUTF8.`,
  pt: `As cópias para endereços sem acentos saem sem ${address} em Reply-To, por causa de servidores sem SMTPUTF8.`,
})
