/**
 * What a form sends, in either encoding of HTML (application/x-www-form-urlencoded, and
 * multipart/form-data, RFC 7578). Old pages send Windows-1252, whatever they call it, and do not say
 * so: what is no UTF-8 is read as that.
 */
import { NotAForm, readFormParts } from '#kernel/base/form-parts.ts'

/** A form has a few dozen. */
const maxFields = 500

/** null: it is no form. Files are left out. */
export async function readForm(contentType: string, body: Buffer): Promise<URLSearchParams | null> {
  const [type = ''] = contentType.split(';')
  switch (type.trim().toLowerCase()) {
    case 'application/x-www-form-urlencoded':
      return new URLSearchParams(isUtf8(body) ? body.toString('utf8') : inUtf8(body))
    case 'multipart/form-data':
      return readParts(contentType, body)
    default:
      return null
  }
}

async function readParts(contentType: string, body: Buffer): Promise<URLSearchParams | null> {
  try {
    return (await readFormParts(contentType, [body], { maxParts: maxFields })).texts
  } catch (error) {
    if (error instanceof NotAForm) return null
    throw error
  }
}

const encoded = /%([0-9a-f]{2})/gi

function isUtf8(body: Buffer): boolean {
  const bytes = body
    .toString('latin1')
    .replaceAll(encoded, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bytes, 'latin1'))
    return true
  } catch {
    return false
  }
}

/** Each byte beyond ASCII as the character that it is, percent-encoded. */
function inUtf8(body: Buffer): string {
  const decoder = new TextDecoder('windows-1252')
  const characterOf = (byte: number): string =>
    encodeURIComponent(decoder.decode(Uint8Array.of(byte)))
  return body
    .toString('latin1')
    .replaceAll(/%([89a-f][0-9a-f])/gi, (_, hex: string) => characterOf(Number.parseInt(hex, 16)))
    .replaceAll(/[\x80-\xff]/g, one => characterOf(one.charCodeAt(0)))
}
