/**
 * Whose trace something belongs to (W3C Trace Context, Level 1, with the flag of Level 2): what a
 * caller says in `traceparent` and `tracestate`, how it is kept with an email, and what receivers of
 * webhooks are told. What is malformed is as if it were not there: nobody is refused for it.
 */

interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** Of the span that what happens here belongs under: 16 hexadecimal digits. */
  readonly spanId: string
  /** The bits `sampled` and `random`, which are passed on; others are not (§3.2.2.5). */
  readonly flags: number
  /** `tracestate` as it came; null: none that may be passed on. */
  readonly state: string | null
}

/** A context as one text: `traceparent`, and behind a space `tracestate` where there is one. */
export type KeptTrace = string

/** §3.3.1.5: so much of it must be passed on. Of more, nothing is. */
const maxStateChars = 512
/** §3.3.1.1 */
const maxMembers = 32
/** Whoever began the trace records it (§3.2.2.5), and drew its id at random (Level 2, §3.2.2.5.2). */
const knownFlags = 0b11

/** §3.2.2: of a version beyond 00, what more there is after the flags means nothing to us. */
const parent =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const member =
  /^[a-z0-9][a-z0-9_*/@-]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/

type TraceHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** What the headers of a call say; null: nothing, or nothing that has a meaning. */
export function readTrace({ traceparent, tracestate }: TraceHeaders): TraceContext | null {
  if (traceparent === undefined) return null
  const [, version, traceId, spanId, flags = '', more] = parent.exec(String(traceparent)) ?? []
  if (traceId === undefined || spanId === undefined) return null
  if (version === '00' && more !== undefined) return null
  const known = Number.parseInt(flags, 16) & knownFlags
  return { traceId, spanId, flags: known, state: readState(tracestate) }
}

function readState(given: TraceHeaders[string]): string | null {
  const text = [given ?? ''].flat().join(',').trim()
  if (text === '' || text.length > maxStateChars) return null
  const members = text.split(',').map(one => one.trim())
  if (members.length > maxMembers) return null
  // Of what is white to JavaScript, headers know two characters.
  if (!/^[\t\x20-\x7e]*$/.test(text)) return null
  return members.every(one => one === '' || member.test(one)) ? text : null
}

/** As it is kept and passed on. */
export function keptTrace({ traceId, spanId, flags, state }: TraceContext): KeptTrace {
  const traceparent = `00-${traceId}-${spanId}-0${flags}`
  return state === null ? traceparent : `${traceparent} ${state}`
}

/** What was kept, taken apart again. */
export const openTrace = (kept: KeptTrace): TraceContext | null => readTrace(traceHeaders(kept))

/** Whether whoever began the trace wants it recorded. */
export const isSampled = (kept: KeptTrace): boolean => /^.{54}[13]/.test(kept)

/** What was kept, as the headers that pass it on. */
export function traceHeaders(kept: KeptTrace): Record<string, string> {
  const [, traceparent = kept, tracestate] = /^(\S+) (.*)$/.exec(kept) ?? []
  return { traceparent, ...(tracestate === undefined ? {} : { tracestate }) }
}

export const traceIdOf = (kept: KeptTrace): string => kept.slice(3, 35)
