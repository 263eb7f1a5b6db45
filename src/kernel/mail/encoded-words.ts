/**
 * Encoded words (RFC 2047): text beyond ASCII in header fields, in words that end at whole characters
 * and are short enough for any line.
 */
/**
 * Lines should end by column 78 (RFC 5322 §2.1.1), and by 76 where they hold encoded words (RFC
 * 2047 §2): 76 does for both.
 */
export const foldAt = 76

const wordOverhead = '=?UTF-8?B??='.length

/**
 * Text as encoded words (RFC 2047), each of at most 75 characters and of whole characters (§5);
 * the first leaves room for what stands before it on its line. Base64 or Q, whichever is shorter.
 */
export function encodedWords(text: string, columnsUsed: number): string[] {
  const bytes = Buffer.from(text, 'utf8')
  let qLength = 0
  for (const byte of bytes) qLength += qSafe[byte] === 1 ? 1 : 3
  const useQ = qLength <= Math.ceil(bytes.length / 3) * 4
  const words: string[] = []
  let room = foldAt - columnsUsed - wordOverhead
  let start = 0
  while (start < bytes.length) {
    const end = useQ ? endOfQ(bytes, start, room) : endOfB(bytes, start, room)
    const part = bytes.subarray(start, end)
    words.push(useQ ? `=?UTF-8?Q?${qEncoded(part)}?=` : `=?UTF-8?B?${part.toString('base64')}?=`)
    start = end
    room = foldAt - 1 - wordOverhead
  }
  return words
}

/** Letters and digits and `!*+-/`: all that Q may leave bare in a phrase (RFC 2047 §5 (3)). */
const qSafe = new Uint8Array(256)
for (const character of '!*+-/ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 ') {
  qSafe[character.charCodeAt(0)] = 1
}

function qEncoded(bytes: Buffer): string {
  let out = ''
  for (const byte of bytes) {
    if (byte === 0x20) out += '_'
    else if (qSafe[byte] === 1) out += String.fromCharCode(byte)
    else out += `=${byte < 16 ? '0' : ''}${byte.toString(16).toUpperCase()}`
  }
  return out
}

/** The end of the longest run of whole characters that fits: at least one character. */
function endOfQ(bytes: Buffer, start: number, room: number): number {
  let length = 0
  let end = start
  while (end < bytes.length) {
    const next = nextCharacter(bytes, end)
    for (let i = end; i < next; i++) length += qSafe[bytes[i]!] === 1 ? 1 : 3
    if (length > room && end > start) break
    end = next
  }
  return end
}

function endOfB(bytes: Buffer, start: number, room: number): number {
  let end = Math.min(bytes.length, start + Math.floor(room / 4) * 3)
  while (end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end--
  return end > start ? end : nextCharacter(bytes, start)
}

function nextCharacter(bytes: Buffer, at: number): number {
  let next = at + 1
  while (next < bytes.length && (bytes[next]! & 0xc0) === 0x80) next++
  return next
}
