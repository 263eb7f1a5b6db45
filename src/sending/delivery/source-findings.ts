/** Between a try and the address that it leaves from: what each has to say to the other. Pure. */
import type { Entry } from '#platform/queue/entry.ts'
import { causes } from '#protocol/replies/causes.ts'
import { classify } from '#protocol/replies/classify.ts'
import type { AttemptResult, RemoteHost } from './outcome.ts'
import type { SourceAnswer, SourceChoice } from './sources.ts'
import type { Delivery } from './store.ts'

interface Waiting {
  readonly entry: Pick<Entry, 'attempt' | 'tries'>
  readonly delivery: Pick<Delivery, 'state'>
}

/** No address may send it for now; its sender is told the first time that it waits. */
export function waitingFor(
  { until, dueAt, cause }: Extract<SourceChoice, { kind: 'wait' }>,
  { entry, delivery }: Waiting,
  place: Pick<RemoteHost, 'mx' | 'provider'>,
): AttemptResult {
  const tell = delivery.state === 'queued' || entry.attempt - entry.tries === 1
  return { ...place, kind: 'held', until, dueAt, cause, tell, ours: true }
}

/** What a finding says of the address that it left from. */
export function answerToSource(finding: AttemptResult): SourceAnswer {
  const { kind } = finding
  const words = kind === 'refused' || kind === 'deferred' ? finding.words : undefined
  return {
    isTried: kind === 'delivered' || kind === 'refused' || kind === 'deferred',
    isDelivered: kind === 'delivered',
    isSlow: words !== undefined && causes[classify(words).cause].pace === 'slow',
  }
}
