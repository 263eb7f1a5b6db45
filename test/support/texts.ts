/**
 * Texts of any characters. fast-check's own (`unit: 'binary'`, and its URLs) make a table of all 1.1
 * million of them first, which takes seconds in each process that asks.
 */
import fc from 'fast-check'

const [surrogates, surrogateCount, characterCount] = [0xd800, 0x800, 0x110000]

const anyCharacter = fc
  .nat(characterCount - surrogateCount - 1)
  .map(n => String.fromCodePoint(n < surrogates ? n : n + surrogateCount))

export const anyText = (length: { readonly maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ unit: anyCharacter, ...length })

export const anyUrl: fc.Arbitrary<string> = fc
  .tuple(fc.domain(), anyText(), anyText())
  .map(([host, path, query]) => `https://${host}/${encodeURI(path)}?${encodeURI(query)}`)
