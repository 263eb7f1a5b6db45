/** The place where marketing mail gets what is its recipient's own: links, headers. */
import type { EmailContent, OwnValues } from '../events/email.ts'
import type { Extras } from './composed.ts'
import type { Delivery } from './store.ts'

/** `own`: what a letter of a merged content has for itself; null for any other, or once it is erased. */
export type Personalise = (
  delivery: Delivery,
  content: EmailContent,
  own: OwnValues | null,
) => Promise<Extras>

export const noExtras: Personalise = async () => ({ headers: [] })
