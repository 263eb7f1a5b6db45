/**
 * What each cause about an address, the sender's or the recipient's, means in plain words. `is`
 * goes on after "according to its reply,"; `todo` is what the sender can do. `now` marks advice
 * that is worth following while the email is still being retried.
 */
import type { Text } from '#kernel/base/languages.ts'

export interface Explanation {
  readonly is: Text
  readonly todo: Text
  readonly now?: boolean
  /** The server's own words add something: quote them. */
  readonly quote?: boolean
}

export const text = (en: string, pt: string): Text => ({ en, pt })

const correct = text(
  'Check the address for typing errors and take it out of your lists.',
  'Confira se o endereço foi digitado corretamente e retire-o das suas listas.',
)
const another = text(
  'Reach the person another way, or try again in a few days.',
  'Procure a pessoa por outro meio ou tente de novo em alguns dias.',
)

export const recipientExplanations = {
  unknown_user: {
    is: text('this mailbox does not exist', 'essa caixa postal não existe'),
    todo: correct,
  },
  unknown_domain: {
    is: text(
      'the domain of the address does not exist or has no mail server',
      'o domínio do endereço não existe ou não tem servidor de e-mail',
    ),
    todo: correct,
  },
  null_mx: {
    is: text(
      'the domain of the address declares that it takes no email at all (null MX)',
      'o domínio do endereço declara que não recebe nenhum e-mail (MX nulo)',
    ),
    todo: correct,
  },
  moved: {
    is: text(
      'the recipient is no longer on that server',
      'o destinatário não está mais nesse servidor',
    ),
    todo: text('Ask the person for the new address.', 'Peça à pessoa o endereço novo.'),
  },
  bad_address: {
    is: text(
      'the address is not written as an email address must be',
      'o endereço não está escrito como um endereço de e-mail válido',
    ),
    todo: correct,
  },
  mailbox_full: {
    is: text("the recipient's mailbox is full", 'a caixa postal do destinatário está cheia'),
    todo: text(
      'Only the recipient can make room; try again in a few days.',
      'Só o destinatário pode liberar espaço; tente de novo em alguns dias.',
    ),
  },
  mailbox_disabled: {
    is: text(
      "the recipient's account is disabled or inactive",
      'a conta do destinatário está desativada ou inativa',
    ),
    todo: text(
      'The account may come back, but stop writing to it if this repeats.',
      'A conta pode voltar, mas pare de escrever para ela se isso se repetir.',
    ),
  },
  mailbox_unavailable: {
    is: text(
      "the recipient's mailbox cannot take mail at the moment",
      'a caixa postal do destinatário não pode receber mensagens no momento',
    ),
    todo: another,
    quote: true,
  },
  recipient_refused: {
    is: text(
      'the server does not take mail for this address',
      'o servidor não aceita mensagens para esse endereço',
    ),
    todo: text(
      'Often, though not always, that means that it does not exist: check it with the person.',
      'Muitas vezes, mas nem sempre, isso quer dizer que ele não existe: confira-o com a pessoa.',
    ),
    quote: true,
  },
  recipient_busy: {
    is: text(
      'the recipient is getting more mail than the server allows at a time',
      'o destinatário está recebendo mais mensagens do que o servidor permite de uma vez',
    ),
    todo: text(
      'Send again later, and send less often to this address.',
      'Envie de novo mais tarde e com menos frequência para esse endereço.',
    ),
  },
  ambiguous_address: {
    is: text(
      'the address fits more than one mailbox on that server',
      'o endereço corresponde a mais de uma caixa postal nesse servidor',
    ),
    todo: text('Ask the person for the exact address.', 'Peça à pessoa o endereço exato.'),
  },
  restricted_recipient: {
    is: text(
      'the recipient takes mail only from senders allowed beforehand, such as people inside the ' +
        'organisation',
      'o destinatário só aceita mensagens de remetentes autorizados, como pessoas da própria ' +
        'organização',
    ),
    todo: text(
      'Ask the recipient, or who runs their email, to allow your address.',
      'Peça ao destinatário, ou a quem administra o e-mail dele, que autorize o seu endereço.',
    ),
  },
  unconfirmed_user: {
    is: text(
      'the mailbox is unknown, yet the code in front of it stands for a policy block, so it is ' +
        'not certain that the address is wrong',
      'a caixa postal é desconhecida, mas o código que a acompanha é de bloqueio por política; ' +
        'por isso não é certo que o endereço esteja errado',
    ),
    todo: text('Check the address with the person.', 'Confira o endereço com a pessoa.'),
  },
} as const satisfies Record<string, Explanation>

export const senderExplanations = {
  sender_refused: {
    is: text(
      "the sender's address or domain is not accepted, or could not be verified",
      'o endereço ou o domínio do remetente não foi aceito, ou não pôde ser verificado',
    ),
    todo: text(
      'Check that the sending domain exists, has an MX record and is shown as verified here.',
      'Confira se o domínio de envio existe, tem registro MX e aparece aqui como verificado.',
    ),
    now: true,
  },
  sender_smtputf8: {
    is: text(
      "the receiving server cannot handle the accents or non-Latin letters in the sender's address",
      'o servidor de destino não aceita os acentos ou as letras não latinas do endereço do remetente',
    ),
    todo: text(
      'Send from an address in plain letters.',
      'Envie a partir de um endereço sem acentos nem letras especiais.',
    ),
  },
  spf: {
    is: text(
      "the SPF check of the sender's domain failed",
      'a verificação de SPF do domínio do remetente falhou',
    ),
    todo: text(
      'Compare the SPF and return-path records shown for your domain with what your DNS publishes.',
      'Compare os registros de SPF e de return-path indicados para o seu domínio com o que o ' +
        'seu DNS publica.',
    ),
    now: true,
  },
  dkim: {
    is: text(
      'the DKIM signature of the message was not accepted',
      'a assinatura DKIM da mensagem não foi aceita',
    ),
    todo: text(
      'Check the DKIM record of your domain: it must be published exactly as shown here.',
      'Confira o registro DKIM do seu domínio: ele precisa estar publicado exatamente como ' +
        'indicado aqui.',
    ),
    now: true,
  },
  dmarc: {
    is: text(
      "the message does not pass the DMARC policy of the sender's domain",
      'a mensagem não passa na política de DMARC do domínio do remetente',
    ),
    todo: text(
      "Verify your domain's DKIM and return-path records, so that they carry the same domain as " +
        'the sender.',
      'Verifique os registros de DKIM e de return-path do seu domínio, para que tenham o mesmo ' +
        'domínio do remetente.',
    ),
    now: true,
  },
  auth_failure: {
    is: text(
      'the message is not authenticated well enough (SPF, DKIM or DMARC)',
      'a autenticação da mensagem (SPF, DKIM ou DMARC) não foi suficiente',
    ),
    todo: text(
      'Check all DNS records of your sending domain and verify it again.',
      'Confira todos os registros de DNS do seu domínio de envio e verifique-o de novo.',
    ),
    now: true,
  },
  relaying_denied: {
    is: text(
      "that server is not responsible for the recipient's domain (relaying denied)",
      'aquele servidor não responde pelo domínio do destinatário (relay negado)',
    ),
    todo: text(
      "The MX record of the recipient's domain is probably wrong; who runs that domain can fix it.",
      'O registro MX do domínio do destinatário provavelmente está errado; quem administra esse ' +
        'domínio pode corrigir.',
    ),
  },
} as const satisfies Record<string, Explanation>
