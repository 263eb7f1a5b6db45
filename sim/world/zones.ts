/** DNS of the simulated internet: the zones of `sites.ts` and of the webhook receivers. */
import type { Dns, DnsAnswer } from '#kernel/world/dns.ts'
import type { Life } from '../storm/life.ts'
import type { Time } from './clock.ts'
import type { Site } from './sites.ts'

interface ZoneData {
  readonly sites: readonly Site[]
  /** Other names with an IPv4 address (receivers, policy hosts). */
  readonly names: ReadonlyMap<string, string>
}

const ttlSeconds = 300
const insecure = { secure: false } as const
const none = { kind: 'none', ...insecure } as const
const nxdomain = { kind: 'nxdomain', ...insecure } as const
const timeoutMs = 10_000

const answer = <T>(...records: T[]): DnsAnswer<T> => ({
  kind: 'answer',
  records,
  ttlSeconds,
  ...insecure,
})

export function createZones({ sites, names }: ZoneData, time: Time) {
  const bySite = new Map(sites.map(site => [site.domain, site]))
  const hosts = new Map(sites.flatMap(site => site.hosts.map(host => [host.name, host] as const)))

  function mx(name: string): DnsAnswer<{ preference: number; exchange: string }> {
    const site = bySite.get(name)
    if (!site || site.mx === 'nxdomain') return nxdomain
    if (site.mx === 'implicit') return none
    if (site.mx === 'null') return answer({ preference: 0, exchange: '' })
    if (site.mx === 'internal') return answer({ preference: 10, exchange: `inside.${name}` })
    return answer(
      ...site.hosts.map((host, i) => ({ preference: 10 * (i + 1), exchange: host.name })),
    )
  }

  function addresses(name: string, isWanted: (address: string) => boolean): DnsAnswer<string> {
    const host = hosts.get(name) ?? implicitHost(name)
    const own = names.get(name)
    const all = host ? host.addresses : own ? [own] : null
    if (name.startsWith('inside.')) return isWanted('10.1.2.3') ? answer('10.1.2.3') : none
    if (!all) return bySite.has(name) && bySite.get(name)!.mx !== 'nxdomain' ? none : nxdomain
    const wanted = all.filter(isWanted)
    return wanted.length > 0 ? answer(...wanted) : none
  }

  const implicitHost = (name: string) => {
    const site = bySite.get(name)
    return site?.mx === 'implicit' ? site.hosts[0] : undefined
  }

  function txt(name: string): DnsAnswer<string> {
    const site = bySite.get(name.replace(/^_mta-sts\./, ''))
    if (name.startsWith('_mta-sts.') && site?.enforcesTls) return answer('v=STSv1; id=2026;')
    return site ? none : nxdomain
  }

  /** Takes its time, and fails while the zone is in trouble. */
  async function ask<T>(name: string, look: () => DnsAnswer<T>): Promise<DnsAnswer<T>> {
    const site = sites.find(one => name === one.domain || name.endsWith(`.${one.domain}`))
    const now = time.now()
    const trouble = site?.dnsTrouble.find(one => one.from <= now && now < one.to)
    await time.sleep(trouble?.how === 'timeout' ? timeoutMs : 25)
    return trouble ? { kind: 'failure', reason: trouble.how } : look()
  }

  return (life: Life): Dns => {
    const through = <T>(type: string, name: string, look: () => DnsAnswer<T>) =>
      life.through(`dns ${type}`, () => ask(name, look))
    return {
      mx: name => through('mx', name, () => mx(name)),
      a: name => through('a', name, () => addresses(name, one => !one.includes(':'))),
      aaaa: name => through('aaaa', name, () => addresses(name, one => one.includes(':'))),
      txt: name => through('txt', name, () => txt(name)),
      cname: name => through('cname', name, () => none),
      tlsa: name => through('tlsa', name, () => none),
      ptr: address => through('ptr', address, () => none),
    }
  }
}
