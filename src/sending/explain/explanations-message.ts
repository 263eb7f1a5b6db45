/**
 * What each cause about the message, our reputation or the receiving system means in plain words.
 */
import { type Explanation, text } from './explanations-address.ts'

const operator = text(
  'This is for whoever runs this service to settle; sending it again at once does not help.',
  'Quem administra este serviço de envio precisa resolver; reenviar agora não adianta.',
)
const setUpWrong = text(
  "The mail set-up of the recipient's domain looks wrong; check the address with the person.",
  'A configuração de e-mail do domínio do destinatário parece errada; confira o endereço ' +
    'com a pessoa.',
)
const theirs = text(
  'Try again later; if it goes on, only who runs the receiving server can fix it.',
  'Tente de novo mais tarde; se continuar, só quem administra o servidor de destino pode corrigir.',
)

export const messageExplanations = {
  spam_content: {
    is: text('the message looks like spam', 'a mensagem parece spam'),
    todo: text(
      'Review the text, links and images, and write only to people who expect your email.',
      'Reveja o texto, os links e as imagens, e escreva só para quem espera o seu e-mail.',
    ),
    now: true,
  },
  virus: {
    is: text(
      'a virus or malware was found in the message',
      'foi encontrado vírus ou código malicioso na mensagem',
    ),
    todo: text(
      'Scan the attachments and the linked files before you send again.',
      'Passe um antivírus nos anexos e nos arquivos vinculados antes de enviar de novo.',
    ),
  },
  attachment_refused: {
    is: text('this kind of attachment is not accepted', 'esse tipo de anexo não é aceito'),
    todo: text(
      'Send a link instead of the file, or another file format.',
      'Envie um link em vez do arquivo, ou outro formato de arquivo.',
    ),
  },
  link_blocklisted: {
    is: text(
      'a link or domain in the message is on a blocklist',
      'um link ou domínio da mensagem está em uma lista de bloqueio',
    ),
    todo: text(
      'Take the link out, or have its domain removed from the list.',
      'Retire o link ou peça a remoção do domínio dele da lista.',
    ),
    now: true,
  },
  content_refused: {
    is: text('the content of the message is not accepted', 'o conteúdo da mensagem não é aceito'),
    todo: text('Change the content and send again.', 'Mude o conteúdo e envie de novo.'),
    quote: true,
  },
  not_compliant: {
    is: text(
      'the headers of the message do not follow the email standards',
      'os cabeçalhos da mensagem não seguem os padrões de e-mail',
    ),
    todo: text(
      'Check the From address and any headers that you add yourself.',
      'Confira o endereço do remetente e os cabeçalhos que você mesmo acrescenta.',
    ),
    quote: true,
  },
  content_format: {
    is: text(
      'the server cannot read a part of the message or of its headers',
      'o servidor não consegue ler uma parte da mensagem ou dos cabeçalhos',
    ),
    todo: text(
      'Simplify the headers and attachments, then send again.',
      'Simplifique os cabeçalhos e os anexos e envie de novo.',
    ),
    quote: true,
  },
  too_big: {
    is: text(
      'the message is larger than that server or mailbox accepts',
      'a mensagem é maior do que aquele servidor ou caixa postal aceita',
    ),
    todo: text(
      'Make the attachments smaller, or send links instead.',
      'Diminua os anexos ou envie links no lugar deles.',
    ),
  },
} as const satisfies Record<string, Explanation>

export const reputationExplanations = {
  login_required: {
    is: text(
      'that server wants a user name and password, or does not accept the ones given',
      'aquele servidor exige usuário e senha, ou não aceitou os informados',
    ),
    todo: operator,
  },
  ptr_missing: {
    is: text(
      'the sending IP address has no matching reverse DNS (PTR) record',
      'o endereço IP de envio não tem DNS reverso (PTR) correspondente',
    ),
    todo: operator,
  },
  helo_refused: {
    is: text(
      'the name with which the sending server introduces itself (EHLO) is not accepted',
      'o nome com que o servidor de envio se apresenta (EHLO) não foi aceito',
    ),
    todo: operator,
  },
  blocklisted: {
    is: text(
      'the sending IP address or domain is on a blocklist',
      'o endereço IP ou o domínio de envio está em uma lista de bloqueio',
    ),
    todo: operator,
    quote: true,
  },
  low_reputation: {
    is: text(
      'the sending IP address or domain has a poor reputation there',
      'o endereço IP ou o domínio de envio tem má reputação ali',
    ),
    todo: text(
      'Send less for a while, and only to people who open your email.',
      'Envie menos por um tempo, e só para quem costuma abrir os seus e-mails.',
    ),
    now: true,
  },
  rate_limited: {
    is: text(
      'mail from here is arriving faster than it is accepted',
      'as mensagens daqui estão chegando mais rápido do que são aceitas',
    ),
    todo: text(
      'Malote slows down by itself; spread large sendings over more time.',
      'O Malote reduz o ritmo sozinho; distribua envios grandes por mais tempo.',
    ),
  },
  too_many_connections: {
    is: text(
      'there are too many connections from here at the same time',
      'há conexões demais vindas daqui ao mesmo tempo',
    ),
    todo: text(
      'Malote opens fewer connections by itself; send again later.',
      'O Malote passa a abrir menos conexões sozinho; envie de novo mais tarde.',
    ),
  },
  too_many_recipients: {
    is: text(
      'there were more recipients than the server takes at once',
      'havia mais destinatários do que o servidor aceita de uma vez',
    ),
    todo: text('Send it again later.', 'Envie de novo mais tarde.'),
  },
  conversation_refused: {
    is: text(
      'the server would not even begin the conversation, before seeing the message or the address',
      'o servidor nem quis começar a conversa, antes de ver a mensagem ou o endereço',
    ),
    todo: operator,
    quote: true,
  },
  blocked: {
    is: text('the message was blocked', 'a mensagem foi bloqueada'),
    todo: text(
      "Look at the server's own words for the reason; the address itself may be fine.",
      'Veja nas palavras do servidor o motivo; o endereço em si pode estar certo.',
    ),
    quote: true,
  },
  policy_other: {
    is: text(
      'the message goes against a rule of the receiving server, which does not name the rule ' +
        'clearly',
      'a mensagem vai contra uma regra do servidor de destino, que não diz claramente qual',
    ),
    todo: text(
      "The address itself may be fine. Ask who runs the recipient's email which rule applies.",
      'O endereço em si pode estar certo. Pergunte a quem administra o e-mail do destinatário ' +
        'qual é a regra.',
    ),
    quote: true,
  },
} as const satisfies Record<string, Explanation>

export const systemExplanations = {
  greylisted: {
    is: text(
      'the server makes unknown senders wait a little and try again (greylisting), which is usual',
      'o servidor faz remetentes desconhecidos esperarem um pouco e tentarem de novo ' +
        '(greylisting), o ' +
        'que é comum',
    ),
    todo: text('Send it again later.', 'Envie de novo mais tarde.'),
  },
  receiver_error: {
    is: text(
      'the receiving system has an internal fault',
      'o sistema de destino está com uma falha interna',
    ),
    todo: theirs,
    quote: true,
  },
  receiver_full: {
    is: text(
      'the receiving system has run out of space or resources',
      'o sistema de destino está sem espaço ou sem recursos',
    ),
    todo: theirs,
  },
  receiver_unavailable: {
    is: text(
      'the receiving system is busy or unavailable at the moment',
      'o sistema de destino está ocupado ou indisponível no momento',
    ),
    todo: theirs,
  },
  no_mail_service: {
    is: text('that server takes no email at all', 'aquele servidor não recebe nenhum e-mail'),
    todo: setUpWrong,
  },
  no_mail_server: {
    is: text(
      'the DNS names no mail server with an address for the domain of the recipient',
      'o DNS não indica nenhum servidor de e-mail com endereço para o domínio do destinatário',
    ),
    todo: setUpWrong,
  },
  mail_loop: {
    is: text(
      'the message would go round in circles between servers (mail loop)',
      'a mensagem ficaria dando voltas entre servidores (loop)',
    ),
    todo: theirs,
  },
  no_route: {
    is: text(
      "the receiving side found no way to the recipient's mail server, or a DNS look-up failed",
      'o lado de destino não achou caminho até o servidor do destinatário, ou uma consulta de ' +
        'DNS falhou',
    ),
    todo: theirs,
  },
  expired: {
    is: text(
      'the receiving side could not hand the message on in time',
      'o lado de destino não conseguiu repassar a mensagem a tempo',
    ),
    todo: theirs,
  },
  tls_required: {
    is: text(
      'the delivery asks for an encrypted connection (TLS) that did not come about',
      'a entrega exige uma conexão criptografada (TLS), que não foi possível estabelecer',
    ),
    todo: theirs,
  },
  protocol_error: {
    is: text(
      'the two servers did not understand each other at one step of the conversation',
      'os dois servidores não se entenderam em um passo da conversa',
    ),
    todo: operator,
    quote: true,
  },
  smtputf8_missing: {
    is: text(
      'the receiving server cannot handle addresses with accents or other non-Latin letters',
      'o servidor de destino não aceita endereços com acentos ou letras não latinas',
    ),
    todo: text(
      'Ask the person for an address in plain letters.',
      'Peça à pessoa um endereço sem acentos nem letras especiais.',
    ),
  },
} as const satisfies Record<string, Explanation>
