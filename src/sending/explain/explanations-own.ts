/**
 * What happened where no server gave a reply to explain: look-ups, connections, TLS, our own
 * limits; and why an email failed at intake or was withheld. `{server}` is the receiving server by
 * its name.
 */
import type { Text } from '#kernel/base/languages.ts'
import type { SuppressionReason } from '../suppression/reasons.ts'
import { type Explanation, text } from './explanations-address.ts'

const wait = text(
  "Try again later; if it goes on, only who runs the recipient's domain can fix it.",
  'Tente de novo mais tarde; se continuar, só quem administra o domínio do destinatário pode ' +
    'corrigir.',
)

export const ownExplanations = {
  dns_failure: {
    is: text(
      "the DNS servers of the recipient's domain gave no usable answer, so its mail server is " +
        'not known',
      'os servidores de DNS do domínio do destinatário não deram uma resposta utilizável; ' +
        'assim, não se sabe qual é o servidor de e-mail dele',
    ),
    todo: wait,
  },
  domain_not_found_yet: {
    is: text(
      "the DNS says that the recipient's domain does not exist; before believing it, we look a " +
        'second time at least one hour later',
      'o DNS diz que o domínio do destinatário não existe; antes de dar isso como certo, ' +
        'consultamos de novo pelo menos uma hora depois',
    ),
    todo: text(
      'Check the part of the address after the @ for typing errors.',
      'Confira se a parte do endereço depois do @ foi digitada corretamente.',
    ),
    now: true,
  },
  mx_internal: {
    is: text(
      "the recipient's domain points its mail to internal network addresses, to which we never " +
        'connect',
      'o domínio do destinatário aponta o e-mail para endereços de rede interna, aos quais ' +
        'nunca nos conectamos',
    ),
    todo: wait,
  },
  connection_failed: {
    is: text('no connection to {server} came about', 'não foi possível conectar com {server}'),
    todo: wait,
  },
  timeout: {
    is: text('{server} did not answer in time', '{server} não respondeu a tempo'),
    todo: wait,
  },
  connection_lost: {
    is: text(
      'the connection to {server} broke off before the message was handed over',
      'a conexão com {server} caiu antes de a mensagem ser entregue',
    ),
    todo: wait,
  },
  connection_lost_after_dot: {
    is: text(
      'the whole message was sent to {server}, but the connection broke off before it confirmed',
      'a mensagem inteira foi enviada para {server}, mas a conexão caiu antes da confirmação',
    ),
    todo: text(
      'Ask the person whether the email arrived before you send it again.',
      'Pergunte à pessoa se o e-mail chegou antes de enviar de novo.',
    ),
  },
  garbled_reply: {
    is: text(
      '{server} answered with something that is not a valid SMTP reply',
      '{server} respondeu algo que não é uma resposta SMTP válida',
    ),
    todo: wait,
    quote: true,
  },
  tls_failed: {
    is: text(
      'an encrypted connection (TLS) to {server} could not be set up',
      'não foi possível estabelecer uma conexão criptografada (TLS) com {server}',
    ),
    todo: wait,
  },
  tls_required_by_policy: {
    is: text(
      "the recipient's domain demands a verified encrypted connection (MTA-STS or DANE), and " +
        '{server} did not offer one; we never go below what the domain demands',
      'o domínio do destinatário exige conexão criptografada e verificada (MTA-STS ou DANE), e ' +
        '{server} não a ofereceu; nunca entregamos com menos do que o domínio exige',
    ),
    todo: text(
      "Who runs the recipient's domain must fix its certificate or its policy.",
      'Quem administra o domínio do destinatário precisa corrigir o certificado ou a política.',
    ),
  },
  requiretls_undecided: {
    is: text(
      'it was sent with REQUIRETLS and so goes only to servers that are proven to be the ' +
        "domain's own, and the DNS or the MTA-STS policy page that says which they are gave no " +
        'usable answer',
      'ele foi enviado com REQUIRETLS e por isso só segue para servidores comprovadamente do ' +
        'domínio, e o DNS ou a página da política MTA-STS que diz quais são não deu uma ' +
        'resposta utilizável',
    ),
    todo: wait,
  },
  relay_failed: {
    is: text(
      'the relay server through which this installation sends did not take the message',
      'o servidor de relay usado por esta instalação não aceitou a mensagem',
    ),
    todo: text(
      'Whoever runs this service should check the relay settings.',
      'Quem administra este serviço de envio deve conferir a configuração do relay.',
    ),
  },
  slowed: {
    is: text(
      'deliveries to {server} are slowed down for a while, ' +
        'as mail from here is accepted there more slowly than it comes',
      'as entregas para {server} estão em ritmo reduzido por um tempo, ' +
        'porque lá as mensagens daqui são aceitas mais devagar do que chegam',
    ),
    todo: text('Spread large sendings over more time.', 'Distribua envios grandes por mais tempo.'),
  },
  paused: {
    is: text(
      'sending from this account is paused, and mail already in the queue waits too',
      'o envio desta conta está pausado, e o que já está na fila também espera',
    ),
    todo: text(
      'See the reason, the figures and the way out in the dashboard.',
      'Veja no painel o motivo, os números e como resolver.',
    ),
    now: true,
  },
  source_warming: {
    is: text(
      'the address that it leaves from is new to {server} and is being warmed up: a limited number ' +
        'goes out per day, twice as many after each good day, and the rest waits for its day',
      'o endereço IP de saída é novo para {server} e está em aquecimento: sai uma quantidade ' +
        'limitada por dia, o dobro a cada dia bom, e o restante espera o seu dia',
    ),
    todo: text(
      'It goes by itself; whoever runs this installation may add addresses or raise the stage.',
      'Ela sai sozinha; quem opera esta instalação pode acrescentar endereços ou avançar a etapa.',
    ),
  },
  source_paused: {
    is: text(
      'the addresses that it may leave from are paused by whoever runs this installation',
      'os endereços IP dos quais ela pode sair foram pausados por quem opera esta instalação',
    ),
    todo: text(
      'It goes by itself once they are resumed; ask whoever runs this installation.',
      'Ela sai sozinha quando eles forem retomados; fale com quem opera esta instalação.',
    ),
  },
  source_missing: {
    is: text(
      'the addresses that it may leave from are on none of the running servers',
      'os endereços IP dos quais ela pode sair não estão em nenhum dos servidores ativos',
    ),
    todo: text(
      'It goes by itself once one of them is there again; ask whoever runs this installation.',
      'Ela sai sozinha quando um deles voltar; fale com quem opera esta instalação.',
    ),
  },
  warming_up: {
    is: text(
      'the sending domain is new to marketing email and is being warmed up: a limited number goes ' +
        'out per day, twice as many after each day with sending, and the rest waits for its day',
      'o domínio de envio é novo em e-mails de marketing e está em aquecimento: sai uma ' +
        'quantidade limitada por dia, o dobro a cada dia com envios, e o restante espera o seu dia',
    ),
    todo: text(
      'Receivers trust a domain that grows slowly; write first to the people who read you most.',
      'Os destinos confiam em um domínio que cresce aos poucos; escreva primeiro a quem mais lê ' +
        'as suas mensagens.',
    ),
  },
  held_by_operator: {
    is: text(
      'whoever runs this installation holds it back for now',
      'quem opera esta instalação está segurando o envio por enquanto',
    ),
    todo: text(
      'Whoever runs this installation can say when it goes on.',
      'Quem opera esta instalação pode dizer quando ele segue.',
    ),
    now: true,
  },
  returned_by_operator: {
    is: text(
      'whoever runs this installation returned it before it was handed over',
      'quem opera esta instalação a devolveu antes da entrega',
    ),
    todo: text(
      'Ask whoever runs this installation before you send it again.',
      'Fale com quem opera esta instalação antes de enviar de novo.',
    ),
  },
} as const satisfies Record<string, Explanation>

/** Why an email `failed`: at the intake check, or because the send itself broke. */
export const failures: Readonly<Record<string, { is: Text; todo: Text }>> = {
  phishing_link_mismatch: {
    is: text(
      'the text of a link names one site while the link leads to another, as phishing does',
      'o texto de um link mostra um site, mas o link leva a outro, como em golpes de phishing',
    ),
    todo: text(
      'Make the text of the link match its target, then send again.',
      'Faça o texto do link corresponder ao destino e envie de novo.',
    ),
  },
  credential_bait: {
    is: text(
      'it asks for passwords or other secrets and uses a domain that imitates a known one',
      'ela pede senhas ou outros dados sigilosos e usa um domínio que imita um conhecido',
    ),
    todo: text(
      'Use links to your own domain only, and do not ask for secrets by email.',
      'Use apenas links do seu próprio domínio e não peça dados sigilosos por e-mail.',
    ),
  },
  blocklisted_link: {
    is: text(
      'it holds a link to a site that is on a blocklist',
      'ela contém um link para um site que está em uma lista de bloqueio',
    ),
    todo: text(
      'Take the link out, or have its domain removed from the list.',
      'Retire o link ou peça a remoção do domínio dele da lista.',
    ),
  },
  spam_check: {
    is: text('the spam filter took it for spam', 'o filtro antispam a considerou spam'),
    todo: text(
      'Review the text, links and images, then send again.',
      'Reveja o texto, os links e as imagens e envie de novo.',
    ),
  },
}

interface OwnFailure {
  readonly is: Text
  readonly todo: Text
  /** Null: on nobody's. */
  readonly side?: 'sender' | null
}

/** Reasons in which the content is not to blame; on our side unless `side` says otherwise. */
export const ownFailures: Readonly<Record<string, OwnFailure>> = {
  domain_not_verified: {
    is: text(
      'the domain that it is sent from is no longer verified',
      'o domínio do remetente não está mais verificado',
    ),
    todo: text(
      'Verify the domain again, then send again.',
      'Verifique o domínio de novo e depois envie outra vez.',
    ),
    side: 'sender',
  },
  content_gone: {
    is: text(
      'its content was erased before it could be delivered',
      'o conteúdo foi apagado antes que ele pudesse ser entregue',
    ),
    todo: text(
      'If it should still arrive, send it again.',
      'Se ele ainda deve chegar, envie de novo.',
    ),
    side: null,
  },
  render_error: {
    is: text(
      'the message could not be put together from its parts',
      'não foi possível montar a mensagem a partir das suas partes',
    ),
    todo: text(
      'Check attachments and unusual characters; if it repeats, tell whoever runs this service.',
      'Confira anexos e caracteres incomuns; se acontecer de novo, avise quem administra este ' +
        'serviço de envio.',
    ),
  },
  sending_failed: {
    is: text(
      'an internal fault kept stopping the delivery',
      'uma falha interna interrompeu a entrega repetidas vezes',
    ),
    todo: text(
      'Send it again; if it repeats, tell whoever runs this service.',
      'Envie de novo; se acontecer outra vez, avise quem administra este serviço de envio.',
    ),
  },
}

/** Why an address is on the suppression list. */
export const suppressionReasons: Readonly<Record<string, Text>> = {
  hard_bounce: text(
    'an earlier email was refused because the address does not exist',
    'um e-mail anterior foi recusado porque o endereço não existe',
  ),
  complaint: text(
    'the person marked an earlier email as spam',
    'a pessoa marcou um e-mail anterior como spam',
  ),
  unsubscribe: text('the person unsubscribed', 'a pessoa cancelou a inscrição'),
  manual: text('it was added by hand', 'ele foi incluído manualmente'),
  repeated_soft_bounce: text(
    'emails to it failed on three different days within 14 days',
    'e-mails para ele falharam em três dias diferentes dentro de 14 dias',
  ),
} satisfies Readonly<Record<SuppressionReason, Text>>

/** Why an opening or a click is taken for a program's. */
export const machineReasons: Readonly<Record<string, Text>> = {
  scanner: text('it came from a security scanner', 'veio de um verificador de segurança'),
  proxy: text(
    'it came from a proxy that loads images in advance',
    'veio de um proxy que carrega imagens com antecedência',
  ),
  prefetch: text(
    'it was loaded in advance by a program',
    'foi carregado com antecedência por um programa',
  ),
  too_soon: text('it came within seconds of delivery', 'veio poucos segundos depois da entrega'),
  head_request: text('the request asked for headers only', 'a requisição pediu só os cabeçalhos'),
  burst: text(
    'several links of the email were followed at once',
    'vários links do email foram seguidos ao mesmo tempo',
  ),
}
