/**
 * Members' addresses, read as recipients' are (mail/address.ts): we mail an address as soon as it
 * is saved, so it must be valid by then, and the sandbox compares it with recipients. All of it is in lower case: a person types the
 * address now in one case and now in another, and two mailboxes that differ by case alone must not
 * become two members.
 */

import { Refusal } from '#kernel/base/errors.ts'
import { type Address, parseAddress } from '#kernel/mail/address.ts'
import { inOwnLetters } from '#kernel/mail/domain-name.ts'

/** The address as it is kept; throws Refusal for the field. */
export function readMemberAddress(written: string, param = 'email'): string {
  const parsed = parseAddress(written.trim())
  if (!parsed.ok) throw new Refusal('invalid_field', { param, why: parsed.why })
  if (isBare(written)) return parsed.address.email.toLowerCase()
  throw new Refusal('invalid_field', {
    param,
    why: {
      en: 'Write the address alone, without a name: a@b.c.',
      pt: 'Escreva só o endereço, sem nome: a@b.c.',
    },
  })
}

/**
 * The same on the operator's word. No letter goes there unasked, so it may also be at a machine of
 * one word, which the world outside cannot write to: `owner@localhost`.
 */
export function readVouchedAddress(written: string): string {
  const address = written.trim()
  return /^[\w.+-]{1,64}@[a-z\d-]{1,63}$/i.test(address)
    ? address.toLowerCase()
    : readMemberAddress(address)
}

/** The same of what may be no address: that is only put into lower case, and found nowhere. */
export function memberKey(written: string): string {
  return read(written)?.email.toLowerCase() ?? written.trim().toLowerCase()
}

/**
 * What to look an address up by. Members who came before addresses were read have the spelling that
 * they typed, such as a domain in Unicode; it comes first, so that whoever had it keeps it.
 */
export function spellingsOf(written: string): readonly string[] {
  const address = read(written)
  const typed = written.trim().toLowerCase()
  if (address === null) return [typed]
  const shown = inOwnLetters(address.email).toLowerCase()
  return [...new Set([typed, shown, address.email.toLowerCase()])]
}

function read(written: string): Address | null {
  const parsed = parseAddress(written.trim())
  return parsed.ok && isBare(written) ? parsed.address : null
}

const isBare = (written: string): boolean => !written.trim().endsWith('>')
