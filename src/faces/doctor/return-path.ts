/** Where bounces return to: a server for them, and an SPF record that lets our addresses send. */
import type { World } from '#kernel/world/world.ts'
import { type CheckResult, fail, ok, warn } from './finding.ts'
import { answers } from './reach.ts'
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

/**
 * Whether somebody greets where bounces arrive: port 25, which is often not led to the port that
 * the service listens on. What is missing in DNS is said by the check before.
 */
export async function returnPathPort(
  world: Pick<World, 'clock' | 'dns' | 'net' | 'settings'>,
): Promise<CheckResult[]> {
  const { dns, settings } = world
  const check = 'return_path_port'
  const mx = await dns.mx(settings.MALOTE_RETURN_PATH_DOMAIN)
  const names = mx.kind === 'answer' ? mx.records.map(one => one.exchange) : []
  const found = await Promise.all(names.map(async name => ({ name, a: await dns.a(name) })))
  const servers = found.flatMap(({ name, a }) =>
    a.kind === 'answer' ? a.records.map(address => ({ name, address })) : [],
  )
  if (servers.length === 0) return []
  const tried = await Promise.all(servers.map(one => answers(world, one.address, inwardPort)))
  const closed = servers.filter((_one, index) => tried[index] !== 'yes')
  if (closed.length === 0) {
    return [
      ok(
        check,
        'Somebody answers where bounces arrive, on port 25.',
        'Alguém responde onde as devoluções chegam, na porta 25.',
      ),
    ]
  }
  const where = closed.map(({ name, address }) => `${name} (${address})`).join(', ')
  const port = settings.MALOTE_INBOUND_PORT
  return [
    warn(
      check,
      `Nobody answers on port 25 of ${where}, so bounces and complaints cannot come back. Open it and lead it to MALOTE_INBOUND_PORT (${port}). Behind NAT try it from elsewhere: a machine may not reach its own public address.`,
      `Ninguém responde na porta 25 de ${where}, então devoluções e reclamações não chegam. Abra a porta e leve-a a MALOTE_INBOUND_PORT (${port}). Atrás de NAT, teste de fora: uma máquina pode não alcançar o próprio endereço público.`,
    ),
  ]
}

/** Servers of strangers know no other. */
const inwardPort = 25

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
