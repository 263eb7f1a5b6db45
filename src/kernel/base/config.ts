/**
 * The settings, all optional, in one table: reading, checking, `docs/settings.md` and the sentences
 * of a refused start all come from it. Durations are in the unit that the name ends with.
 */

import { billingSettings, faultOfBilling } from './billing-settings.ts'
import { minConnections, readValue, type Setting, setting, type ValueOf } from './setting-values.ts'
import { faultTogether } from './settings-together.ts'
import { faultOfSignIn, signInSettings } from './sign-in-settings.ts'
import { faultText, StartRefused } from './start-refused.ts'

/** What an HMAC with SHA-256 is worth (RFC 2104 §3). */
const minSecretBytes = 32
const roles = ['api', 'deliver', 'webhooks', 'inbound', 'jobs']
const streams = ['transactional', 'marketing']

export const settingsTable = {
  PORT: setting('port', '8080', {
    en: 'Port of the HTTP API and the dashboard.',
    pt: 'Porta da API HTTP e do painel.',
  }),
  MALOTE_HOST: setting('text', '', {
    en: 'Address to listen on; empty means all.',
    pt: 'Endereço em que o serviço escuta; vazio significa todos.',
  }),
  MALOTE_HOSTNAME: setting('domain', '', {
    en: "Name in EHLO and in Received; should resolve back to the sending address. Empty means the machine's name.",
    pt: 'Nome no EHLO e no Received; o DNS reverso do endereço de envio deve levar a ele. Vazio significa o nome da máquina.',
  }),
  MALOTE_BASE_URL: setting('url', '', {
    en: 'Public address of the API. Empty means http://localhost:PORT.',
    pt: 'Endereço público da API. Vazio significa http://localhost:PORT.',
  }),
  MALOTE_DASHBOARD_URL: setting('url', '', {
    en: 'Public address of the dashboard. Empty means the base URL.',
    pt: 'Endereço público do painel. Vazio significa o endereço da API.',
  }),
  MALOTE_PAGE_HOSTS: setting('list', '', {
    en: "Further hosts under which forms, archives and links of all projects are served beside the base URL's, such as its earlier one.",
    pt: 'Outros hosts em que formulários, arquivos de campanhas e links de todos os projetos são servidos além do host de MALOTE_BASE_URL, como um nome anterior dele.',
  }),
  MALOTE_RESEND_HOST: setting('domain', '', {
    en: "Host name at whose root the surface for Resend's clients is served, and nothing else. Empty means at /resend alone.",
    pt: 'Nome de host em cuja raiz fica a superfície para os clientes do Resend, e nada mais. Vazio significa só em /resend.',
  }),
  MALOTE_DOCS_URL: setting('url', '', {
    en: 'Where the documentation is served. Empty means {base URL}/docs.',
    pt: 'Onde a documentação é servida. Vazio significa {MALOTE_BASE_URL}/docs.',
  }),
  MALOTE_DATA_DIR: setting('text', './data', {
    en: 'Folder of the embedded database and of generated secrets.',
    pt: 'Pasta do banco de dados embutido e dos segredos gerados.',
  }),
  MALOTE_FILES: setting('text', '', {
    en: 'Where uploaded pictures lie: a folder that all nodes share, or s3://bucket/prefix. Empty means the folder files in MALOTE_DATA_DIR.',
    pt: 'Onde ficam as imagens enviadas pelo painel e pela API: uma pasta que todos os nós compartilham, ou s3://bucket/prefixo. Vazio significa a pasta files em MALOTE_DATA_DIR.',
  }),
  MALOTE_S3_ENDPOINT: setting('url', '', {
    en: 'Address of the S3 server of MALOTE_FILES. Empty means that of AWS in the region.',
    pt: 'Endereço do servidor S3 de MALOTE_FILES. Vazio significa o da AWS na região.',
  }),
  MALOTE_S3_REGION: setting('text', 'us-east-1', {
    en: 'Region of the bucket.',
    pt: 'Região do bucket.',
  }),
  MALOTE_S3_KEY: setting('text', '', {
    en: 'Access key id for the bucket.',
    pt: 'Id da chave de acesso ao bucket.',
  }),
  MALOTE_S3_SECRET: setting('text', '', {
    en: 'Secret access key for the bucket.',
    pt: 'Chave de acesso secreta do bucket.',
  }),
  DATABASE_URL: setting('text', '', {
    en: 'PostgreSQL to use instead of the embedded one.',
    pt: 'PostgreSQL a usar no lugar do embutido.',
  }),
  DATABASE_DIRECT_URL: setting('text', '', {
    en: 'The same database past a pooler: migrations go there. Without it they go by DATABASE_URL.',
    pt: 'O mesmo banco de dados sem passar pelo pooler: as migrações vão por ali. Sem ele, vão por DATABASE_URL.',
  }),
  MALOTE_DATABASE_WAIT_SECONDS: setting('integer', '0', {
    en: 'A start waits so long for the database of DATABASE_URL to answer; with 0 it is refused at once.',
    pt: 'Quanto tempo o início espera até que o banco de DATABASE_URL responda; com 0 o início é recusado na hora.',
  }),
  MALOTE_DATABASE_CONNECTIONS: setting('count', '16', {
    en: 'Connections to the database that this node opens at most, 4 or more. All nodes together stay below its max_connections. Of several processes (MALOTE_PROCESSES) it is for all of them together, at least 4 for each; where nothing is set, 8 for each and 80 at most, with DATABASE_URL 16, or 40 where MALOTE_PROCESSES is a number. By auto there are no more processes than have 4 each.',
    pt: 'Máximo de conexões que este nó abre com o banco de dados, 4 ou mais. A soma de todos os nós deve ficar abaixo do max_connections do banco. Com vários processos (MALOTE_PROCESSES), vale para todos juntos, com pelo menos 4 para cada um; se nada for definido, 8 para cada um e no máximo 80, com DATABASE_URL 16, ou 40 se MALOTE_PROCESSES for um número. Com auto, não há mais processos do que os que tenham 4 cada um.',
  }),
  MALOTE_ALLOW_UNSAFE_DATABASE: setting('boolean', 'false', {
    en: 'Start although the database runs with fsync, synchronous_commit or full_page_writes off, or with standbys that lack what was acknowledged. That mail can then be lost.',
    pt: 'Inicia mesmo que o banco de dados rode com fsync, synchronous_commit ou full_page_writes desligado, ou com standbys sem o que foi aceito. Esses e-mails podem então se perder.',
  }),
  MALOTE_STOP_DELAY_SECONDS: setting('integer', '0', {
    en: 'After a signal to stop, /readyz and /healthz are 503 for so long before the port closes, and all else goes on: a balancer has time to send callers elsewhere.',
    pt: 'Depois do sinal de parada, /readyz e /healthz respondem 503 por esse tempo antes de a porta fechar, e todo o resto continua: o balanceador tem tempo de mandar as chamadas para outro lugar.',
  }),
  MALOTE_ROLES: setting(
    'list',
    'all',
    {
      en: 'What this node does: all, or some of api, deliver, webhooks, inbound, jobs.',
      pt: 'O que este nó faz: all (tudo), ou parte de api, deliver, webhooks, inbound, jobs.',
    },
    ['all', ...roles],
  ),
  MALOTE_STREAMS: setting(
    'list',
    streams.join(','),
    {
      en: 'Whose mail this node delivers, and whose webhooks it posts: transactional, marketing or both.',
      pt: 'De quem são os e-mails que este nó entrega e os webhooks que ele chama: transactional, marketing ou os dois.',
    },
    streams,
  ),
  MALOTE_PROCESSES: setting('processes', 'auto', {
    en: 'Processes of the service on this machine: a number, or auto for one per core, 16 at most and no more than one for each 768 MB of memory. With two or more, half of them have bulk work for themselves. malote dev is one unless a number is set.',
    pt: 'Processos do serviço nesta máquina: um número, ou auto para um por núcleo, no máximo 16 e no máximo um para cada 768 MB de memória. Com dois ou mais, metade deles fica só com o envio em massa. malote dev é um só, a menos que se defina um número.',
  }),
  MALOTE_DNS_SERVERS: setting('name_servers', '', {
    en: "DNS servers (host:port, the port 53 unless given) for every look-up. A host that is a name is looked up by the system at each question, so an address is better. Empty means the system's.",
    pt: 'Servidores DNS (host:porta; sem porta, 53) para todas as consultas. Um host que é um nome é consultado pelo sistema a cada pergunta, então prefira um endereço. Vazio significa os do sistema.',
  }),
  MALOTE_SMTP_PORT: setting('port', '25', {
    en: 'Port of receiving mail servers.',
    pt: 'Porta dos servidores de e-mail que recebem.',
  }),
  MALOTE_INBOUND_PORT: setting('port', '2525', {
    en: 'Port on which reports (bounces, complaints) are received. 0 switches it off.',
    pt: 'Porta em que chegam os avisos (devoluções, reclamações de spam). 0 desliga.',
  }),
  MALOTE_SUBMISSION_PORT: setting('port', '0', {
    en: 'Port for sending by SMTP with an API key. 0 means off.',
    pt: 'Porta para enviar por SMTP com uma chave de API. 0 significa desligada.',
  }),
  MALOTE_SUBMISSIONS_PORT: setting('port', '0', {
    en: 'Port for the same under TLS from the first byte, 465 by custom. It needs the certificate. 0 means off.',
    pt: 'Porta para o mesmo sob TLS desde o primeiro byte, 465 por costume. Precisa do certificado. 0 significa desligada.',
  }),
  MALOTE_SUBMISSION_TLS_CERT: setting('text', '', {
    en: 'Certificate file (PEM) for SMTP and MALOTE_HTTPS_PORT, in place of one by MALOTE_ACME. Without either only this machine and MALOTE_NETWORK_ALLOW may send by SMTP.',
    pt: 'Arquivo do certificado (PEM) para SMTP e MALOTE_HTTPS_PORT, no lugar de um obtido por MALOTE_ACME. Sem nenhum dos dois, só esta máquina e as redes de MALOTE_NETWORK_ALLOW podem enviar por SMTP.',
  }),
  MALOTE_SUBMISSION_TLS_KEY: setting('text', '', {
    en: 'Private key file (PEM) of that certificate.',
    pt: 'Arquivo da chave privada (PEM) desse certificado.',
  }),
  MALOTE_SUBMISSION_URLS: setting('list', '', {
    en: 'Where programs reach sending by SMTP, as the dashboard tells them, where that is not the host and the ports of this node: smtp://mail.example.com:587 (STARTTLS), smtps://mail.example.com:465. Empty means MALOTE_HOSTNAME and the two ports.',
    pt: 'Onde os programas alcançam o envio por SMTP, como o painel lhes informa, se não for o host e as portas deste nó: smtp://mail.example.com:587 (STARTTLS), smtps://mail.example.com:465. Vazio significa MALOTE_HOSTNAME e as duas portas.',
  }),
  MALOTE_HTTPS_PORT: setting('port', '0', {
    en: 'Port on which the API and the dashboard are served by https, 443 by custom. It needs MALOTE_ACME=on or a certificate file. 0 means off.',
    pt: 'Porta em que a API e o painel são servidos por https, 443 por costume. Precisa de MALOTE_ACME=on ou de um arquivo de certificado. 0 significa desligada.',
  }),
  MALOTE_ACME: setting(
    'text',
    'off',
    {
      en: 'Get certificates by ACME (RFC 8555) for all names that this installation is served under, and renew them; on says that you agree to the terms of the authority.',
      pt: 'Obtém certificados por ACME (RFC 8555) para todos os nomes em que esta instalação é servida, e os renova; on diz que você aceita os termos da autoridade.',
    },
    ['off', 'on'],
  ),
  MALOTE_ACME_EMAIL: setting('address', '', {
    en: 'Whom the authority writes to about the certificates. Empty means nobody.',
    pt: 'Para quem a autoridade escreve sobre os certificados. Vazio significa ninguém.',
  }),
  MALOTE_ACME_DIRECTORY_URL: setting('url', 'https://acme-v02.api.letsencrypt.org/directory', {
    en: 'Directory of the authority. One that is set here may be in an internal network.',
    pt: 'Diretório da autoridade. Um que for definido aqui pode estar em uma rede interna.',
  }),
  MALOTE_HTTP_CHALLENGE_PORT: setting('port', '80', {
    en: 'Port on which the authority sees over http that a name is ours; open with MALOTE_ACME=on alone. All else on it is sent to https. 0 means off.',
    pt: 'Porta em que a autoridade confere por http que um nome é nosso; só abre com MALOTE_ACME=on. Todo o resto que chega nela é mandado para https. 0 significa desligada.',
  }),
  MALOTE_NETWORK_ALLOW: setting('networks', '', {
    en: 'Internal networks (CIDR) that webhooks and mail may reach after all.',
    pt: 'Redes internas (CIDR) a que webhooks e e-mails podem chegar mesmo assim.',
  }),
  MALOTE_TRUSTED_PROXIES: setting('networks', '', {
    en: 'Proxies (CIDR) whose X-Forwarded-For is believed.',
    pt: 'Proxies (CIDR) em cujo X-Forwarded-For se acredita.',
  }),
  MALOTE_METRICS_TOKEN: setting('text', '', {
    en: 'Bearer token without which nobody reads /metrics. Empty means that callers on loopback and private addresses may, and nobody else.',
    pt: 'Token (Bearer) sem o qual ninguém lê /metrics. Vazio significa que quem chama do loopback ou de endereços privados pode ler, e mais ninguém.',
  }),
  MALOTE_SANDBOX_SENDER: setting('address', '', {
    en: 'Sender address that anybody may use, towards their own addresses only.',
    pt: 'Remetente que qualquer conta pode usar, só para os seus próprios endereços.',
  }),
  MALOTE_RETURN_PATH_DOMAIN: setting('domain', '', {
    en: 'Domain of the envelope sender. Empty means bounces.{hostname}.',
    pt: 'Domínio do remetente do envelope. Vazio significa bounces.{MALOTE_HOSTNAME}.',
  }),
  MALOTE_CELL: setting('cell', '', {
    en: 'Two characters (a to z, 0 to 9) that keys, session cookies, links and return paths of this installation begin with, so that a proxy in front of several tells them apart. Empty: none.',
    pt: 'Dois caracteres (a a z, 0 a 9) com que começam as chaves, os cookies de sessão, os links e os endereços de retorno desta instalação, para que um proxy na frente de várias saiba de qual é cada um. Vazio: nenhum.',
  }),
  MALOTE_DIRECTORY_URL: setting('text', '', {
    en: 'PostgreSQL of the directory that several cells share: which of them has an address, a domain, an account. Needs MALOTE_CELL. Empty: none.',
    pt: 'PostgreSQL do diretório que várias células compartilham: qual delas tem um endereço, um domínio, uma conta. Precisa de MALOTE_CELL. Vazio: nenhum.',
  }),
  MALOTE_SECRET: setting('text', '', {
    en: 'Secret (32 bytes or more) behind tokens, and the key under which secrets in the database are sealed. Empty means one made at first start, kept in the database and sealed under the file sealing.key in MALOTE_DATA_DIR.',
    pt: 'Segredo (32 bytes ou mais) por trás dos tokens, e a chave que sela os segredos no banco de dados. Vazio significa um gerado no primeiro início, guardado no banco e selado pelo arquivo sealing.key em MALOTE_DATA_DIR.',
  }),
  MALOTE_OLD_SECRETS: setting('list', '', {
    en: 'Former values of MALOTE_SECRET: they still open what is sealed in the database, until malote secrets seal has sealed it anew.',
    pt: 'Valores anteriores de MALOTE_SECRET: ainda abrem o que está selado no banco de dados, até que malote secrets seal sele tudo de novo.',
  }),
  MALOTE_OWNER_EMAIL: setting('address', '', {
    en: 'Address of whoever runs the installation: at the first start their account is made, without limits, and a link to choose its password is printed. Empty: at an address for others the log has a code to become the owner. Later starts ignore it.',
    pt: 'Endereço de quem opera a instalação: no primeiro início a sua conta é criada, sem limites, e aparece um link para escolher a senha. Vazio: em um endereço aberto a outros, o log mostra um código para virar o proprietário. Os inícios seguintes o ignoram.',
  }),
  MALOTE_LANGUAGE: setting(
    'text',
    '',
    {
      en: 'Language of what a start prints, and of accounts that are made without one: pt or en. Empty means that of the machine (LC_ALL, LC_MESSAGES, LANG) for a start and its account, and Portuguese for other accounts. What the API answers goes by Accept-Language alone.',
      pt: 'Idioma do que um início mostra e das contas criadas sem idioma: pt ou en. Vazio significa o da máquina (LC_ALL, LC_MESSAGES, LANG) para o início e a sua conta, e português para as outras contas. O que a API responde segue só o Accept-Language.',
    },
    ['', 'pt', 'en'],
  ),
  MALOTE_SIGNUP: setting('list', 'closed', {
    en: "Who may open an account in the dashboard by themselves: closed (nobody), open (everybody), or domains (example.com,…) whose addresses may. Invitations and the operator's command always work.",
    pt: 'Quem pode abrir uma conta no painel por conta própria: closed (ninguém), open (qualquer pessoa), ou os domínios (example.com,…) cujos endereços podem. Convites e o comando do operador sempre funcionam.',
  }),
  ...signInSettings,
  MALOTE_CLOUDFLARE_API_URL: setting('url', 'https://api.cloudflare.com/client/v4', {
    en: "Base URL of the DNS provider's API.",
    pt: 'URL base da API do provedor de DNS.',
  }),
  MALOTE_RETRY_HOURS: setting('integer', '72', {
    en: 'How long a deferred recipient is tried, from acceptance.',
    pt: 'Por quanto tempo, desde a aceitação, se tenta entregar a um destinatário adiado.',
  }),
  MALOTE_DELIVERY_CONCURRENCY: setting('count', '200', {
    en: 'SMTP conversations at a time on one node; a tenth more for transactional mail of projects that have few of them.',
    pt: 'Conversas SMTP simultâneas em um nó; um décimo a mais para e-mails transacionais de projetos que têm poucas.',
  }),
  MALOTE_BULK_SHARE: setting('share', '0.75', {
    en: 'The part of the conversations, of what every destination takes and of the webhook posts that marketing may have. Transactional mail may have all. Where MALOTE_STREAMS is marketing it is 1 unless set.',
    pt: 'A parte das conversas, do que cada destino aceita e das chamadas de webhooks que o marketing pode ocupar. Os e-mails transacionais podem ocupar tudo. Onde MALOTE_STREAMS é marketing, vale 1 se nada for definido.',
  }),
  MALOTE_LEASE_SECONDS: setting('count', '60', {
    en: 'How long work in hand is safe from other nodes without a sign of life: what a crash of a node delays its mail by.',
    pt: 'Por quanto tempo o trabalho em andamento fica protegido dos outros nós sem um sinal de vida: é o atraso que a queda de um nó causa aos seus e-mails.',
  }),
  MALOTE_SMTP_DEADLINE_DIVISOR: setting('count', '1', {
    en: 'Divides every SMTP deadline; for tests of hostile servers.',
    pt: 'Divide todos os prazos do SMTP; para testes de servidores hostis.',
  }),
  MALOTE_RELAY: setting('text', '', {
    en: 'Smart host to deliver everything through: smtp://user:password@host:port or smtps://…',
    pt: 'Servidor (smart host) por onde tudo é entregue: smtp://user:password@host:port ou smtps://…',
  }),
  MALOTE_BLOCKLIST_FILE: setting('text', '', {
    en: 'File of link hosts (one a line) that stop an email at intake.',
    pt: 'Arquivo de hosts de links (um por linha) que barram um e-mail na entrada.',
  }),
  MALOTE_DNS_BLOCKLISTS: setting('list', '', {
    en: 'DNS blocklists asked about link hosts at intake.',
    pt: 'Listas de bloqueio por DNS consultadas na entrada sobre os hosts dos links.',
  }),
  MALOTE_ADDRESS_BLOCKLISTS: setting('list', 'zen.spamhaus.org,bl.spamcop.net', {
    en: "DNS blocklists that the doctor looks this installation's addresses up in; each has its own terms of use. `none` asks none.",
    pt: 'Listas de bloqueio por DNS em que o doctor procura os endereços desta instalação; cada uma tem os seus próprios termos de uso. `none` não consulta nenhuma.',
  }),
  MALOTE_PROVIDERS_FILE: setting('text', '', {
    en: 'Replaces the built-in map from MX hosts to provider groups.',
    pt: 'Substitui o mapa embutido que liga hosts MX a grupos de provedores.',
  }),
  MALOTE_SHAPING_FILE: setting('text', '', {
    en: 'Replaces the built-in delivery limits per provider group.',
    pt: 'Substitui os limites de entrega embutidos por grupo de provedores.',
  }),
  MALOTE_SPAM_CHECK_URL: setting('url', '', {
    en: 'rspamd (http://host:11333) asked about every live email at intake.',
    pt: 'rspamd (http://host:11333) consultado na entrada sobre cada e-mail de produção.',
  }),
  MALOTE_REQUEST_LOG: setting(
    'text',
    'bodies',
    {
      en: 'What is kept of the calls of keys: off (nothing), meta (everything but the bodies), or bodies (the first 8 KB of these, too, without secrets and attachments).',
      pt: 'O que se guarda das chamadas feitas com chaves: off (nada), meta (tudo, menos os corpos) ou bodies (também os primeiros 8 KB deles, sem segredos nem anexos).',
    },
    ['off', 'meta', 'bodies'],
  ),
  MALOTE_TEXT_PART: setting('boolean', 'true', {
    en: 'Give email that has only html a text part made from it. An email with an empty text goes without.',
    pt: 'Dá aos e-mails que só têm html uma parte em texto, feita a partir dele. Um e-mail com texto vazio vai sem ela.',
  }),
  MALOTE_TLSRPT: setting('boolean', 'false', {
    en: 'Send daily TLS reports (RFC 8460) to domains that ask for them.',
    pt: 'Envia relatórios diários de TLS (RFC 8460) aos domínios que os pedem.',
  }),
  MALOTE_TLSRPT_SENDER: setting('address', '', {
    en: 'Sender of TLS reports, at a domain that is verified here: they must be signed. Empty means tls-reports@ the domain of MALOTE_SANDBOX_SENDER.',
    pt: 'Remetente dos relatórios de TLS, em um domínio verificado aqui: eles precisam ser assinados. Vazio significa tls-reports@ no domínio de MALOTE_SANDBOX_SENDER.',
  }),
  MALOTE_SOURCE_ADDRESSES: setting('text', '', {
    en: 'File with pools of local addresses to send from; taken over into the database at the first start with it, unless addresses are there already.',
    pt: 'Arquivo com pools de endereços locais de onde enviar; levado para o banco de dados no primeiro início com ele, a menos que já haja endereços lá.',
  }),
  ...billingSettings,
  MALOTE_CLOCK_AHEAD: setting('duration', '', {
    en: 'Lets the whole installation live so far in the future (P31DT2H), to try what time brings. Never with real money; a database that was ahead does not go back, so it is refused while a node works less far ahead and, unless `malote migrate --yes` said so, where live email of more than a day ago is.',
    pt: 'Faz a instalação inteira viver esse tanto no futuro (P31DT2H), para experimentar o que o tempo traz. Nunca com dinheiro de verdade; um banco de dados que esteve adiantado não volta, por isso é recusado enquanto um nó trabalha menos adiantado e, a menos que `malote migrate --yes` o tenha permitido, onde há e-mails de produção de mais de um dia atrás.',
  }),
  MALOTE_MAIL_LOG: setting(
    'text',
    'off',
    {
      en: 'A line of the log for each attempt to deliver: off, domains (of recipients their domain alone), or addresses.',
      pt: 'Uma linha do log para cada tentativa de entrega: off, domains (dos destinatários, só o domínio) ou addresses.',
    },
    ['off', 'domains', 'addresses'],
  ),
  MALOTE_OTLP_URL: setting('url', '', {
    en: 'Collector that spans of each email go to by OTLP over HTTP, such as http://127.0.0.1:4318. Empty means nowhere.',
    pt: 'Coletor para onde vão os spans de cada e-mail por OTLP sobre HTTP, como http://127.0.0.1:4318. Vazio significa nenhum.',
  }),
  MALOTE_OTLP_SHARE: setting('part', '1', {
    en: 'The part of calls without a traceparent that begin a trace; with one, the caller says whether it is recorded.',
    pt: 'A parte das chamadas sem traceparent que começam um rastreamento; com um, quem chama diz se ele é registrado.',
  }),
  LOG_LEVEL: setting(
    'text',
    'info',
    {
      en: 'debug, info, warn, error or silent.',
      pt: 'debug, info, warn, error ou silent.',
    },
    ['debug', 'info', 'warn', 'error', 'silent'],
  ),
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settingsTable

/** Every setting under its own name, read and checked. */
export type Settings = { readonly [N in SettingName]: ValueOf<(typeof settingsTable)[N]> }

/** A setting that cannot be used: one sentence for the operator, in both languages. */
export class BadSetting extends StartRefused {
  override readonly name = 'BadSetting'
}

/** Reads the settings from an environment; throws BadSetting. Derived defaults are filled in. */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  machineName = 'localhost',
): Settings {
  const values: Record<string, unknown> = {}
  for (const [name, entry] of Object.entries<Setting>(settingsTable)) {
    const read = readValue(name, entry.kind, environment[name] || entry.default)
    if ('wrong' in read) throw new BadSetting(read.wrong, name)
    refuseOthers(name, read.value, entry.choices)
    values[name] = read.value
  }
  const s = values as { -readonly [N in SettingName]: Settings[N] }
  if (s.MALOTE_ROLES.includes('all')) s.MALOTE_ROLES = roles
  if (s.MALOTE_ROLES.length === 0) throw new BadSetting(faultText('no_roles'))
  if (s.MALOTE_STREAMS.length === 0) throw new BadSetting(faultText('no_streams'))
  if (s.MALOTE_SECRET !== '' && Buffer.byteLength(s.MALOTE_SECRET) < minSecretBytes)
    throw new BadSetting(faultText('short_secret', { min: minSecretBytes }))
  if (s.MALOTE_DATABASE_CONNECTIONS < minConnections)
    throw new BadSetting(faultText('few_connections', { min: minConnections }))
  // What is left free for transactional mail nobody would take where it has nodes of its own.
  const isBulkAlone = !s.MALOTE_STREAMS.includes('transactional')
  if (isBulkAlone && !environment.MALOTE_BULK_SHARE) s.MALOTE_BULK_SHARE = 1
  s.MALOTE_HOSTNAME ||= machineName.toLowerCase()
  s.MALOTE_BASE_URL ||= `http://localhost:${s.PORT}`
  s.MALOTE_DASHBOARD_URL ||= s.MALOTE_BASE_URL
  s.MALOTE_DOCS_URL ||= `${s.MALOTE_BASE_URL}/docs`
  s.MALOTE_RETURN_PATH_DOMAIN ||= `bounces.${s.MALOTE_HOSTNAME}`
  s.MALOTE_SANDBOX_SENDER ||= `sandbox@${s.MALOTE_HOSTNAME}`
  s.MALOTE_FILES ||= `${s.MALOTE_DATA_DIR}/files`
  refuseTogether(s)
  return s
}

/** A node to which nobody speaks and that sends what nobody waits for, whatever jobs it does beside. */
export const isForMarketingAlone = ({
  MALOTE_ROLES: roles,
  MALOTE_STREAMS: streams,
}: Pick<Settings, 'MALOTE_ROLES' | 'MALOTE_STREAMS'>): boolean =>
  !streams.includes('transactional') && !roles.includes('api') && !roles.includes('inbound')

/** Read by the client, by samples of the documentation and by tests. */
const others = /^MALOTE_(API_KEY$|WEBHOOK_SECRET$|SCREENSHOTS$|TEST_)/

/** Names in an environment that look like settings and are none: misspelt, nothing goes by them. */
export const unknownSettings = (
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] =>
  Object.keys(environment).filter(
    name => /^MALOTE_/i.test(name) && !(name in settingsTable) && !others.test(name),
  )

/** What depends on each other is right from the start, or there is no start. */
function refuseTogether(s: Settings): void {
  const fault = faultOfBilling(s) ?? faultOfSignIn(s) ?? faultTogether(s)
  if (fault !== null) throw new BadSetting(fault)
}

function refuseOthers(name: string, value: unknown, choices?: readonly string[]): void {
  const odd = choices && [value].flat().find(one => !choices.includes(String(one)))
  if (odd === undefined) return
  const named = choices!.filter(one => one !== '').join(', ')
  const values = { setting: name, choices: named, value: String(odd) }
  throw new BadSetting(faultText('not_a_choice', values), name)
}
