/**
 * Spans: the steps of an email as whoever traces many programs sees them (docs/operating.md#traces).
 * A World has a `tracing` only where the operator wants them (MALOTE_OTLP_URL). To begin and end a
 * span costs some microseconds; it is sent behind, and lost where it cannot be.
 */
import type { KeptTrace } from '../base/trace-context.ts'

export interface Tracing {
  begin(span: NewSpan): OpenSpan
  /** Sends what has ended, for no longer than that. */
  close(graceMs: number): Promise<void>
}

export interface NewSpan {
  /** Of few: no ids, no addresses. */
  readonly name: string
  /** Whether it answers somebody, asks somebody, or neither. */
  readonly kind: 'server' | 'client' | 'internal'
  /** What it is part of; null: it begins a trace. */
  readonly parent: KeptTrace | null
  /** ms since 1970. */
  readonly at: number
}

export interface OpenSpan {
  /** For what is part of it: itself where it is recorded, else its parent. */
  readonly trace: KeptTrace | null
  end(end: SpanEnd): void
}

interface SpanEnd {
  /** ms since 1970, with fractions. */
  readonly at: number
  /** Never an address, a key, a content. */
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>
  /** Why it came to nothing, in a word. */
  readonly fault?: string | undefined
}
