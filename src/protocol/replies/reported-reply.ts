/**
 * From the fields of a bounce report (RFC 3464 §2.3.4 Status, §2.3.6 Diagnostic-Code) to the reply
 * that `classify` reads. The two may contradict each other: the server's quoted reply wins
 * (docs/contract.md#what-replies-mean), save that a report of 4.x.x with a bare 5xx quoted tells of
 * a server that was tried again.
 */
import type { ReplyWords } from './classify.ts'

export function reportedReply(status: string, diagnostic: string): ReplyWords {
  const quoted = diagnostic.replace(/^\s?[\w-]{1,30}\s?;\s?/, '').slice(0, 4_096)
  const field = /^\s?([245]\.\d{1,3}\.\d{1,3})/.exec(status)?.[1] ?? null
  const code = /^([2-5]\d\d)(?![\d.])/.exec(quoted)?.[1] ?? null
  const own =
    // A relay may put its own words first and quote the server's behind them: 550-'5.7.1 …'
    /[45]\d\d[ -]['"]([45]\.\d{1,3}\.\d{1,3})/.exec(quoted)?.[1] ??
    /^(?:\d\d\d[ -])?#?([245]\.\d{1,3}\.\d{1,3})/.exec(quoted)?.[1]
  if (own) return { code: code === null ? null : Number(code), enhanced: own, text: quoted }
  const triedAgain = field?.startsWith('4') ?? false
  return { code: code === null || triedAgain ? null : Number(code), enhanced: field, text: quoted }
}
