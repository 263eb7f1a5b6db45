/**
 * The kinds of work in the queue that deliver to one recipient; their subject is the email. Each
 * stream has its own, so that no marketing stands before a password reset.
 */
import type { Stream } from '../events/email.ts'

const kinds: Readonly<Record<Stream, string>> = { transactional: 'delivery', marketing: 'bulk' }

export const deliveryKind = (stream: Stream): string => kinds[stream]

export const deliveryKinds: readonly string[] = Object.values(kinds)
