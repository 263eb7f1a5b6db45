/**
 * What is missing for mail with REQUIRETLS (RFC 8689), in plain words. The demand is the sender's
 * own, so the way out is named each time: to send without it.
 */
import { type Explanation, text } from './explanations-address.ts'

const without = text(
  'Send it again without REQUIRETLS if it may travel like other email; else only who runs the ' +
    "recipient's domain can change this.",
  'Envie de novo sem REQUIRETLS, se ele puder seguir como os outros e-mails; senão, só quem ' +
    'administra o domínio do destinatário pode mudar isso.',
)

export const requireTlsExplanations = {
  requiretls_name_unproven: {
    is: text(
      'it was sent with REQUIRETLS and so goes only to servers that are proven to be the ' +
        "domain's own, and the recipient's domain proves its servers neither by DNSSEC nor by " +
        'an MTA-STS policy',
      'ele foi enviado com REQUIRETLS e por isso só segue para servidores comprovadamente do ' +
        'domínio, e o domínio do destinatário não comprova os seus nem por DNSSEC nem por uma ' +
        'política MTA-STS',
    ),
    todo: without,
  },
  requiretls_no_encryption: {
    is: text(
      'it was sent with REQUIRETLS and so goes only over an encrypted connection (TLS), and ' +
        '{server} offers none',
      'ele foi enviado com REQUIRETLS e por isso só segue por conexão criptografada (TLS), e ' +
        '{server} não oferece nenhuma',
    ),
    todo: without,
  },
  requiretls_certificate: {
    is: text(
      'it was sent with REQUIRETLS and so goes only to a server whose certificate holds, and ' +
        '{server} showed one that is not valid for it',
      'ele foi enviado com REQUIRETLS e por isso só segue para um servidor de certificado ' +
        'válido, e {server} apresentou um que não vale para ele',
    ),
    todo: without,
  },
  requiretls_not_offered: {
    is: text(
      'it was sent with REQUIRETLS, and {server} does not promise to pass it on over ' +
        'protected connections only: it does not offer that extension',
      'ele foi enviado com REQUIRETLS, e {server} não promete repassá-lo só por conexões ' +
        'protegidas: não oferece essa extensão',
    ),
    todo: without,
  },
  requiretls_refused: {
    is: text(
      'the message was sent with REQUIRETLS, and that cannot be kept on the rest of the way',
      'a mensagem foi enviada com REQUIRETLS, e isso não pode ser cumprido no resto do caminho',
    ),
    todo: without,
    quote: true,
  },
  requiretls_relay: {
    is: text(
      'it was sent with REQUIRETLS, and the relay server through which this installation ' +
        'sends does not offer that over a protected connection',
      'ele foi enviado com REQUIRETLS, e o servidor de relay usado por esta instalação não ' +
        'oferece isso em conexão protegida',
    ),
    todo: text(
      'Send it again without REQUIRETLS if it may travel like other email; else whoever runs ' +
        'this service needs another relay server, or none.',
      'Envie de novo sem REQUIRETLS, se ele puder seguir como os outros e-mails; senão, quem ' +
        'administra este serviço de envio precisa de outro servidor de relay, ou de nenhum.',
    ),
  },
} as const satisfies Record<string, Explanation>
