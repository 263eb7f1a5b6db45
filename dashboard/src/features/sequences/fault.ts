/** What the server refuses of a sequence, by the place that it names: `steps[4].next`. */
import type { ApiError } from '../../api/client.ts'

export interface Fault {
  /** Of a list: `steps`, `triggers` or `exits`; else the member itself. */
  readonly list: string
  readonly n: number
  /** Within the item: `next`, `cases[0].filter.all[1].value`; empty: the item as a whole. */
  readonly member: string
  readonly message: string
}

export function faultOf(error: ApiError | null): Fault | null {
  const [, list, at, member = ''] = /^(\w+)(?:\[(\d+)\])?\.?(.*)$/.exec(error?.param ?? '') ?? []
  if (!error || list === undefined) return null
  return { list, n: at === undefined ? -1 : Number(at), member, message: error.message }
}

/** What an input of Mantine's takes about a member, where the refusal is of it or inside it. */
export type At = (member: string) => { readonly error?: string }

export const atOf =
  (fault: Fault | null): At =>
  member => {
    const isIt =
      fault !== null &&
      (fault.member === member ||
        (/^[.[]/.test(fault.member.slice(member.length)) && fault.member.startsWith(member)))
    return isIt ? { error: fault.message } : {}
  }
