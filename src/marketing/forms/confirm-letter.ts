/**
 * The letter of a confirmation that a project wrote itself, as a template with the variable
 * `confirm_url`. It is rendered before the transaction that asks, with a mark where the link will
 * stand, and gets no value that a visitor typed.
 */
import { Refusal } from '#kernel/base/errors.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { TenantWorld } from '#kernel/routes/route.ts'
import type { FillTemplate } from '#sending/intake/send.ts'

export interface ConfirmLetter {
  readonly subject: string
  readonly html?: string
  readonly text?: string
}

const linkMark = 'https://confirm.invalid/'

interface Writing {
  readonly call: TenantWorld
  readonly fill: FillTemplate
  readonly templateId: Uuid
  readonly language: Language
}

/** null: it does not lead to the confirmation. Throws Refusal where it cannot be written. */
export async function writeConfirmLetter(writing: Writing): Promise<ConfirmLetter | null> {
  const { subject, html, text } = await writing.fill(writing.call, {
    from: '',
    to: [],
    template: {
      id: show('tpl', writing.templateId),
      language: writing.language,
      variables: { confirm_url: linkMark },
    },
  })
  const parts = [html, text].filter(part => typeof part === 'string' && part !== '')
  if (!subject || parts.length === 0 || !parts.every(part => part?.includes(linkMark))) return null
  return { subject, ...(html ? { html } : {}), ...(text ? { text } : {}) }
}

/** null where it cannot be written any more: ours goes instead, for people wait for it. */
export async function confirmLetterOf(writing: Writing): Promise<ConfirmLetter | null> {
  try {
    return await writeConfirmLetter(writing)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

export function withLink({ subject, html, text }: ConfirmLetter, link: string): ConfirmLetter {
  return {
    subject,
    ...(html === undefined ? {} : { html: html.replaceAll(linkMark, link) }),
    ...(text === undefined ? {} : { text: text.replaceAll(linkMark, link) }),
  }
}
