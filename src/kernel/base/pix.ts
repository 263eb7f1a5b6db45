/**
 * Pix: the code that a Brazilian bank's app reads from a screen or from the clipboard, with whom it
 * pays, how much and for which invoice. A BR Code of the Banco Central do Brasil ("Manual de Padrões
 * para Iniciação do Pix"), which is a merchant-presented code of EMVCo (QRCPS-MPM 1.1 §4): fields of
 * two digits of name, two of length and the value, and a checksum of all of it.
 */

interface PixPayee {
  /** As the directory of keys has it: digits of a CPF or CNPJ, `+55…`, an address, or a random key. */
  readonly key: string
  /** At most 25 characters of ASCII. */
  readonly name: string
  /** At most 15 characters of ASCII. */
  readonly city: string
}

const maxKey = 77
const maxName = 25
const maxCity = 15
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Reads `key; name; city`; null where it is not that, or the key is of no kind. */
export function readPix(text: string): PixPayee | null {
  const [typed = '', name = '', city = '', ...more] = text.split(';').map(part => part.trim())
  const key = readKey(typed)
  if (key === null || more.length > 0) return null
  const payee = { key, name: plain(name, maxName), city: plain(city, maxCity) }
  return payee.name === '' || payee.city === '' ? null : payee
}

function readKey(typed: string): string | null {
  const key = typed.toLowerCase()
  if (/^[^\s@]+@[^\s@]+$/.test(key)) return key.length <= maxKey ? key : null
  if (uuid.test(key) || /^\+\d{8,15}$/.test(key)) return key
  const digits = key.replace(/[./-]/g, '')
  return /^(\d{11}|\d{14})$/.test(digits) ? digits : null
}

/** Without accents and what else not every bank reads. */
const plain = (text: string, max: number): string =>
  text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, max)
    .trim()

const field = (name: string, value: string): string =>
  `${name}${String(value.length).padStart(2, '0')}${value}`

interface PixPayment {
  readonly payee: PixPayee
  readonly cents: number
  /** What the payment is known by in the payee's statement: at most 25 letters and digits. */
  readonly reference: string
}

/** The code as text, "Pix copia e cola", in reais. */
export function pixCode({ payee, cents, reference }: PixPayment): string {
  const body = [
    field('00', '01'),
    field('26', field('00', 'br.gov.bcb.pix') + field('01', payee.key)),
    field('52', '0000'),
    field('53', '986'),
    field('54', (cents / 100).toFixed(2)),
    field('58', 'BR'),
    field('59', payee.name),
    field('60', payee.city),
    field('62', field('05', reference)),
    '6304',
  ].join('')
  return body + checksum(body)
}

/** CRC-16 with the polynomial 0x1021, from 0xFFFF, as four hexadecimal digits. */
function checksum(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) {
      crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
