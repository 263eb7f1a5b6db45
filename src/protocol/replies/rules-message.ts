/**
 * Replies about the message and about us: authentication of the sender's domain, the message's
 * form, volume, reputation and blocklists, content, rights. None of them says anything about the
 * recipient.
 */
import { any, type Rule } from './rule.ts'

const sizeWords = any(`
  size|length|line|lines|bytes|octets|characters|kb|mb|megabytes|kilobytes|large|big|attachments,
  time limit
`)
/** Not a list of senders but one of recipients. */
const directoryWords = any(`
  not listed, listed in … directory|directories|book, directory|directories
`)

export const messageRules: readonly Rule[] = [
  // What the sender demanded of the way (RFC 8689); its name holds other phrases.
  { cause: 'requiretls_refused', says: any(`requiretls`) },

  // Authentication of the sender's domain.
  {
    cause: 'tls_required',
    says: any(`
    must issue … starttls, starttls required|first|notsupported, starttls not supported,
    starttlsnotsupported, requires|require … tls|starttls|encryption|encrypted,
    tls|encryption|encrypted … required|mandatory, over a tls connection, sent over tls,
    must support tls, encryption needed|required, tlsainvalid|tlsa|dane
  `),
  },
  {
    cause: 'dmarc',
    says: any(`
    dmarc, dmarcrejection, header … not|isnt aligned, identifier alignment
  `),
  },
  {
    cause: 'auth_failure',
    says: any(`
    spf or|and|nor|either|e|ou dkim, dkim or|and|nor|e|ou spf, either spf|dkim,
    unauthenticated email|mail|message|messages, authentication information,
    email|mail|message|sender|domain authentication … fail*|required|missing,
    messages … not … authenticated, ipv6autherror
  `),
  },
  { cause: 'spf', says: any(`spf, sender policy framework, openspf`) },
  { cause: 'dkim', says: any(`dkim, domainkeys`) },
  { cause: 'ptr_missing', says: any(`ptr`) },

  // The message's form.
  {
    cause: 'not_compliant',
    says: any(`
    rfc … compliant|compliance, must be rfc, not … rfc compliant, duplicate headers|header,
    multiple from|sender headers|addresses, missing … header,
    missing … valid? address … from header, no from header, encoded word syntax,
    bare lf|cr|linefeed, header|headers … not|is|are allowed|permitted|malformed|illegal
  `),
  },
  {
    cause: 'content_format',
    says: any(`
    invalid message content|format, headers? error|malformed, message … malformed,
    headers too large|big|many, invalid mime, mime error|format, line|lines … too long, line length|limit,
    line|lines … longer|exceed* than|length|limit|maximum, exceed* … line|lines length|limit,
    header value … exceeds, invalid … header, 8bit|8bitmime … not|unsupported
  `),
  },

  // Rate and volume; before "blocked", as servers call a short slow-down so.
  {
    cause: 'greylisted',
    says: any(`
    greylist*, graylist*, grey|gray list*|listed, postgrey, greylisted, lista cinza
  `),
  },
  {
    cause: 'too_many_recipients',
    says: any(`
    too many recipients|rcpts|rcpt, toomanyrecipientserror, recipients limit,
    number of recipients … exceed*, recipient limit, muitos destinatarios
  `),
  },
  {
    cause: 'too_many_connections',
    says: any(`
    too many … sessions|connections|sockets,
    connection|connections|session|sessions rate|count? limit|exceeded,
    concurrent|simultaneous connections|sessions, connection limit|frequency,
    muitas conexoes|sessoes, excesso de conexoes
  `),
  },
  {
    cause: 'blocklisted',
    says: any(`
    ip|host|address|client … temporarily? blocked|banned … for|sending|by|using, blocked ip,
    banned sending? ip, banned sending|ip
  `),
  },
  {
    cause: 'low_reputation',
    says: any(`
    reputation, user complaints, suspicious due, likely suspicious,
    poor|bad|low senderscore|sender, senderscore, reputacao, permanently deferred,
    volume or user complaints
  `),
  },
  {
    cause: 'rate_limited',
    says: any(`
    rate limit|limited|limits|limiting|exceeded, ratelimit*,
    too many … messages|emails|mails|msgs|mail|requests|attempts|errors|commands, too fast,
    throttl*, slow down, excessive|unexpected volume|rate|traffic, frequency limited,
    sent|sending too many|much|fast,
    exceed* … permitted|sending|hourly|daily|rate|message|messages|relay limit|limits|quota|rate,
    quota for sending, limit exceeded, temporarily deferred, deferred due,
    sending|relay|hourly|daily limit, too many smtp, limite … excedido|envio|mensagens|atingido,
    muitas mensagens, taxa de envio, throughput
  `),
    notStatus: ['2.2', '2.3', '3.4'],
    // A limit of size or of lines is about this message.
    unless: sizeWords,
  },

  // Size; "exceeds … limit" of a message, not of a mailbox.
  {
    cause: 'too_big',
    says: any(`
    message|mail|email|data|file|attachment|attachments|body size|length|too,
    size of your? message, too big|large, size|length … exceed*, exceed* … size|length,
    exceeds … limit, maximum message size, number of attachments, nachricht … gross|grosse,
    message … trop volumineux|grand|gros, mensaje … grande, messaggio … grande, tamano … excede*, mensagem muito|excede|grande,
    tamanho … excede|excedido|maximo|mensagem
  `),
    notStatus: ['7.*'],
  },

  // Reputation and blocklists.
  {
    cause: 'link_blocklisted',
    says: any(`
    url|link|links|uri|urls … blacklisted|blocklisted|blocked|listed|malicious, uribl|surbl|dbl,
    domain present in, contains … blacklisted|blocklisted|blocked|malicious url|link|links|domain
  `),
    raw: ['dbl.spamhaus', 'spamhaus.org/dbl', 'surbl.org', 'uribl.com'],
  },
  {
    cause: 'blocklisted',
    says: any(`
    blacklist*|blocklist*|denylist*, block|black|deny list|lists|listed,
    spamhaus|sorbs|spamcop|barracudacentral|dnsbl|rbl|rbls,
    dnsrbl|sbl|xbl|pbl|zen|invaluement|abuseat|uceprotect*,
    listed in|at|by|on, lista negra, client host blocked, blocked using,
    ip … blocked|banned|refused|denied, not in whitelist|allowlist, network is on, block list,
    does not accept email over ipv6, access denied banned, dynamic ip|address|range,
    residential|dialup, use … smtp server|relay of|at your isp|service, may not be mail exchanger,
    bloqueado por lista
  `),
    raw: [
      'spamhaus.org',
      'spamcop.net',
      'sorbs.net',
      'barracudacentral',
      'dnsbl',
      'rbl.',
      '/rbl',
      'abuseat.org',
      'sender.office.com',
    ],
    notStatus: ['1.0', '1.1', '1.2', '1.3', '1.6', '1.10'],
    unless: directoryWords,
  },
  {
    cause: 'blocklisted',
    says: any(`
    blacklist*|blocklist*|denylist*, spamhaus|sorbs|spamcop|dnsbl|rbl, listed in|at|by|on,
    lista negra, blocked using
  `),
    unless: directoryWords,
  },

  // Content.
  {
    cause: 'attachment_refused',
    says: any(`
    attachment|attachments … illegal|blocked|forbidden|allowed|executable,
    attachment|attachments … dangerous|prohibited|rejected|accepted|banned,
    illegal|banned|forbidden|blocked|prohibited attachment|attachments|file|extension,
    content presents … potential, blockedmessage, anexo … bloqueado|proibido|permitido
  `),
  },
  {
    cause: 'virus',
    says: any(`
    virus detected|found|infected, virus, malware, trojan, infected, mcspamsignature
  `),
    notStatus: ['1.1'],
  },
  {
    cause: 'spam_content',
    says: any(`
    content judged|considered, unsolicited|ube|uce, content filter agent,
    message content rejected, content … spam|spammy,
    message|mail|email|mensagem … as|is|like|considered|looks … spam|junk,
    message|mail|email|mensagem … identified|detected|classified|scored|marked … spam|junk,
    rejected|detected|refused … as|for|because … spam|junk, spam or virus,
    spam message|detected|content|score|mail|email|filter|rejected|found|signature, reject … spam,
    junk mail|email, phish*, suspected spam, probable spam, scored as spam, bulk mail|email,
    conteudo … spam, mensagem … spam
  `),
  },
  {
    cause: 'content_refused',
    says: any(`
    content rejected|refused|denied|blocked,
    message|mail content|body … rejected|blocked|refused|acceptable, rejected … content,
    conteudo … rejeitado|bloqueado|recusado, prohibited content|text|word
  `),
  },

  // Rights.
  {
    cause: 'relaying_denied',
    says: any(`
    relay access? denied|prohibited|refused|permitted|forbidden,
    relaying denied|prohibited|not|refused|disallowed|is|forbidden, no relaying,
    not|unable|wont|unauthorized to? relay, mail relay, relay not,
    not allowed|permitted|authorized to? relay, relay for|through, for relay,
    we do not|dont relay, rcpthosts, relay negado, not … locally hosted,
    not authorized to send email directly
  `),
  },
  {
    cause: 'login_required',
    says: any(`
    authentication required|needed|failed|not|credentials, password, client was not authenticated,
    must authenticate, smtp auth, log in, login attempts|required, invalid credentials,
    autenticacao … necessaria|requerida|obrigatoria|falhou, requires|require authentication
  `),
    notStatus: ['7.26'],
  },
]
