/**
 * `malote doctor`: looks for what commonly goes wrong on a machine that sends mail, each finding
 * with its fix, in both languages. Exit code 1 only for errors.
 */
import { readFile, statfs } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { isInternal } from '../base/addresses.ts'
import type { Language, Text } from '../base/languages.ts'
import type { World } from '../world/world.ts'
import type { Run } from './command.ts'
import { violations } from './invariants-store.ts'

export interface Finding {
  readonly check: string
  readonly level: 'ok' | 'warning' | 'error'
  readonly text: Text
}

const ok = (check: string, en: string, pt: string): Finding => ({
  check,
  level: 'ok',
  text: { en, pt },
})
const warn = (check: string, en: string, pt: string): Finding => ({
  check,
  level: 'warning',
  text: { en, pt },
})
const fail = (check: string, en: string, pt: string): Finding => ({
  check,
  level: 'error',
  text: { en, pt },
})

export function doctorCommand(malote: Command, run: Run): void {
  malote
    .command('doctor')
    .description('Check the installation and say how to fix what is wrong.')
    .option('--language <language>', 'pt or en', 'en')
    .action((options: { language: Language }) =>
      run(async world => {
        const findings = await examine(world)
        const language = options.language === 'pt' ? 'pt' : 'en'
        if (findings.some(finding => finding.level === 'error')) process.exitCode = 1
        return {
          ok: findings.every(finding => finding.level !== 'error'),
          checks: findings.map(finding => ({
            check: finding.check,
            level: finding.level,
            message: finding.text[language],
          })),
        }
      }),
    )
}

/** All findings; each check stands for itself, so one that breaks does not hide the others. */
export async function examine(world: World): Promise<Finding[]> {
  const checks = [baseUrl, database, ownName, reverseName, returnPath, outgoingPort, disk]
  const findings = await Promise.all(
    checks.map(check =>
      check(world).catch(error => [
        warn(
          check.name,
          `Could not be checked: ${String(error)}`,
          `Não foi possível verificar: ${String(error)}`,
        ),
      ]),
    ),
  )
  return findings.flat()
}

async function baseUrl(world: World): Promise<Finding[]> {
  const { MALOTE_BASE_URL: url } = world.settings
  if (url.startsWith('https://')) return [ok('base_url', `Served at ${url}.`, `Servido em ${url}.`)]
  return [
    warn(
      'base_url',
      `MALOTE_BASE_URL is ${url}: unsubscribe and tracking links will be plain http. Set it to the public https address before sending to others.`,
      `MALOTE_BASE_URL é ${url}: links de descadastro e rastreamento serão http. Defina o endereço https público antes de enviar para outros.`,
    ),
  ]
}

async function database(world: World): Promise<Finding[]> {
  const file = fileURLToPath(new URL('../../db/invariants.sql', import.meta.url))
  const broken = await violations(world.db, await readFile(file, 'utf8').catch(() => ''))
  if (broken.length === 0)
    return [
      ok('database', 'The database agrees with itself.', 'O banco de dados está consistente.'),
    ]
  return broken.map(({ name, rows }) =>
    fail(
      'database',
      `The rule "${name}" is broken in ${rows} row(s). Please report it with the log.`,
      `A regra "${name}" está violada em ${rows} linha(s). Por favor, relate com o log.`,
    ),
  )
}

async function ownName(world: World): Promise<Finding[]> {
  const { MALOTE_HOSTNAME: name } = world.settings
  if (!name.includes('.')) {
    return [
      warn(
        'ehlo_name',
        `Malote introduces itself as "${name}", which is no full name. Set MALOTE_HOSTNAME to a name of yours that resolves to this machine.`,
        `O Malote se apresenta como "${name}", que não é um nome completo. Defina MALOTE_HOSTNAME com um nome seu que resolva para esta máquina.`,
      ),
    ]
  }
  const found = await world.dns.a(name)
  if (found.kind === 'answer')
    return [
      ok(
        'ehlo_name',
        `${name} resolves to ${found.records.join(', ')}.`,
        `${name} resolve para ${found.records.join(', ')}.`,
      ),
    ]
  return [
    warn(
      'ehlo_name',
      `The name ${name} has no address in DNS; many servers refuse such a greeting. Publish an A record.`,
      `O nome ${name} não tem endereço no DNS; muitos servidores recusam essa saudação. Publique um registro A.`,
    ),
  ]
}

async function reverseName(world: World): Promise<Finding[]> {
  const { MALOTE_HOSTNAME: name } = world.settings
  const found = await world.dns.a(name)
  if (found.kind !== 'answer') return []
  const findings: Finding[] = []
  for (const address of found.records) {
    if (isInternal(address)) {
      findings.push(
        warn(
          'ptr',
          `${name} points to the internal address ${address}. Behind NAT that is fine if the public address has a reverse name that leads back.`,
          `${name} aponta para o endereço interno ${address}. Atrás de NAT tudo bem, se o endereço público tiver nome reverso correspondente.`,
        ),
      )
      continue
    }
    const reverse = await world.dns.ptr(address)
    const names = reverse.kind === 'answer' ? reverse.records : []
    findings.push(
      names.includes(name)
        ? ok('ptr', `${address} leads back to ${name}.`, `${address} leva de volta a ${name}.`)
        : warn(
            'ptr',
            `The reverse name of ${address} is ${names[0] ?? 'missing'}, not ${name}. Ask whoever rents you the address to set it: Gmail and Outlook refuse mail without it.`,
            `O nome reverso de ${address} é ${names[0] ?? 'inexistente'}, não ${name}. Peça a quem fornece o endereço para configurá-lo: Gmail e Outlook recusam e-mails sem isso.`,
          ),
    )
  }
  return findings
}

async function returnPath(world: World): Promise<Finding[]> {
  const { MALOTE_RETURN_PATH_DOMAIN: host } = world.settings
  const [mx, txt] = await Promise.all([world.dns.mx(host), world.dns.txt(host)])
  const spf = txt.kind === 'answer' && txt.records.some(record => /^v=spf1\b/i.test(record))
  return [
    mx.kind === 'answer'
      ? ok(
          'return_path_mx',
          `Bounces to ${host} have a server.`,
          `Retornos para ${host} têm servidor.`,
        )
      : warn(
          'return_path_mx',
          `${host} has no MX record, so late bounces cannot come back. Publish one that points to this machine.`,
          `${host} não tem registro MX, então retornos tardios não chegam. Publique um que aponte para esta máquina.`,
        ),
    spf
      ? ok('return_path_spf', `${host} has an SPF record.`, `${host} tem registro SPF.`)
      : warn(
          'return_path_spf',
          `${host} has no SPF record. Publish TXT "v=spf1 a:${world.settings.MALOTE_HOSTNAME} -all".`,
          `${host} não tem registro SPF. Publique TXT "v=spf1 a:${world.settings.MALOTE_HOSTNAME} -all".`,
        ),
  ]
}

/** A server that anybody may talk to on port 25: enough to see whether the way out is open. */
const probeDomain = 'gmail.com'
const probeTimeoutMs = 5_000

async function outgoingPort(world: World): Promise<Finding[]> {
  if (world.settings.MALOTE_RELAY !== '') {
    return [
      ok(
        'port_25',
        'Mail goes through the smart host.',
        'Os e-mails saem pelo servidor intermediário.',
      ),
    ]
  }
  const mx = await world.dns.mx(probeDomain)
  const host = mx.kind === 'answer' ? mx.records[0]?.exchange : undefined
  const found = host === undefined ? null : await world.dns.a(host)
  const address = found?.kind === 'answer' ? found.records[0] : undefined
  if (address === undefined) {
    return [
      warn(
        'port_25',
        'No mail server could be looked up in DNS, so the way out was not tried. Check MALOTE_DNS_SERVERS and the network.',
        'Nenhum servidor de e-mail foi encontrado no DNS, então a saída não foi testada. Verifique MALOTE_DNS_SERVERS e a rede.',
      ),
    ]
  }
  try {
    const connection = await world.net.connect({
      address,
      port: world.settings.MALOTE_SMTP_PORT,
      timeoutMs: probeTimeoutMs,
    })
    connection.destroy()
    return [ok('port_25', 'Port 25 is open outwards.', 'A porta 25 está aberta para fora.')]
  } catch {
    return [
      fail(
        'port_25',
        `Port ${world.settings.MALOTE_SMTP_PORT} outwards is closed. Ask the provider of this machine to open it, or send through a smart host (MALOTE_RELAY).`,
        `A porta ${world.settings.MALOTE_SMTP_PORT} está fechada para fora. Peça ao provedor desta máquina para abri-la, ou envie por um servidor intermediário (MALOTE_RELAY).`,
      ),
    ]
  }
}

const leastFreeBytes = 1024 ** 3

async function disk(world: World): Promise<Finding[]> {
  const found = await statfs(world.settings.MALOTE_DATA_DIR)
  const free = found.bavail * found.bsize
  const gigabytes = (free / 1024 ** 3).toFixed(1)
  if (free >= leastFreeBytes)
    return [ok('disk', `${gigabytes} GB are free.`, `${gigabytes} GB livres.`)]
  return [
    warn(
      'disk',
      `Only ${gigabytes} GB are free on the data folder's disk. When it is full, Malote refuses email.`,
      `Só há ${gigabytes} GB livres no disco da pasta de dados. Quando encher, o Malote recusa e-mails.`,
    ),
  ]
}
