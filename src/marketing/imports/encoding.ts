/** In which characters a file is written: judged by all of it, for one bad byte does not make another. */
import { isAscii, isUtf8 } from 'node:buffer'
import type { Text } from '#kernel/base/languages.ts'

/** Of the file that came: what is kept of UTF-16 is UTF-8. */
export const fileEncodings = ['utf-8', 'utf-16', 'windows-1252'] as const
export type FileEncoding = (typeof fileEncodings)[number]

/** Counts the sequences of bytes beyond ASCII that UTF-8 has (RFC 3629 §3), and those it has not. */
export class Utf8Census {
  #good = 0
  #bad = 0
  /** Of the sequence in hand. */
  #awaited = 0

  take(bytes: Buffer): void {
    if (this.#awaited === 0 && isAscii(bytes)) return
    for (const byte of bytes) {
      if (this.#awaited > 0) {
        if (byte >>> 6 === 0b10) {
          this.#awaited--
          if (this.#awaited === 0) this.#good++
          continue
        }
        this.#bad++
        this.#awaited = 0
      }
      if (byte < 0x80) continue
      this.#awaited = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1
      if (byte < 0xc2 || byte > 0xf4) {
        this.#bad++
        this.#awaited = 0
      }
    }
  }

  /** Where most is no UTF-8, Windows-1252, as spreadsheets write it. */
  judge(): 'utf-8' | 'windows-1252' {
    const bad = this.#bad + (this.#awaited > 0 ? 1 : 0)
    return bad === 0 || this.#good > bad ? 'utf-8' : 'windows-1252'
  }
}

const windows1252 = new TextDecoder('windows-1252')

/** The texts of records; bytes that the encoding has not become U+FFFD. */
export function decode(bytes: Buffer, encoding: FileEncoding): string {
  return encoding === 'windows-1252' ? windows1252.decode(bytes) : bytes.toString('utf8')
}

/** Whether the bytes are of the encoding; in Windows-1252 all are. */
export const isOf = (bytes: Buffer, encoding: FileEncoding): boolean =>
  encoding === 'windows-1252' || isUtf8(bytes)

export const markLength = (bytes: Buffer): number =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0

/** As the database and people can have it. */
export const shownText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')

/** Which of the two orders of UTF-16 a file is in, by its mark or by where its zeros are; null: none. */
export function utf16Of(first: Buffer): 'utf-16le' | 'utf-16be' | null {
  const mark = first.length >= 2 ? first.readUInt16BE(0) : 0
  if (mark === 0xfffe) return 'utf-16le'
  if (mark === 0xfeff) return 'utf-16be'
  const zeros = [0, 0]
  first.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2]!++
  })
  const half = first.length / 2
  if (first.length < 8) return null
  if (zeros[1]! > half * 0.6 && zeros[0]! < half * 0.05) return 'utf-16le'
  return zeros[0]! > half * 0.6 && zeros[1]! < half * 0.05 ? 'utf-16be' : null
}

/** How a workbook begins, as every ZIP archive does (APPNOTE.TXT §4.3.7). */
export const archiveMark = '504b0304'

const kinds: readonly { readonly mark: string; readonly why: Text }[] = [
  {
    // In NDJSON; where a table is awaited, it is read (workbook.ts).
    mark: archiveMark,
    why: {
      en: 'The file is a workbook or an archive. Send it as an import with format csv.',
      pt: 'O arquivo é uma pasta de trabalho ou um pacote. Envie em uma importação com format csv.',
    },
  },
  {
    mark: 'd0cf11e0',
    why: {
      en: 'The file is a workbook of an older Excel, or has a password. Save it as XLSX or CSV without one.',
      pt: 'O arquivo é de um Excel antigo ou tem senha. Salve como XLSX ou CSV, sem senha.',
    },
  },
  {
    mark: '1f8b',
    why: {
      en: 'The file is packed by gzip: say so with Content-Encoding: gzip, or send it unpacked.',
      pt: 'O arquivo está compactado com gzip: indique Content-Encoding: gzip ou envie-o descompactado.',
    },
  },
]

export const noText: Text = {
  en: 'The file is neither CSV nor NDJSON.',
  pt: 'O arquivo não é CSV nem NDJSON.',
}

/** So many zeros are in no text, however it was damaged. */
const maxZeroShare = 0.1

/** Why a file that begins like this is no text; null where it may be one. */
export function whyNoText(first: Buffer): Text | null {
  const begins = first.toString('hex', 0, 8)
  const known = kinds.find(({ mark }) => begins.startsWith(mark))
  if (known !== undefined) return known.why
  let zeros = 0
  for (const byte of first) if (byte === 0) zeros++
  return zeros > first.length * maxZeroShare ? noText : null
}
