import type { Lane } from './receivers.ts'

/** One email of one recipient, on its way through the model. */
export interface Email {
  readonly arrivedAt: number
  readonly account: number
  readonly lane: Lane
  tries: number
  /** Counts who has had it: what is done for an earlier one is void. */
  claim: number
  isTalking: boolean
  hasConversation: boolean
  /** The final dot has gone, and nobody has written down what came of it. */
  isHandedOver: boolean
  isRefused: boolean
  /** Goes on after `sent` is committed. */
  dot: (() => void) | null
}

export const newEmail = (arrivedAt: number, account: number, lane: Lane): Email => ({
  arrivedAt,
  account,
  lane,
  tries: 0,
  claim: 0,
  isTalking: false,
  hasConversation: false,
  isHandedOver: false,
  isRefused: false,
  dot: null,
})
