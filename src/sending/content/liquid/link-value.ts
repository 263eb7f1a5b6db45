/** What a person's value is as a link: the one function that says so, and when it is none. */
import { parse } from 'tldts'

const controls = /[\u0000-\u001f\u007f]+/g
const bare = /^[\p{L}\p{N}][\p{L}\p{N}.-]*\.[\p{L}\p{N}-]{2,}(?=$|[/?#:])/u

/** Encodes what no URL holds, and leaves what is encoded already. */
export const encodeLoose = (text: string): string =>
  encodeURI(text.toWellFormed()).replace(/%25([0-9a-f]{2})/gi, '%$1')

/** A whole address, of http, https, mailto or tel; '' of nothing; null: it leads nowhere. */
export function linkOf(value: string): string | null {
  const text = value.replace(controls, '').trim()
  if (text === '') return ''
  if (/^(?:mailto|tel):./i.test(text)) return encodeLoose(text)
  const url = /^https?:\/\//i.test(text) ? text : isSite(text) ? `https://${text}` : null
  return url === null || !URL.canParse(url) ? null : encodeLoose(url)
}

/** As people write the name of their site: `www.shop.example/a`, `shop.com.br`. */
function isSite(text: string): boolean {
  const host = bare.exec(text)?.[0]
  if (host === undefined || /\s/.test(text)) return false
  return /^www\./i.test(host) || parse(host, { extractHostname: false }).isIcann === true
}
