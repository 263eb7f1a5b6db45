/** Answers over HTTP as they come from a socket (RFC 9112 §6.3), each with a length. */
interface CutAnswer {
  /** Accepted: 200, 201 or 202. */
  readonly isGood: boolean
  readonly text: string
  /** What has come behind it. */
  readonly rest: string
}

/** The first answer of what has come; null: not all of it is there. */
export function cutAnswer(come: string): CutAnswer | null {
  const head = come.indexOf('\r\n\r\n')
  if (head < 0) return null
  const end = head + 4 + Number(/content-length: (\d+)/i.exec(come)?.[1] ?? 0)
  if (come.length < end) return null
  const text = come.slice(0, end)
  return { isGood: /^HTTP\/1\.1 20[012] /.test(text), text, rest: come.slice(end) }
}
