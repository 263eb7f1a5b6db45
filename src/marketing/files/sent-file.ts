/**
 * A file as it was sent: as the field `file` of a form, or as a body of its own with its name in
 * `X-Filename`. What type anybody says it has is not believed, nor read.
 */
import { Refusal } from '#kernel/base/errors.ts'
import { type FormParts, NotAForm, readFormParts } from '#kernel/base/form-parts.ts'
import type { Text } from '#kernel/base/languages.ts'
import { folderAfter, maxFolderChars } from '#kernel/routes/folder.ts'
import { maxAltChars, maxFilenameChars } from './file.ts'

const maxParts = 10
const maxFileBytes = 5 * 1024 * 1024
const fileField = 'file'
const fields = [fileField, 'alt', 'folder']

export interface SentFile {
  readonly bytes: Buffer
  /** null: nobody has said. */
  readonly filename: string | null
  readonly alt: string
  readonly folder: string | null
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Throws Refusal. */
export async function readSentFile(body: Buffer, headers: Headers): Promise<SentFile> {
  const type = String(headers['content-type'] ?? '')
  const sent = /^\s*multipart\/form-data\b/i.test(type)
    ? await readForm(body, type)
    : { bytes: body, filename: cleanName(namedIn(headers)), alt: '', folder: null }
  if (sent.bytes.length > maxFileBytes) throw refuse(fileField, tooLarge)
  return sent
}

async function readForm(body: Buffer, type: string): Promise<SentFile> {
  const { texts, files, fileNames } = await partsOf(body, type)
  const odd = [...texts.keys(), ...files.keys()].find(name => !fields.includes(name))
  if (odd !== undefined) {
    throw refuse(odd.slice(0, 100), {
      en: 'There is no field {param}.',
      pt: 'Não existe o campo {param}.',
    })
  }
  const bytes = files.get(fileField)
  if (bytes === undefined) throw new Refusal('missing_field', { param: fileField })
  const alt = texts.get('alt') ?? ''
  if (alt.length > maxAltChars || !isPlain(alt)) throw refuse('alt')
  const folder = texts.get('folder') ?? ''
  if (folder.length > maxFolderChars || !isPlain(folder)) throw refuse('folder')
  const filename = cleanName(fileNames.get(fileField) ?? null)
  return { bytes, filename, alt: alt.trim(), folder: folderAfter(null, folder) }
}

async function partsOf(body: Buffer, type: string): Promise<FormParts> {
  try {
    return await readFormParts(type, [body], { maxParts, fileField })
  } catch (error) {
    if (!(error instanceof NotAForm)) throw error
    throw refuse(fileField, {
      en: 'The body is not a whole form with the picture in its field file.',
      pt: 'O corpo não é um formulário completo com a imagem no campo file.',
    })
  }
}

/** Percent-encoded UTF-8, since a header has no other characters than those of ASCII. */
function namedIn(headers: Headers): string | null {
  const written = headers['x-filename']
  if (written === undefined || written === '') return null
  try {
    return decodeURIComponent(String(written))
  } catch {
    throw refuse('X-Filename', {
      en: '{param} must be UTF-8, percent-encoded.',
      pt: '{param} deve ser UTF-8 com codificação por cento.',
    })
  }
}

/** Nothing that hides, ends a line, or changes the direction of what follows. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

export const isPlain = (text: string): boolean => text.search(/[\p{Cc}\p{Cs}]/u) < 0

/** Some browsers and programs send the whole path; what else is odd about a name is left away. */
function cleanName(sent: string | null): string | null {
  const [last = ''] = (sent ?? '').split(/[\\/]/).slice(-1)
  const clean = [...last.replace(hidden, '').trim()].slice(0, maxFilenameChars).join('')
  return clean === '' || /^\.+$/.test(clean) ? null : clean
}

/** Throws Refusal for a name that somebody chooses, unless it is one as it stands. */
export function mustBeName(given: string): string {
  const name = given.trim()
  if (name === '') throw new Refusal('missing_field', { param: 'filename' })
  if (cleanName(name) === name) return name
  throw refuse('filename', {
    en: '{param} must be a name without a path or hidden characters.',
    pt: '{param} deve ser um nome sem caminho nem caracteres ocultos.',
  })
}

const refuse = (param: string, why?: Text): Refusal =>
  new Refusal('invalid_field', { param, ...(why === undefined ? {} : { why }) })

const tooLarge: Text = { en: 'The file has more than 5 MB.', pt: 'O arquivo tem mais de 5 MB.' }
