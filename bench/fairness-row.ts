/** A line of the fairness table. */
export interface Row {
  readonly name: string
  readonly figure: string
  readonly bar: string
  readonly isMet: boolean
}
