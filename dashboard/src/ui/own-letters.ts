/**
 * Domains in their own letters, as people write them: `maria@açúcar.example` and not
 * `maria@xn--acar-0oa8i.example`. For reading alone: what is copied into DNS or asked of the server
 * keeps the form that it came in.
 */
import punycode from 'punycode/punycode.js'

/** In a domain, an address or a text; a local part that looks like a label is none. */
export const inOwnLetters = (text: string): string =>
  text.replace(/(?<![\w-])xn--[a-z0-9-]+(?![\w.+-]*@)/gi, decoded)

function decoded(label: string): string {
  try {
    const own = punycode.decode(label.slice(4).toLowerCase())
    // What turns or hides letters is in no registered name, and would make one look like another.
    return /^[\p{L}\p{M}\p{N}-]+$/u.test(own) ? own : label
  } catch {
    return label
  }
}
