/**
 * The verb of sending a message as it was handed over: the sender, the content check and acceptance,
 * in the order of POST /v1/emails.
 */
import type { Answer } from '#kernel/routes/route.ts'
import { type CarriedMessage, prepareCarried } from './prepare-carried.ts'
import { acceptOne, type Demands, type SendCall } from './send.ts'

/** Accepts it: 202 `{ id, status }`. Throws Refusal. */
export function sendCarried(
  call: SendCall,
  carried: CarriedMessage,
  demands: Demands = {},
): Promise<Answer> {
  return acceptOne(call, prepareCarried(carried), demands)
}
