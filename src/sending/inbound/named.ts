/** The addresses that a text of a stranger's names, found token by token: no text makes it slow. */

const maxChars = 8_192
const maxAddressChars = 320

/** In their order, as they are written. */
export function addressesIn(text: string): string[] {
  return text
    .slice(0, maxChars)
    .split(/[\s<>()[\]"',;:]/)
    .map(token => token.replace(/^[.=]/, '').replace(/\.$/, ''))
    .filter(isAddress)
}

/** `Ana <ana@example.com>`, or the address alone; '' where there is none. */
export const addressOf = (value: string): string => addressesIn(value).at(-1) ?? ''

function isAddress(token: string): boolean {
  const at = token.lastIndexOf('@')
  if (at < 1 || token.length > maxAddressChars) return false
  return /^[\w.-]+$/.test(token.slice(at + 1)) && token.includes('.', at)
}
