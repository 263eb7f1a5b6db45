/**
 * The emails of the demo and what is to become of each recipient. The demo fails if anything ends
 * otherwise, so this table is also a test of the whole service.
 */
import type { Text } from '#kernel/base/languages.ts'

export interface PlannedEmail {
  readonly to: readonly string[]
  readonly mode: 'live' | 'test'
  /** What the story is, in a few words. */
  readonly story: Text
  /** The event types of the first recipient in order, `accepted` and `queued` left out. */
  readonly events: readonly string[]
  /** The SMTP code of the last event. */
  readonly code?: string
  /** How the last connection was secured. */
  readonly tls?: string
  /** Sent only once the earlier ones have ended. */
  readonly later?: true
  readonly scheduledInMs?: number
  readonly cancel?: true
  /** Refused at once with this code: no email comes to be. */
  readonly refusal?: string
  /** Any number of `deferred` and `sent` may stand before the last event. */
  readonly isLong?: true
  readonly html?: string
  /** Shown in the summary only, together with its like. */
  readonly isOneOfMany?: true
}

const live = { mode: 'live' } as const
const test = { mode: 'test' } as const
const hour = 3_600_000

const story = (en: string, pt: string): Text => ({ en, pt })
const delivered = ['sent', 'delivered']
const twice = ['deferred', 'sent', 'delivered']

const onTheWay: readonly PlannedEmail[] = [
  {
    ...live,
    to: ['ana@gmail.com'],
    story: story('all is well', 'tudo certo'),
    events: delivered,
    code: '250 2.0.0',
    tls: 'verified',
  },
  {
    ...live,
    to: ['bruno@hotmail.com'],
    story: story('all is well', 'tudo certo'),
    events: delivered,
    code: '250 2.0.0',
    tls: 'verified',
  },
  {
    ...live,
    to: ['davi@uol.com.br'],
    story: story('certificate nobody vouches for', 'certificado sem aval'),
    events: delivered,
    tls: 'unverified',
  },
  {
    ...live,
    to: ['elisa@terra.com.br'],
    story: story('server without TLS', 'servidor sem TLS'),
    events: delivered,
    tls: 'none',
  },
  {
    ...live,
    to: ['fabio@banco.test'],
    story: story('certificate named in the DNS (DANE)', 'certificado declarado no DNS (DANE)'),
    events: delivered,
    tls: 'dane',
  },
  {
    ...live,
    to: ['vera@café.test'],
    story: story('domain with an accent', 'domínio com acento'),
    events: delivered,
    tls: 'verified',
  },
  {
    ...live,
    to: ['rita@cheio.test'],
    story: story('first server busy, second takes it', 'primeiro servidor cheio, o segundo aceita'),
    events: delivered,
    tls: 'none',
  },
  {
    ...live,
    to: ['lia@remendo.test'],
    story: story('TLS breaks, nothing demands it', 'TLS quebra, nada o exige'),
    events: delivered,
    tls: 'none',
  },
]

const laterButWell: readonly PlannedEmail[] = [
  {
    ...live,
    to: ['carla@yahoo.com.br'],
    story: story('greylisted', 'greylisting'),
    events: twice,
    tls: 'verified',
  },
  {
    ...live,
    to: ['kaio@silencio.test'],
    story: story('server says nothing, then wakes up', 'servidor mudo, depois acorda'),
    events: ['deferred', 'deferred', 'sent', 'delivered'],
    tls: 'none',
  },
  {
    ...live,
    to: ['nina@queda.test'],
    story: story('connection lost after the final dot', 'conexão perdida após o ponto final'),
    events: ['sent', 'deferred', 'sent', 'delivered'],
    tls: 'none',
  },
  {
    ...live,
    to: ['marcos@cofre.test'],
    story: story(
      'certificate against DANE, then mended',
      'certificado contra o DANE, depois corrigido',
    ),
    events: ['deferred', 'deferred', 'sent', 'delivered'],
    tls: 'dane',
  },
  {
    ...live,
    to: ['quim@apagado.test'],
    story: story('DNS out of order, then mended', 'DNS fora do ar, depois corrigido'),
    events: ['deferred', 'deferred', 'sent', 'delivered'],
    tls: 'none',
  },
  {
    ...live,
    to: ['yara@gmail.com'],
    story: story('scheduled for an hour later', 'agendado para uma hora depois'),
    events: delivered,
    tls: 'verified',
    scheduledInMs: hour,
  },
]

const refused: readonly PlannedEmail[] = [
  {
    ...live,
    to: ['gabi@icloud.com'],
    story: story('mailbox full', 'caixa cheia'),
    events: ['bounced'],
    code: '552 5.2.2',
    tls: 'verified',
  },
  {
    ...live,
    to: ['helena@gmail.com'],
    story: story('unknown user', 'usuário inexistente'),
    events: ['bounced'],
    code: '550 5.1.1',
    tls: 'verified',
  },
  {
    ...live,
    to: ['igor@hotmail.com'],
    story: story('blocked by policy', 'bloqueio por política'),
    events: ['bounced'],
    code: '550 5.7.1',
    tls: 'verified',
  },
  {
    ...live,
    to: ['julia@locaweb.com.br'],
    story: story('taken for spam', 'tomado por spam'),
    events: ['sent', 'bounced'],
    code: '554 5.7.1',
    tls: 'verified',
  },
  {
    ...live,
    to: ['xande@pequeno.test'],
    story: story('larger than the server takes', 'maior do que o servidor aceita'),
    events: ['bounced'],
    code: '552 5.3.4',
  },
  {
    ...live,
    to: ['úrsula@antigo.test'],
    story: story('address with an accent, old server', 'endereço com acento, servidor antigo'),
    events: ['bounced'],
    code: '550 5.6.7',
  },
  {
    ...live,
    to: ['otto@semcorreio.test'],
    story: story('domain takes no mail (null MX)', 'domínio não recebe e-mail (MX nulo)'),
    events: ['bounced'],
    code: '556 5.1.10',
  },
  {
    ...live,
    to: ['paula@inexistente.test'],
    story: story('domain does not exist', 'domínio inexistente'),
    events: ['bounced'],
    code: '550 5.1.2',
    isLong: true,
  },
  {
    ...live,
    to: ['tito@sempre.test'],
    story: story('"later" for three days', '"mais tarde" por três dias'),
    events: ['bounced'],
    code: '451 4.3.2',
    isLong: true,
  },
  {
    ...live,
    to: ['sara@fechado.test'],
    story: story('nobody listens', 'ninguém atende'),
    events: ['bounced'],
    isLong: true,
  },
  {
    ...live,
    to: ['ivo@interno.test'],
    story: story(
      'mail server on an internal network: never dialled',
      'servidor em rede interna: nunca é chamado',
    ),
    events: ['bounced'],
    isLong: true,
  },
]

const notSent: readonly PlannedEmail[] = [
  {
    ...live,
    to: ['zeca@gmail.com'],
    story: story('scheduled, then cancelled', 'agendado, depois cancelado'),
    events: ['cancelled'],
    scheduledInMs: 2 * hour,
    cancel: true,
  },
  {
    ...live,
    to: ['ana@gmail.com'],
    story: story('a link that lies', 'um link que mente'),
    events: ['failed'],
    html: '<p>Confirm your account: <a href="https://evil.test/login">https://www.banco.com.br</a></p>',
  },
  {
    ...live,
    to: ['helena@gmail.com', 'ana@gmail.com'],
    later: true,
    story: story(
      'suppressed since she bounced; the other gets it',
      'suprimida desde o bounce; a outra recebe',
    ),
    events: ['suppressed'],
  },
  {
    ...live,
    to: ['helena@gmail.com'],
    later: true,
    story: story('everybody suppressed', 'todos suprimidos'),
    events: [],
    refusal: 'recipient_suppressed',
  },
]

const simulators: readonly PlannedEmail[] = [
  {
    ...test,
    to: ['quem@exemplo.test'],
    story: story('test key: captured', 'chave de teste: capturado'),
    events: [],
  },
  {
    ...test,
    to: ['bounced@exemplo.test'],
    story: story('test key: a bounce', 'chave de teste: um bounce'),
    events: ['bounced'],
    code: '550 5.1.1',
  },
  {
    ...test,
    to: ['complained@exemplo.test'],
    story: story('test key: a complaint', 'chave de teste: uma denúncia'),
    events: ['complained'],
  },
  {
    ...test,
    to: ['deferred@exemplo.test'],
    story: story('test key: a delay', 'chave de teste: um adiamento'),
    events: ['deferred'],
    code: '451 4.7.1',
  },
]

const readers: readonly PlannedEmail[] = [
  'gmail.com',
  'hotmail.com',
  'uol.com.br',
  'terra.com.br',
].flatMap(domain =>
  [1, 2, 3].map(n => ({
    ...live,
    to: [`leitor${n}@${domain}`],
    story: story('one of many', 'um de muitos'),
    events: delivered,
    isOneOfMany: true as const,
  })),
)

export const plan: readonly PlannedEmail[] = [
  ...onTheWay,
  ...laterButWell,
  ...refused,
  ...notSent,
  ...simulators,
  ...readers,
]

/** After this much of the demo's time everything that can be mended is. */
export const repairAfterMs = 3 * 60_000
