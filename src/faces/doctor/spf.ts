/**
 * Whether a domain's SPF record lets an address send (RFC 7208), for looking at one's own records:
 * not for judging strangers' mail. What would need macros is `unknown`; so is what DNS did not tell.
 */
import { inNetworks, parseNetwork } from '#kernel/base/addresses.ts'
import type { Dns, DnsAnswer } from '#kernel/world/dns.ts'

/** `broken`: the record is void for everybody who reads it (permerror). */
export type SpfResult = 'pass' | 'neutral' | 'softfail' | 'fail' | 'none' | 'broken' | 'unknown'

interface Evaluation {
  readonly dns: Pick<Dns, 'a' | 'aaaa' | 'mx' | 'txt'>
  readonly address: string
  /** Terms that ask DNS (RFC 7208 §4.6.4). */
  left: number
}

const maxLookUps = 10

/** Judges as a receiver of mail from this address with this envelope domain would. */
export function judgeSpf(
  dns: Evaluation['dns'],
  domain: string,
  address: string,
): Promise<SpfResult> {
  return judge({ dns, address, left: maxLookUps }, domain)
}

const results = { '+': 'pass', '?': 'neutral', '~': 'softfail', '-': 'fail' } as const

async function judge(evaluation: Evaluation, domain: string): Promise<SpfResult> {
  const answer = await evaluation.dns.txt(domain)
  if (answer.kind === 'failure') return 'unknown'
  const records = recordsOf(answer).filter(one => /^v=spf1(?: |$)/i.test(one))
  if (records.length !== 1) return records.length === 0 ? 'none' : 'broken'
  const terms = records[0]!
    .split(/ +/)
    .slice(1)
    .filter(term => term !== '')
  let redirect: string | undefined
  for (const term of terms) {
    const modifier = /^([a-z][\w.-]*)=(.*)$/i.exec(term)
    if (modifier) {
      if (modifier[1]!.toLowerCase() === 'redirect') redirect = modifier[2]!
      continue
    }
    const [, sign = '+', name = '', rest = ''] = /^([+?~-])?([a-z0-9]+)(.*)$/i.exec(term) ?? []
    const matched = await matches(evaluation, domain, { name: name.toLowerCase(), rest })
    if (matched === true) return results[(sign || '+') as keyof typeof results]
    if (matched !== false) return matched
  }
  if (redirect === undefined) return 'neutral'
  if (redirect.includes('%')) return 'unknown'
  if (--evaluation.left < 0) return 'broken'
  const result = await judge(evaluation, redirect)
  return result === 'none' ? 'broken' : result
}

interface Mechanism {
  readonly name: string
  /** What follows the name: `:domain`, `/24`. */
  readonly rest: string
}

/** Whether the mechanism names the address, or why that ends everything. */
async function matches(
  evaluation: Evaluation,
  domain: string,
  { name, rest }: Mechanism,
): Promise<boolean | 'broken' | 'unknown'> {
  if (name === 'all') return rest === '' ? true : 'broken'
  if (name === 'ip4' || name === 'ip6') return isWithin(evaluation.address, rest.slice(1), '')
  if (name === 'exists' || name === 'ptr' || rest.includes('%')) return 'unknown'
  if (!['a', 'mx', 'include'].includes(name)) return 'broken'
  if (--evaluation.left < 0) return 'broken'
  const [, named = domain, length4 = '', length6 = ''] =
    /^(?::([^/]+))?(\/\d+)?(?:\/(\/\d+))?$/.exec(rest) ?? []
  if (name === 'include') {
    const result = await judge(evaluation, named)
    if (result === 'none') return 'broken'
    return result === 'broken' || result === 'unknown' ? result : result === 'pass'
  }
  const hosts = name === 'a' ? [named] : await hostsOf(evaluation, named)
  if (hosts === 'unknown') return 'unknown'
  const isV6 = evaluation.address.includes(':')
  const answers = await Promise.all(
    hosts
      .slice(0, maxLookUps)
      .map(host => (isV6 ? evaluation.dns.aaaa(host) : evaluation.dns.a(host))),
  )
  const found = answers.flatMap(recordsOf)
  const isNamed = found.some(
    one => isWithin(evaluation.address, one, isV6 ? length6 : length4) === true,
  )
  if (isNamed) return true
  return answers.some(answer => answer.kind === 'failure') ? 'unknown' : false
}

async function hostsOf({ dns }: Evaluation, domain: string): Promise<string[] | 'unknown'> {
  const answer = await dns.mx(domain)
  return answer.kind === 'failure' ? 'unknown' : recordsOf(answer).map(one => one.exchange)
}

function isWithin(address: string, network: string, length: string): boolean | 'broken' {
  try {
    return inNetworks(address, [parseNetwork(`${network}${length}`)])
  } catch {
    return 'broken'
  }
}

const recordsOf = <T>(answer: DnsAnswer<T>): readonly T[] =>
  answer.kind === 'answer' ? answer.records : []
