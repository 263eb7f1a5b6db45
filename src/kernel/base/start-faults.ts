/**
 * The one table of what a start, and every command, refuses by: settings that cannot be used, and
 * databases that are not taken. Both languages are here, so a test goes through all of them; a
 * sentence that is not here cannot be thrown (start-refused.ts).
 */
import type { Text } from './languages.ts'

export const startFaults = {
  // Settings: one value.
  not_like: {
    en: '{setting} must be {like}, not "{value}".',
    pt: '{setting} precisa ser {like}, não "{value}".',
  },
  not_a_choice: {
    en: '{setting} takes {choices}, not "{value}".',
    pt: '{setting} aceita {choices}, não "{value}".',
  },
  not_name_servers: {
    en: '{setting} takes DNS servers as host:port, such as 127.0.0.1:53, [::1]:53 or unbound:53, not "{value}".',
    pt: '{setting} aceita servidores DNS como host:porta, por exemplo 127.0.0.1:53, [::1]:53 ou unbound:53, não "{value}".',
  },
  not_networks: {
    en: '{setting}: "{value}" {why}.',
    pt: '{setting}: "{value}" {why}.',
  },
  names_nothing: {
    en: '{setting} names nothing.',
    pt: '{setting} não indica nada.',
  },
  no_roles: {
    en: 'MALOTE_ROLES names nothing to do.',
    pt: 'MALOTE_ROLES não indica nada a fazer.',
  },
  no_streams: {
    en: 'MALOTE_STREAMS names no mail.',
    pt: 'MALOTE_STREAMS não indica nenhum tipo de e-mail.',
  },
  short_secret: {
    en: 'MALOTE_SECRET must have {min} bytes or more.',
    pt: 'MALOTE_SECRET precisa ter {min} bytes ou mais.',
  },
  few_connections: {
    en: 'MALOTE_DATABASE_CONNECTIONS must be {min} or more.',
    pt: 'MALOTE_DATABASE_CONNECTIONS precisa ser {min} ou mais.',
  },

  // Settings: several of them beside each other.
  needs: {
    en: '{setting} needs {needed}.',
    pt: '{setting} precisa de {needed}.',
  },
  needs_certificate: {
    en: '{setting} needs MALOTE_ACME=on, or MALOTE_SUBMISSION_TLS_CERT and MALOTE_SUBMISSION_TLS_KEY.',
    pt: '{setting} precisa de MALOTE_ACME=on, ou de MALOTE_SUBMISSION_TLS_CERT e MALOTE_SUBMISSION_TLS_KEY.',
  },
  half_a_certificate: {
    en: 'MALOTE_SUBMISSION_TLS_CERT and MALOTE_SUBMISSION_TLS_KEY go together.',
    pt: 'MALOTE_SUBMISSION_TLS_CERT e MALOTE_SUBMISSION_TLS_KEY só valem juntos.',
  },
  unreadable_certificate: {
    en: 'The certificate of MALOTE_SUBMISSION_TLS_CERT cannot be read: {why}',
    pt: 'Não foi possível ler o certificado de MALOTE_SUBMISSION_TLS_CERT: {why}',
  },
  odd_signup: {
    en: 'MALOTE_SIGNUP takes closed, open or domains, not "{value}".',
    pt: 'MALOTE_SIGNUP aceita closed, open ou domínios, não "{value}".',
  },
  odd_submission_url: {
    en: 'MALOTE_SUBMISSION_URLS takes smtp://host:port and smtps://host:port, not "{value}".',
    pt: 'MALOTE_SUBMISSION_URLS aceita smtp://host:porta e smtps://host:porta, não "{value}".',
  },
  odd_bucket: {
    en: 'MALOTE_FILES must be a folder or s3://bucket/prefix, not "{value}".',
    pt: 'MALOTE_FILES precisa ser uma pasta ou s3://bucket/prefixo, não "{value}".',
  },
  shared_resend_host: {
    en: 'MALOTE_RESEND_HOST must be another host than that of {setting}.',
    pt: 'MALOTE_RESEND_HOST precisa ser um host diferente do de {setting}.',
  },
  hidden_mail_log: {
    en: 'MALOTE_MAIL_LOG={wanted} needs LOG_LEVEL=info or debug: {level} hides its lines.',
    pt: 'MALOTE_MAIL_LOG={wanted} precisa de LOG_LEVEL=info ou debug: {level} esconde as linhas dele.',
  },
  odd_provider_key: {
    en: '{setting} must begin with {beginsWith}, and have {contains} in it.',
    pt: '{setting} precisa começar com {beginsWith} e ter {contains} no meio.',
  },
  live_money_ahead: {
    en: 'MALOTE_CLOCK_AHEAD is not for a live {setting}.',
    pt: 'MALOTE_CLOCK_AHEAD não pode ser usado com uma {setting} de produção.',
  },
  odd_days: {
    en: '{setting} must be a whole number from 1 to {max}.',
    pt: '{setting} precisa ser um número inteiro de 1 a {max}.',
  },
  odd_pix: {
    en: 'MALOTE_BILLING_PIX must be a Pix key, a name and a city, divided by semicolons.',
    pt: 'MALOTE_BILLING_PIX precisa ter uma chave Pix, um nome e uma cidade, separados por ponto e vírgula.',
  },
  odd_credit: {
    en: 'MALOTE_BILLING_CREDIT must be none or three whole numbers such as 1,5,2, not "{value}".',
    pt: 'MALOTE_BILLING_CREDIT precisa ser none ou três números inteiros, por exemplo 1,5,2, não "{value}".',
  },
  odd_issuer: {
    en: 'MALOTE_OIDC_ISSUER must be an https URL without query and fragment, http only on this machine, not "{value}".',
    pt: 'MALOTE_OIDC_ISSUER precisa ser uma URL https sem query nem fragmento, http só nesta máquina, não "{value}".',
  },
  only_needs_closed: {
    en: 'MALOTE_OIDC_ONLY needs MALOTE_SIGNUP=closed: who signed up by password could not log in.',
    pt: 'MALOTE_OIDC_ONLY precisa de MALOTE_SIGNUP=closed: quem se cadastrasse com senha não conseguiria entrar.',
  },
  odd_relay: {
    en: 'MALOTE_RELAY must look like smtp://user:password@host:587 or smtps://user:password@host:465.',
    pt: 'MALOTE_RELAY precisa ter a forma smtp://usuario:senha@host:587 ou smtps://usuario:senha@host:465.',
  },
  billing_off: {
    en: 'Billing is off: set MALOTE_BILLING.',
    pt: 'A cobrança está desligada: defina MALOTE_BILLING.',
  },
  secret_is_key: {
    en: 'MALOTE_SECRET is the key: set a new one, put the present one into MALOTE_OLD_SECRETS, restart every node, and run malote secrets seal.',
    pt: 'MALOTE_SECRET é a chave: defina uma nova, ponha a atual em MALOTE_OLD_SECRETS, reinicie todos os nós e execute malote secrets seal.',
  },
  no_key: {
    en: 'There is no key to seal under: set MALOTE_SECRET, the same on every node, and restart them.',
    pt: 'Não há chave para selar: defina MALOTE_SECRET, igual em todos os nós, e reinicie-os.',
  },
  odd_owner: {
    en: 'MALOTE_OWNER_EMAIL cannot be used: {why}',
    pt: 'MALOTE_OWNER_EMAIL não pode ser usado: {why}',
  },

  // Ports and addresses of this machine.
  port_forbidden: {
    en: 'This account may not listen on port {port}: change {setting}.',
    pt: 'Esta conta não pode escutar na porta {port}: mude {setting}.',
  },
  port_taken: {
    en: 'Port {port} is taken by another program: stop it, or set PORT.',
    pt: 'A porta {port} está ocupada por outro programa: pare-o ou defina PORT.',
  },
  port_not_ours: {
    en: 'This account may not listen on port {port}: set PORT to another one.',
    pt: 'Esta conta não pode escutar na porta {port}: defina outra em PORT.',
  },
  odd_host: {
    en: 'MALOTE_HOST is no address of this machine: change it or leave it out.',
    pt: 'MALOTE_HOST não é um endereço desta máquina: mude-o ou deixe-o de fora.',
  },

  // Files that settings name.
  wrong_in_file: { en: '{setting}: {path}: {what}', pt: '{setting}: {path}: {what}' },
  not_an_object: { en: 'must hold one object.', pt: 'precisa conter um objeto.' },
  must_be_object: {
    en: '{what} must be one object.',
    pt: '{what} precisa ser um objeto.',
  },
  not_one_of: {
    en: '"{value}" is not one of {choices}.',
    pt: '"{value}" não é nenhum destes: {choices}.',
  },
  no_such_field: { en: '{what} has no "{field}".', pt: '{what} não tem "{field}".' },
  not_a_count: {
    en: '{what} must be a whole number from 0, or null.',
    pt: '{what} precisa ser um número inteiro a partir de 0, ou null.',
  },
  not_days: {
    en: '{what} must be a whole number from 1 to {max}.',
    pt: '{what} precisa ser um número inteiro de 1 a {max}.',
  },
  not_a_currency: {
    en: '{what}: "{value}" is not BRL or USD.',
    pt: '{what}: "{value}" não é BRL nem USD.',
  },
  not_a_price: {
    en: '{what} must be an amount as text, such as "99.00".',
    pt: '{what} precisa ser um valor escrito como texto, por exemplo "99.00".',
  },
  not_an_overage: {
    en: '{what} must be an amount as text, such as "4.50", or null.',
    pt: '{what} precisa ser um valor escrito como texto, por exemplo "4.50", ou null.',
  },
  not_a_limit: {
    en: '{what} must be a number of at least {min}.',
    pt: '{what} precisa ser um número de no mínimo {min}.',
  },
  group_without_name: { en: '{group} needs a name.', pt: '{group} precisa de um nome.' },
  group_without_hosts: {
    en: '{group} needs a list "mx" of host name endings, like "example.net".',
    pt: '{group} precisa de uma lista "mx" com finais de nomes de host, por exemplo "example.net".',
  },
  no_pools: { en: 'must hold a list of pools.', pt: 'precisa conter uma lista de grupos.' },
  pool_twice: {
    en: 'two pools have the name "{name}".',
    pt: 'dois grupos têm o nome "{name}".',
  },
  address_twice: { en: '{address} is there twice.', pt: '{address} aparece duas vezes.' },
  unknown_project: {
    en: 'no project has the id {id}.',
    pt: 'nenhum projeto tem o id {id}.',
  },
  pool_without_addresses: {
    en: 'a pool needs addresses.',
    pt: 'um grupo precisa de endereços (addresses).',
  },
  odd_pool_name: {
    en: '"{name}" is no name of a pool: letters, digits, - and _.',
    pt: '"{name}" não serve de nome de grupo: use letras, dígitos, - e _.',
  },
  unknown_field: {
    en: 'there is no field "{field}"; there are {fields}.',
    pt: 'não existe o campo "{field}"; existem {fields}.',
  },
  not_a_list: {
    en: '{field} must be a list with names.',
    pt: '{field} precisa ser uma lista com nomes.',
  },
  unknown_name: { en: '{field}: there is no "{name}".', pt: '{field}: não existe "{name}".' },
  not_an_address: {
    en: '"{address}" is no IP address.',
    pt: '"{address}" não é um endereço IP.',
  },
  address_without_hostname: {
    en: '{address} needs the hostname that it says in EHLO.',
    pt: '{address} precisa do hostname que ele diz no EHLO.',
  },
  odd_since: {
    en: '{address}: since must be a date.',
    pt: '{address}: since precisa ser uma data.',
  },

  // The clock of the installation.
  clock_behind: {
    en: 'MALOTE_CLOCK_AHEAD: this database has been {ahead} in the future; set that or more. There is no other way back than a backup of before.',
    pt: 'MALOTE_CLOCK_AHEAD: este banco de dados já esteve {ahead} no futuro; defina esse valor ou mais. O único caminho de volta é um backup de antes disso.',
  },
  clock_with_mail: {
    en: 'MALOTE_CLOCK_AHEAD: this database holds live email of more than a day ago, and would never come back to the present. Leave MALOTE_CLOCK_AHEAD out, or set it on a copy of this database that you can throw away, after "malote migrate --yes" there with the same setting.',
    pt: 'MALOTE_CLOCK_AHEAD: este banco de dados tem e-mails de produção de mais de um dia atrás e nunca mais voltaria ao presente. Deixe MALOTE_CLOCK_AHEAD de fora, ou defina-o em uma cópia descartável deste banco, depois de "malote migrate --yes" ali com a mesma configuração.',
  },
  clock_with_node: {
    en: 'MALOTE_CLOCK_AHEAD: the node {node} works on this database less far in the future, and could not start again. Leave MALOTE_CLOCK_AHEAD out, or set it on a copy of this database that you can throw away.',
    pt: 'MALOTE_CLOCK_AHEAD: o nó {node} trabalha neste banco de dados menos adiantado e não conseguiria iniciar de novo. Deixe MALOTE_CLOCK_AHEAD de fora, ou defina-o em uma cópia descartável deste banco.',
  },
} as const satisfies Record<string, Text>
