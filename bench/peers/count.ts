/**
 * What became of the emails of a turn, by what the submitter was answered and what the receiver has
 * got. Nothing is handed in twice, so whatever arrives twice was doubled by the server.
 */

/** What the submitter knows, by the numbers of the emails. */
export interface HandedIn {
  /** Accepted: the server has it from then on. */
  readonly accepted: readonly number[]
  /** Begun, and the connection went before the answer came: nobody knows. */
  readonly unanswered: readonly number[]
  readonly refused: readonly number[]
}

/** What the receiver has answered with 250: of each copy the number and the Message-ID. */
export type Copies = readonly (readonly [number: number, messageId: string])[]

export interface Fate {
  readonly arrived: number
  /** Accepted and never at the receiver. */
  readonly lost: readonly number[]
  /** At the receiver more than once, by their Message-ID. */
  readonly doubled: readonly number[]
}

/** Throws where an email has come under two Message-IDs: two were made of it, which is no copy. */
export function fateOf({ accepted }: HandedIn, landed: Copies): Fate {
  const copies = new Map<string, number>()
  const idOf = new Map<number, string>()
  for (const [number, id] of landed) {
    const known = idOf.get(number) ?? id
    if (known !== id) throw new Error(`email ${number} came as ${known} and as ${id}`)
    idOf.set(number, id)
    copies.set(id, (copies.get(id) ?? 0) + 1)
  }
  return {
    arrived: idOf.size,
    lost: accepted.filter(number => !idOf.has(number)),
    doubled: [...idOf].filter(([, id]) => copies.get(id)! > 1).map(([number]) => number),
  }
}
