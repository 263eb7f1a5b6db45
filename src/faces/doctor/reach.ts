/** What this machine reaches: strangers' port 25 (or the smart host), name servers that validate. */

import type { World } from '#kernel/world/world.ts'
import { type Relay, readRelay, relayHost } from '#sending/delivery/relay.ts'
import { type CheckResult, fail, ok, warn } from './finding.ts'

type Outside = Pick<World, 'clock' | 'dns' | 'net' | 'settings'>

/** Servers that anybody may talk to on port 25: one that answers shows that the way is open. */
const probeDomains = ['gmail.com', 'outlook.com', 'terra.com.br']
const probeTimeoutMs = 5_000
/** Some let strangers wait before they greet. */
const greetingTimeoutMs = 10_000

export async function wayOut(world: Outside): Promise<CheckResult[]> {
  const relay = readRelay(world.settings.MALOTE_RELAY)
  return relay === null ? [await port25(world)] : [await smartHost(world, relay)]
}

async function port25(world: Outside): Promise<CheckResult> {
  const check = 'port_25'
  const { MALOTE_SMTP_PORT: port } = world.settings
  const addresses = (await Promise.all(probeDomains.map(name => serverOf(world, name)))).flat()
  if (addresses.length === 0) {
    return warn(
      check,
      'No mail server could be looked up in DNS, so the way out was not tried. Check MALOTE_DNS_SERVERS and the network.',
      'Nenhum servidor de e-mail foi encontrado no DNS, então a saída não foi testada. Verifique MALOTE_DNS_SERVERS e a rede.',
    )
  }
  const tried = await Promise.all(addresses.map(address => answers(world, address, port)))
  if (tried.includes('yes')) {
    return ok(check, `Port ${port} is open outwards.`, `A porta ${port} está aberta para fora.`)
  }
  if (tried.includes('silent')) {
    return fail(
      check,
      `Something takes connections to port ${port} of strangers' servers and does not let them answer: a firewall of this machine or its provider. Have the port opened, or send through a smart host (MALOTE_RELAY).`,
      `Algo aceita conexões à porta ${port} de servidores externos e não os deixa responder: um firewall desta máquina ou do provedor. Peça a abertura da porta ou envie por um servidor intermediário (MALOTE_RELAY).`,
    )
  }
  return fail(
    check,
    `Port ${port} outwards is closed. Ask the provider of this machine to open it, or send through a smart host (MALOTE_RELAY).`,
    `A porta ${port} está fechada para fora. Peça ao provedor desta máquina para abri-la, ou envie por um servidor intermediário (MALOTE_RELAY).`,
  )
}

async function serverOf({ dns }: Outside, domain: string): Promise<string[]> {
  const mx = await dns.mx(domain)
  const host = mx.kind === 'answer' ? mx.records[0]?.exchange : undefined
  const found = host === undefined ? null : await dns.a(host)
  return found?.kind === 'answer' ? found.records.slice(0, 1) : []
}

/** Whether a mail server greets there: a connection alone may be a firewall's. */
export async function answers(
  { net, clock }: Outside,
  address: string,
  port: number,
): Promise<'yes' | 'silent' | 'closed'> {
  try {
    const connection = await net.connect({ address, port, timeoutMs: probeTimeoutMs })
    const late = clock.timer(greetingTimeoutMs, () => connection.destroy())
    const greeting = await connection.read().catch(() => null)
    late.cancel()
    connection.destroy()
    // Also one that is busy (421) or will not have us (554) is a server that we have reached.
    return /^[245]\d\d[ -]/.test(greeting?.toString('latin1') ?? '') ? 'yes' : 'silent'
  } catch {
    return 'closed'
  }
}

async function smartHost(world: Outside, relay: Relay): Promise<CheckResult> {
  const check = 'smart_host'
  const name = `${relay.host}:${relay.port}`
  const found = await relayHost(world, relay)
  if (found === null) {
    return fail(
      check,
      `The smart host ${relay.host} has no address in DNS, so no mail leaves. Correct MALOTE_RELAY.`,
      `O servidor intermediário ${relay.host} não tem endereço no DNS, então nenhum e-mail sai. Corrija MALOTE_RELAY.`,
    )
  }
  for (const address of found.addresses) {
    try {
      const target = { address, port: relay.port, timeoutMs: probeTimeoutMs }
      const connection = await world.net.connect(target)
      connection.destroy()
      return ok(
        check,
        `Mail goes through the smart host ${name}, which can be reached.`,
        `Os e-mails saem pelo servidor intermediário ${name}, que está acessível.`,
      )
    } catch {
      // The next address may answer.
    }
  }
  return fail(
    check,
    `The smart host ${name} cannot be reached, so no mail leaves. Check MALOTE_RELAY, and that the firewall lets port ${relay.port} out.`,
    `Não foi possível conectar ao servidor intermediário ${name}, então nenhum e-mail sai. Verifique MALOTE_RELAY e se o firewall libera a porta ${relay.port}.`,
  )
}

// The resolver -----------------------------------------------------------------------------------

/** Names that are signed; and one that is signed wrongly on purpose, which must not be answered. */
const signedNames = ['ietf.org', 'registro.br', 'isc.org']
const forgedName = 'dnssec-failed.org'

/** DANE (RFC 7672 §2.2) rests on a resolver that validates and says so (AD). */
export async function resolver({ dns }: Outside): Promise<CheckResult[]> {
  const check = 'dnssec'
  const [forged, ...signed] = await Promise.all(
    [forgedName, ...signedNames].map(name => dns.a(name, { fresh: true })),
  )
  const told = signed.filter(one => one.kind !== 'failure')
  if (told.length === 0) {
    return [
      fail(
        check,
        'The resolver does not answer, so no mail finds its server. Check MALOTE_DNS_SERVERS, or /etc/resolv.conf where it is empty.',
        'O resolvedor não responde, então nenhum e-mail encontra seu servidor. Verifique MALOTE_DNS_SERVERS ou, se estiver vazio, /etc/resolv.conf.',
      ),
    ]
  }
  if (!told.some(one => one.secure)) {
    return [
      warn(
        check,
        'The resolver does not validate DNSSEC (no AD flag), so DANE is not used. Run a validating one on this machine, such as unbound, and set MALOTE_DNS_SERVERS=127.0.0.1.',
        'O resolvedor não valida DNSSEC (sem o sinal AD), então o DANE não é usado. Instale nesta máquina um que valide, como o unbound, e defina MALOTE_DNS_SERVERS=127.0.0.1.',
      ),
    ]
  }
  if (forged?.kind === 'answer') {
    return [
      warn(
        check,
        `The resolver says that it validates DNSSEC, but answers ${forgedName}, whose signatures are wrong. Do not trust it: run one of your own, such as unbound, and set MALOTE_DNS_SERVERS=127.0.0.1.`,
        `O resolvedor diz que valida DNSSEC, mas responde ${forgedName}, cujas assinaturas são inválidas. Não confie nele: instale um próprio, como o unbound, e defina MALOTE_DNS_SERVERS=127.0.0.1.`,
      ),
    ]
  }
  return [ok(check, 'The resolver validates DNSSEC.', 'O resolvedor valida DNSSEC.')]
}
