/**
 * What servers write, and what it means: the table behind `classify`. The first rule that fits
 * wins, so narrow wordings stand above broad ones, and what the *sender* did wrong stands above
 * "does not exist" (a sender's domain may not exist either). Where no rule fits, the enhanced
 * status code decides, then the bare reply code. Phrases are explained in `phrases.ts`; they are
 * matched after echoed addresses, host names and URLs are hidden. Adding a wording: one line here,
 * one line in `test/unit/replies/verdict.test.ts`.
 */
import type { Cause } from './causes.ts'
import { any, type Rule } from './rule.ts'
import { addressRules } from './rules-address.ts'
import { messageRules } from './rules-message.ts'

/** Stages before the server knows any recipient: nothing said here can be about one. */
export const stagesBeforeRecipient = [
  'banner',
  'connect',
  'ehlo',
  'helo',
  'starttls',
  'auth',
  'mail',
]
const stagesBeforeSender = ['banner', 'connect', 'ehlo', 'helo']

export const rules: readonly Rule[] = [
  ...addressRules,
  ...messageRules,
  // The receiving system.
  {
    cause: 'mail_loop',
    says: any(`
    mail|routing|message loop|looping|loops, too many hops, hop count, loop detected, loops back,
    loop de mensagens
  `),
  },
  {
    cause: 'expired',
    says: any(`
    message expired, message delayed, queue|delivery … expired|too long, delivery time expired,
    retry timeout|time exceeded, message … timed out, not delivered within, still undelivered,
    could not|couldnt deliver … days|hours, retry time not reached,
    unable|not been|could … delivered? … days|hours, warning|delay* … hours, final … expired,
    undelivered after, not|couldnt|cannot be? deliver|delivered … seconds|minutes|hours|days|weeks, retries exhausted,
    exhausted … retries|attempts, maximum|max number? of? retries|attempts|tries … reached|exceeded,
    too many retries, retry limit|count|period … exceeded|reached|expired, giving up … days|hours,
    gave up after, delivery failed … attempts|tries, tried … times,
    delivery … failed attempts, after several|many|repeated|multiple|delivery? attempts|tries|retries,
    failed attempts ADDR, failing for a? long time, long failure period,
    aborted after … hours|hour|days|minutes, envelope expired, been in the? queue … too|for|since, lifetime … expired|exceeded,
    zustellversuche|zustellversuch … aufgegeben|erfolglos|eingestellt, delai … depasse|expire,
    tiempo … agotado|expirado|excedido, tempo … expirado|esgotado|scaduto|excedido, mensagem expirou
  `),
  },
  {
    cause: 'receiver_full',
    says: any(`
    insufficient system? resources|resource|storage|memory|disk, system storage, no space left,
    disk full, out of memory|disk, disk quota, not enough disk? space, system resources
  `),
  },
  {
    cause: 'no_route',
    says: any(`
    domain … not|un reachable, not reachable, unreachable, no route,
    dns query|lookup|error|failure|failed|fail, name server|service … fail*|error|loop,
    lookup … fail*|servfail|timeout, name resolution, mx … points|resolve|lookup,
    unrouteable|unroutable mail, unable to route, bad mx, host … lookup, servfail,
    not find a? gateway|route, host not found try, domain not found try
  `),
  },
  {
    cause: 'receiver_unavailable',
    says: any(`
    connection refused|reset|timed|expired|dropped|lost|timeout, connect* … timed|timeout|refused,
    service not available|active, service currently? temporarily? unavailable,
    service refuse|refused, server … busy|unavailable|overloaded|down,
    system not|is busy|available|down|overloaded, busy please?, shutting down, try reconnecting,
    closing transmission channel, not accepting|accept messages|mail|network,
    temporarily unavailable, upstream error, establish … smtp connection, servico indisponivel,
    timed out, timeout, no healthy, could not connect, lost connection, conversation with … timed,
    try again later closing, communication|network error|failure, remote server,
    smtp conversation, connection … failed, socket error, not accept|respond|answer … connect|connection
  `),
    notStatus: ['1.*', '2.1', '7.*'],
  },
  {
    cause: 'receiver_error',
    says: any(`
    internal system? server? error, mailer error,
    system|systems incorrectly|error|failure|config*,
    local|lookup|processing|configuration|server|table error|failure,
    database|mailer|filter|unexpected|io|disk|operating error|failure,
    software error, unable to verify … user|recipient|address, resolver|ldap … error|fail*,
    storedrv, suspiciousremoteservererror, cannot|could not? open|create|lock|chdir,
    command … failed|died|output, time limit exceeded, unknown mailer error, deferred by|local, queue file|write,
    error in processing, milter, unknown error,
    erro interno|local, journaling, temporary error|system|problem,
    temporarily … verify|check|lookup, permission denied, mail system problem,
    lmtp|local delivery, generated during the? delivery, pipe|program … exited|failed|returned,
    deferred transport, cannot append|update
  `),
    notStatus: ['1.*', '2.1', '2.2', '5.*', '7.*'],
  },
  {
    cause: 'protocol_error',
    says: any(`
    sequence of commands, bad|improper|out sequence|of,
    unrecognized|unknown|unimplemented|invalid|bad command|commands, syntax error,
    protocol error|violation, command not implemented|recognized|unrecognized,
    commands allowed … pipeline, pipelin*, unexpected … command
  `),
  },
  { cause: 'smtputf8_missing', says: any(`smtputf8, utf8smtp, internationalized`) },

  // Broad words last. "Blocked" and "spam" as whole words are policy (spec, "States").
  {
    cause: 'spam_content',
    says: any(`spam|spams|spammer|spammers|spamming|antispam|junk, lixo eletronico`),
  },
  {
    cause: 'blocked',
    says: any(`
    blocked|blocking|bloqueado|bloqueada|bloqueadas|bloqueados|bloques|bloque|gesperrt, banned,
    service refuse, access denied bad|banned
  `),
    notStatus: ['1.6'],
  },
  {
    cause: 'policy_other',
    says: any(`
    policy|policies|politica|politicas, lpn* from?, prohibited|prohibition, administratively, not authorized, access … denied|refused,
    denied, unauthorized, yourself, redundant
  `),
    notStatus: ['1.*', '2.*', '3.*', '4.*'],
  },
  {
    cause: 'mailbox_unavailable',
    says: any(`
    mailbox … unavailable|busy|locked|available, mailbox not available, mailbox temporarily,
    cannot|unable be? delivered|deliver, mailbox disabled, caixa … indisponivel
  `),
    notStatus: ['1.*', '7.*', '2.*'],
  },
  {
    cause: 'recipient_refused',
    says: any(`
    recipient|address|rcpt|destinatario address? rejected|refused|denied|recusado|rejeitado,
    recipients|recipient|addresses|address was|were rejected|refused, undeliverable
  `),
    notStatus: ['1.*', '2.*', '7.*'],
  },
  {
    cause: 'conversation_refused',
    stage: stagesBeforeSender,
    code: [550, 553, 554, 571, 421, 521],
  },
  {
    cause: 'conversation_refused',
    says: any(`
    not accepting connections, esmtp not accepting, rejected connection,
    connection rejected|denied
  `),
  },
  {
    cause: 'greylisted',
    code: [450, 451],
    status: ['7.0', '7.1'],
    says: any(`try again|later, retry, come back, tente novamente|mais`),
  },
]

/** By the bare reply code (RFC 5321 §4.2.3, RFC 7504, RFC 4954) where nothing else is said. */
export const codeCauses: Readonly<Record<number, Cause>> = {
  421: 'receiver_unavailable',
  431: 'receiver_full',
  432: 'login_required',
  441: 'receiver_unavailable',
  442: 'connection_lost',
  446: 'mail_loop',
  447: 'expired',
  450: 'mailbox_unavailable',
  451: 'receiver_error',
  452: 'receiver_full',
  454: 'tls_failed',
  455: 'protocol_error',
  500: 'protocol_error',
  501: 'protocol_error',
  502: 'protocol_error',
  503: 'protocol_error',
  504: 'protocol_error',
  521: 'no_mail_service',
  522: 'mailbox_full',
  523: 'too_big',
  530: 'login_required',
  534: 'login_required',
  535: 'login_required',
  538: 'login_required',
  541: 'policy_other',
  551: 'recipient_refused',
  552: 'mailbox_full',
  553: 'recipient_refused',
  555: 'protocol_error',
  556: 'null_mx',
  571: 'policy_other',
}
