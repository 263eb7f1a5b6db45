/**
 * Which part of an address a value is to be, by what its author has written before it: as a browser
 * reads it (URL standard §4.4), so that no value comes to choose a host.
 */
import { decode } from '#kernel/mail/html-text.ts'

type Part = 'url' | 'host' | 'root' | 'path' | 'query'

/** Of such a scheme every slash may be missing, or lean back. */
const special = /^(?:https?|ftp|wss?|file)$/i
/** What an author has let begin with a value of a person. */
const begun = /^\uFFFC+/

/** `written`: of the attribute's value, with `\uFFFC` for each value before. */
export function partOfAddress(written: string, attribute: string): Part {
  const isList = attribute === 'srcset' || attribute === 'imagesrcset' || attribute === 'ping'
  const decoded = decode(written, 'attribute').replace(isList ? /^[\s\S]*[\s,]/ : /[\t\r\n]/g, '')
  const text = decoded.replace(/^[\u0000-\u0020]+/, '')
  if (begun.test(text)) return afterValue(text.replace(begun, ''))
  if (text === '') return 'url'
  const [, scheme, behind = ''] = /^([a-z][a-z0-9+.-]*):([\s\S]*)$/i.exec(text) ?? []
  if (scheme !== undefined) return special.test(scheme) ? afterSlashes(behind) : inPath(behind)
  if (/^[\\/]{2}/.test(text)) return afterSlashes(text)
  return /^[\\/]$/.test(text) ? 'root' : inName(text)
}

/** A value that is a link is whole: what stands behind it is not its host. */
const afterValue = (text: string): Part => (text === '' ? 'url' : inName(text))

const afterSlashes = (text: string): Part => {
  const host = text.replace(/^[\\/]+/, '')
  return /[\\/?#]/.test(host) ? inPath(host) : 'host'
}

const inPath = (text: string): Part => (/[?#]/.test(text) ? 'query' : 'path')

/** Of `java` a value would make a scheme: nothing that it holds ends one. */
const inName = (text: string): Part =>
  /[?#]/.test(text) ? 'query' : /[\\/]/.test(text) ? 'path' : 'query'
