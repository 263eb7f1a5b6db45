/** The place where marketing mail gets what is its recipient's own: links, headers. */
import type { EmailContent } from '../events/email.ts'
import type { Extras } from './message.ts'
import type { Delivery } from './store.ts'

export type Personalise = (delivery: Delivery, content: EmailContent) => Promise<Extras>

export const noExtras: Personalise = async () => ({ headers: [] })
