/**
 * Attachments: what may be attached under which name and type.
 */
import type { Text } from '../base/languages.ts'

export interface Attachment {
  readonly filename: string
  readonly contentType?: string
  /** The html can show it as `cid:` with this id (RFC 2392), without angle brackets. */
  readonly contentId?: string
  readonly content: Buffer
}

/** type/subtype with parameters (RFC 2045 §5.1), on one line. */
export const contentTypeForm =
  /^(?=.{3,200}$)[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: ?; ?[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[\w !#$&^.+/:=-]*"))*$/

export const opaqueType = 'application/octet-stream'

export const strayInContentId = /[^A-Za-z0-9!#$%&'*+=?^_`{|}~.@-]/g

const maxContentIdLength = 200

const reasons = {
  filename: {
    en: 'A file name has 1 to 255 characters, none of them a control character.',
    pt: 'O nome de um arquivo tem de 1 a 255 caracteres, sem caracteres de controle.',
  },
  contentType: {
    en: 'A content type looks like image/png or text/calendar; method=REQUEST.',
    pt: 'Um tipo de conteúdo tem a forma image/png ou text/calendar; method=REQUEST.',
  },
  contentId: {
    en: 'A content id has 1 to 200 letters, digits, dots, hyphens or @, without angle brackets.',
    pt: 'Um content id tem de 1 a 200 letras, dígitos, pontos, hifens ou @, sem colchetes angulares.',
  },
} as const satisfies Record<string, Text>

/**
 * For intake: what cannot be said in a message as it is, the field and why; null if all is well.
 * compose itself makes the best of anything, for an email that was accepted must go out.
 */
export function checkAttachment(
  attachment: Pick<Attachment, 'filename' | 'contentType' | 'contentId'>,
): { field: 'filename' | 'content_type' | 'content_id'; why: Text } | null {
  const { filename, contentType, contentId } = attachment
  if (
    filename.trim() === '' ||
    filename.length > 255 ||
    !filename.isWellFormed() ||
    /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(filename)
  ) {
    return { field: 'filename', why: reasons.filename }
  }
  if (contentType !== undefined && !contentTypeForm.test(contentType)) {
    return { field: 'content_type', why: reasons.contentType }
  }
  if (contentId !== undefined && !isContentId(contentId)) {
    return { field: 'content_id', why: reasons.contentId }
  }
  return null
}

const isContentId = (text: string): boolean =>
  text !== '' && text.length <= maxContentIdLength && text.replace(strayInContentId, '') === text

/**
 * How many bytes the base64 is of, whose lines may be broken; null where it is none. There may be 33 MB
 * of it: it is decoded, which takes a tenth of what a regular expression does, and what is no
 * base64 comes out shorter.
 */
export function base64Size(content: string): number | null {
  const hasBreaks = content.includes('\n') || content.includes('\r')
  const text = hasBreaks ? content.replace(/[\r\n]+/g, '') : content
  // An empty file, such as a log of a quiet day, is one.
  if (text.length % 4 === 1) return null
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  if (padding > 0 && text.length % 4 !== 0) return null
  const size = Math.floor(((text.length - padding) * 3) / 4)
  // The other alphabet (RFC 4648 §5) would be decoded, too.
  const isOther = text.includes('-') || text.includes('_')
  return !isOther && Buffer.from(text, 'base64').length === size ? size : null
}
