/** Where bounces return to: a server for them, and an SPF record that lets our addresses send. */
import type { World } from '#kernel/world/world.ts'
import { type CheckResult, fail, ok, warn } from './finding.ts'
import { findSenders, publicAddresses, type SenderAddress } from './senders.ts'
import { judgeSpf, type SpfResult } from './spf.ts'

type Outside = Pick<World, 'clock' | 'db' | 'dns' | 'settings'>

export async function returnPathMx({ dns, settings }: Outside): Promise<CheckResult[]> {
  const check = 'return_path_mx'
  const host = settings.MALOTE_RETURN_PATH_DOMAIN
  const answer = await dns.mx(host)
  if (answer.kind === 'failure') return [unknown(check, host)]
  const names = answer.kind === 'answer' ? answer.records.map(one => one.exchange) : []
  if (names.every(name => name === '')) {
    return [
      warn(
        check,
        `${host} has no MX record, so late bounces and complaints cannot come back. Publish: ${host} MX 10 ${settings.MALOTE_HOSTNAME}.`,
        `${host} não tem registro MX, então retornos tardios e reclamações não chegam. Publique: ${host} MX 10 ${settings.MALOTE_HOSTNAME}.`,
      ),
    ]
  }
  const found = await Promise.all(names.flatMap(name => [dns.a(name), dns.aaaa(name)]))
  if (found.every(one => one.kind === 'none' || one.kind === 'nxdomain')) {
    return [
      warn(
        check,
        `The MX of ${host} is ${names.join(', ')}, which has no address in DNS. Publish its A record, or let the MX lead to ${settings.MALOTE_HOSTNAME}.`,
        `O MX de ${host} é ${names.join(', ')}, que não tem endereço no DNS. Publique o registro A dele ou aponte o MX para ${settings.MALOTE_HOSTNAME}.`,
      ),
    ]
  }
  return [
    ok(
      check,
      `Bounces to ${host} have a server: ${names.join(', ')}.`,
      `Retornos para ${host} têm servidor: ${names.join(', ')}.`,
    ),
  ]
}

export async function returnPathSpf(world: Outside): Promise<CheckResult[]> {
  const { dns, settings } = world
  const host = settings.MALOTE_RETURN_PATH_DOMAIN
  const senders = await findSenders(world)
  const own = settings.MALOTE_RELAY === '' ? publicAddresses(senders) : []
  // Through NAT or a smart host others' addresses are seen: then only the record itself is judged.
  const addresses = own.length > 0 ? own : [nobody]
  const judged = await Promise.all(
    addresses.map(async address => ({ address, result: await judgeSpf(dns, host, address) })),
  )
  const about = { host, wanted: wantedRecord(senders) }
  return judged.map(({ address, result }) =>
    address === nobody && result !== 'none' && result !== 'broken' && result !== 'unknown'
      ? ok('return_path_spf', `${host} has an SPF record.`, `${host} tem registro SPF.`)
      : spfFinding(about, address, result),
  )
}

/** An address that nobody's record names (RFC 5737). */
const nobody = '192.0.2.1'

const wantedRecord = (senders: readonly SenderAddress[]): string =>
  `v=spf1 ${senders.map(one => `a:${one.hostname}`).join(' ')} -all`

function spfFinding(
  { host, wanted }: { readonly host: string; readonly wanted: string },
  address: string,
  result: SpfResult,
): CheckResult {
  const check = 'return_path_spf'
  switch (result) {
    case 'pass':
      return ok(
        check,
        `SPF of ${host} lets ${address} send.`,
        `O SPF de ${host} permite o envio por ${address}.`,
      )
    case 'none':
      return warn(
        check,
        `${host} has no SPF record. Publish TXT "${wanted}".`,
        `${host} não tem registro SPF. Publique TXT "${wanted}".`,
      )
    case 'broken':
      return fail(
        check,
        `The SPF record of ${host} is void: there are two of them, a mistake in it, or more than 10 look-ups. Publish one alone: TXT "${wanted}".`,
        `O registro SPF de ${host} é inválido: há dois, um erro nele ou mais de 10 consultas. Publique um só: TXT "${wanted}".`,
      )
    case 'unknown':
      return unknown(check, host)
    case 'neutral':
    case 'softfail':
    case 'fail':
      return warn(
        check,
        `The SPF record of ${host} does not name ${address}, from which mail leaves: receivers see "${result}". Publish TXT "${wanted}".`,
        `O registro SPF de ${host} não inclui ${address}, de onde saem os e-mails: os destinos veem "${result}". Publique TXT "${wanted}".`,
      )
  }
}

const unknown = (check: string, host: string): CheckResult =>
  warn(
    check,
    `DNS did not tell enough about ${host} to judge it. Look again later; if it stays so, check MALOTE_DNS_SERVERS and the name servers of the domain.`,
    `O DNS não disse o bastante sobre ${host} para avaliar. Tente mais tarde; se continuar, verifique MALOTE_DNS_SERVERS e os servidores de nomes do domínio.`,
  )
