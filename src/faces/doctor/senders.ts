/**
 * The names and addresses that mail leaves from, as receivers look at them: the name in EHLO, the
 * reverse name that leads back (FCrDNS, RFC 8601 §2.7.3), blocklists of addresses (RFC 5782). What
 * DNS did not answer is said to be unknown, never to be missing.
 */
import { isInternal } from '#kernel/base/addresses.ts'
import type { DnsAnswer } from '#kernel/world/dns.ts'
import { reverseLabels } from '#kernel/world/real/dns-records.ts'
import type { World } from '#kernel/world/world.ts'
import { listSources } from '#sending/delivery/shown-sources.ts'
import { type CheckResult, ok, warn } from './finding.ts'

type Outside = Pick<World, 'clock' | 'db' | 'dns' | 'settings'>

/** A name that Malote introduces itself by. */
export interface SenderAddress {
  readonly hostname: string
  /** What the name leads to; empty where DNS knows none. */
  readonly addresses: readonly string[]
  /** DNS has answered. */
  readonly known: boolean
  /** Addresses that the operator's pools bind to under this name. */
  readonly bound: readonly string[]
}

/** All of them: MALOTE_HOSTNAME first, then those of the pools. */
export async function findSenders(world: Outside): Promise<SenderAddress[]> {
  const bound = new Map<string, string[]>([[world.settings.MALOTE_HOSTNAME, []]])
  for (const { address, hostname } of await listSources(world)) {
    bound.set(hostname, [...(bound.get(hostname) ?? []), address])
  }
  return Promise.all(
    Array.from(bound, async ([hostname, own]) => {
      const answers = await Promise.all([world.dns.a(hostname), world.dns.aaaa(hostname)])
      return {
        hostname,
        addresses: answers.flatMap(recordsOf),
        known: answers.some(one => one.kind === 'answer') || answers.every(isTold),
        bound: own,
      }
    }),
  )
}

/** The addresses that receivers see, as far as they can be known: not those behind NAT. */
export function publicAddresses(senders: readonly SenderAddress[]): string[] {
  const all = senders.flatMap(one => [...one.addresses, ...one.bound])
  return [...new Set(all)].filter(address => !isInternal(address))
}

const recordsOf = (answer: DnsAnswer<string>): readonly string[] =>
  answer.kind === 'answer' ? answer.records : []

const isTold = (answer: DnsAnswer<unknown>): boolean => answer.kind !== 'failure'

// The name in EHLO -------------------------------------------------------------------------------

export async function ehloNames(world: Outside): Promise<CheckResult[]> {
  return (await findSenders(world)).flatMap(sender => ehloName(sender))
}

function ehloName({ hostname, addresses, known, bound }: SenderAddress): CheckResult[] {
  const check = 'ehlo_name'
  if (!hostname.includes('.')) {
    return [
      warn(
        check,
        `Malote introduces itself as "${hostname}", which is no full name. Set MALOTE_HOSTNAME to a name of yours that resolves to this machine.`,
        `O Malote se apresenta como "${hostname}", que não é um nome completo. Defina MALOTE_HOSTNAME com um nome seu que resolva para esta máquina.`,
      ),
    ]
  }
  if (addresses.length === 0) {
    if (!known) return [silentDns(check, hostname)]
    return [
      warn(
        check,
        `The name ${hostname} has no address in DNS; many servers refuse such a greeting. Publish an A record that leads to this machine's public address.`,
        `O nome ${hostname} não tem endereço no DNS; muitos servidores recusam essa saudação. Publique um registro A que leve ao endereço público desta máquina.`,
      ),
    ]
  }
  const astray = bound.filter(one => !isInternal(one) && !addresses.includes(one))
  if (astray.length > 0) {
    return astray.map(address =>
      warn(
        check,
        `Mail leaves from ${address} as ${hostname}, but that name leads to ${addresses.join(', ')}. Add an A or AAAA record with ${address}.`,
        `E-mails saem de ${address} como ${hostname}, mas esse nome leva a ${addresses.join(', ')}. Acrescente um registro A ou AAAA com ${address}.`,
      ),
    )
  }
  const list = addresses.join(', ')
  return [ok(check, `${hostname} resolves to ${list}.`, `${hostname} resolve para ${list}.`)]
}

const silentDns = (check: string, name: string): CheckResult =>
  warn(
    check,
    `DNS gave no answer about ${name}, so this could not be judged. Check MALOTE_DNS_SERVERS and the name servers of the domain, and look again.`,
    `O DNS não respondeu sobre ${name}, então não foi possível avaliar. Verifique MALOTE_DNS_SERVERS e os servidores de nomes do domínio e tente de novo.`,
  )

// The reverse name -------------------------------------------------------------------------------

export async function reverseNames(world: Outside): Promise<CheckResult[]> {
  // The smart host's own names count where there is one.
  if (world.settings.MALOTE_RELAY !== '') return []
  const senders = await findSenders(world)
  const found = await Promise.all(
    senders.flatMap(({ hostname, addresses, bound }) =>
      [...new Set([...addresses, ...bound])].map(address => reverse(world, hostname, address)),
    ),
  )
  return found
}

async function reverse({ dns }: Outside, hostname: string, address: string): Promise<CheckResult> {
  const check = 'ptr'
  if (isInternal(address)) {
    return warn(
      check,
      `${hostname} sends from the internal address ${address}. Behind NAT that is fine if the public address has a reverse name that leads back.`,
      `${hostname} envia do endereço interno ${address}. Atrás de NAT tudo bem, se o endereço público tiver um nome reverso que leve de volta.`,
    )
  }
  const answer = await dns.ptr(address)
  if (answer.kind === 'failure') return silentDns(check, address)
  const names = recordsOf(answer)
  if (names.length === 0) {
    return warn(
      check,
      `${address} has no reverse name. Ask whoever rents you the address to set it to ${hostname}: Gmail, Outlook and UOL refuse or punish mail without it.`,
      `${address} não tem nome reverso. Peça a quem fornece o endereço para configurá-lo como ${hostname}: Gmail, Outlook e UOL recusam ou penalizam e-mails sem isso.`,
    )
  }
  const backs = await Promise.all(
    names.slice(0, 5).map(async name => {
      const answers = await Promise.all([dns.a(name), dns.aaaa(name)])
      return { name, isBack: answers.flatMap(recordsOf).includes(address) }
    }),
  )
  const back = backs.filter(one => one.isBack).map(one => one.name)
  if (back.includes(hostname)) {
    const chain = `${address} → ${hostname} → ${address}`
    return ok(check, `The reverse name is right: ${chain}.`, `O nome reverso está certo: ${chain}.`)
  }
  if (back.length > 0) {
    return warn(
      check,
      `The reverse name of ${address} is ${back[0]}, but Malote introduces itself as ${hostname}. Make them the same: change the reverse name, or MALOTE_HOSTNAME.`,
      `O nome reverso de ${address} é ${back[0]}, mas o Malote se apresenta como ${hostname}. Iguale os dois: mude o nome reverso ou MALOTE_HOSTNAME.`,
    )
  }
  return warn(
    check,
    `The reverse name of ${address} is ${names[0]}, and that name does not lead back to ${address} (FCrDNS). Ask whoever rents you the address to set it to ${hostname}.`,
    `O nome reverso de ${address} é ${names[0]}, e esse nome não leva de volta a ${address} (FCrDNS). Peça a quem fornece o endereço para configurá-lo como ${hostname}.`,
  )
}

// Blocklists -------------------------------------------------------------------------------------

export async function addressBlocklists(world: Outside): Promise<CheckResult[]> {
  const { MALOTE_ADDRESS_BLOCKLISTS: named, MALOTE_RELAY: relay } = world.settings
  const lists = named.filter(list => list !== 'none')
  if (relay !== '' || lists.length === 0) return []
  const addresses = publicAddresses(await findSenders(world))
  const findings = await Promise.all(
    lists.map(async list => {
      const broken = await brokenList(world, list)
      if (broken) return [broken]
      return (await Promise.all(addresses.map(address => listing(world, list, address)))).flatMap(
        one => one ?? [],
      )
    }),
  )
  const told = findings.flat()
  if (addresses.length === 0 || told.length > 0) return told
  const names = [addresses.join(', '), lists.join(', ')] as const
  return [
    ok(
      'blocklist',
      `${names[0]}: not listed at ${names[1]}.`,
      `${names[0]}: fora das listas ${names[1]}.`,
    ),
  ]
}

/** RFC 5782 §5: a list that names 127.0.0.1 names everybody; it has been given up by its owner. */
async function brokenList({ dns }: Outside, list: string): Promise<CheckResult | null> {
  const answer = await dns.a(`1.0.0.127.${list}`)
  if (!recordsOf(answer).some(isListing)) return null
  return warn(
    'blocklist',
    `The blocklist ${list} lists every address, so it says nothing. Take it out of MALOTE_ADDRESS_BLOCKLISTS.`,
    `A lista ${list} inclui qualquer endereço, portanto não diz nada. Retire-a de MALOTE_ADDRESS_BLOCKLISTS.`,
  )
}

const isListing = (record: string): boolean =>
  record.startsWith('127.') && !record.startsWith('127.255.255.')

async function listing(
  { dns }: Outside,
  list: string,
  address: string,
): Promise<CheckResult | null> {
  const name = `${reverseLabels(address)}.${list}`
  const answer = await dns.a(name)
  if (answer.kind === 'failure' || recordsOf(answer).some(one => one.startsWith('127.255.255.'))) {
    return warn(
      'blocklist',
      `The blocklist ${list} does not answer to your resolver. Many refuse public resolvers: use one of your own (MALOTE_DNS_SERVERS), or look ${address} up on its site.`,
      `A lista ${list} não responde ao seu resolvedor. Muitas recusam resolvedores públicos: use um próprio (MALOTE_DNS_SERVERS) ou consulte ${address} no site dela.`,
    )
  }
  if (!recordsOf(answer).some(isListing)) return null
  const why = recordsOf(await dns.txt(name))[0]
    ?.replace(/[^\x20-\x7e]/g, '')
    .slice(0, 200)
  const reason = why === undefined ? '' : ` (${why})`
  return warn(
    'blocklist',
    `${address} is on the blocklist ${list}${reason}. Find out why on its site, end the cause, and ask there to be taken off; until then some servers refuse your mail.`,
    `${address} está na lista de bloqueio ${list}${reason}. Descubra o motivo no site dela, elimine a causa e peça a remoção; até lá, alguns servidores recusam seus e-mails.`,
  )
}
