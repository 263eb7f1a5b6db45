/**
 * What accounts, projects and people may be called. Names stand in letters to strangers and in
 * lists beside other names, so they hold no address to click on, and nothing that is not seen:
 * neither control characters nor those that turn the direction of what follows (Unicode Cc, Cf).
 */
import { Refusal } from '#kernel/base/errors.ts'

const maxNameLength = 200
const unseen = /[\p{Cc}\p{Cf}]/u
/** With a scheme, a `www.`, or a path behind a domain; a company may well be called `padaria.com`. */
const url = /:\/\/|\bwww\.|\p{L}\.\p{L}{2,}\//iu

/** Whether text has characters that are not seen. */
export const hasUnseen = (text: string): boolean => unseen.test(text)

/** Whether text has something to click on. */
export const holdsLink = (text: string): boolean => url.test(text)

/** The name without blanks around it; throws Refusal for the field `name`. */
export function checkName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '' || trimmed.length > maxNameLength || hasUnseen(trimmed)) {
    throw new Refusal('invalid_field', {
      param: 'name',
      why: {
        en: `A name has 1 to ${maxNameLength} characters, and none that is not seen.`,
        pt: `Um nome tem de 1 a ${maxNameLength} caracteres, e nenhum invisível.`,
      },
    })
  }
  if (!holdsLink(trimmed)) return trimmed
  throw new Refusal('invalid_field', {
    param: 'name',
    why: { en: 'A name holds no link.', pt: 'Um nome não contém links.' },
  })
}
