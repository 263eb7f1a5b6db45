/** What help says, in Portuguese, by what it says in English. A test finds what is missing. */
export const portuguese: Readonly<Record<string, string>> = {
  'Operate a Malote installation: accounts, projects, keys, domains, checks.':
    'Opera uma instalação do Malote: contas, projetos, chaves, domínios, verificações.',
  'print one JSON object': 'imprime um objeto JSON',
  'print the version': 'imprime a versão',
  'display help for command': 'mostra a ajuda do comando',
  'Run the service on this machine; Ctrl-C drains and stops it.':
    'Executa o serviço nesta máquina; Ctrl-C conclui o que está em andamento e para.',
  'Run it to try things out: on one port, in test mode, with a database of its own.':
    'Executa para experimentar: em uma porta só, em modo de teste, com banco de dados próprio.',
  'port of API and dashboard': 'porta da API e do painel',
  'Addresses that mail leaves from.': 'Endereços IP de onde os e-mails saem.',
  'List them, pool by pool, with how far each is warmed up.':
    'Lista-os, grupo por grupo, com o aquecimento de cada um.',
  'Add an address of this machine; it is warmed up unless it has a history.':
    'Acrescenta um endereço desta máquina; ele é aquecido, a menos que tenha histórico.',
  'what it says in EHLO; DNS leads there and back':
    'o que ele diz no EHLO; o DNS leva até lá e de volta',
  'it has a history: no limits of the day': 'tem histórico: sem limites diários',
  'stage of the warm-up to begin with, 1 to 10': 'etapa do aquecimento para começar, de 1 a 10',
  'Change an address, or for whom its pool is.': 'Altera um endereço, ou de quem é seu grupo.',
  'Remove an address; what waits for it leaves from the others of its pool.':
    'Remove um endereço; o que espera por ele sai dos outros do grupo.',
  'Let nothing leave from it until it is resumed.': 'Não deixa sair nada dele até ser retomado.',
  'Let mail leave from it again.': 'Deixa os e-mails saírem dele de novo.',
  'Take its warm-up a stage further at every provider.':
    'Avança uma etapa do aquecimento em cada provedor.',
  'pool of addresses that share their mail': 'grupo de endereços que dividem os e-mails',
  'whose the pool is, by commas; "none": everybody’s':
    'de quem é o grupo, separados por vírgulas; "none": de todos',
  'of the pool: transactional, marketing; "none": all':
    'do grupo: transactional, marketing; "none": todos',
  'Send an email, by the rules of the API.': 'Envia um e-mail, pelas regras da API.',
  'recipients, separated by commas': 'destinatários, separados por vírgulas',
  sender: 'remetente',
  subject: 'assunto',
  'what it says': 'o que ele diz',
  "project; else that of the sender's domain, or the operator's first":
    'projeto; se omitido, o do domínio do remetente ou o primeiro do operador',
  "live or test; live where the sender's domain is verified, unless given":
    'live ou test; se omitido, live quando o domínio do remetente está verificado',
  'Accounts: who sends.': 'Contas: quem envia.',
  'Create an account with its first project.': 'Cria uma conta com seu primeiro projeto.',
  'address of the owner, counted as verified':
    'endereço do responsável, considerado como verificado',
  'for the dashboard': 'para o painel',
  'Change an account.': 'Altera uma conta.',
  'pause sending': 'pausa o envio',
  'most overage per period, such as 25.00; "none" removes it':
    'máximo de excedente por período, como 25.00; "none" remove o limite',
  'CNPJ or EU VAT number of the company; "none" removes it':
    'CNPJ ou número de IVA da UE da empresa; "none" remove',
  'a payment method is known': 'há uma forma de pagamento',
  'none is known': 'não há nenhuma',
  'calls per second of its keys': 'chamadas por segundo de suas chaves',
  'its members run this installation': 'seus membros operam esta instalação',
  'orders paid with test money are good': 'pedidos pagos com dinheiro de teste valem',
  'they are not': 'não valem',
  'most overage on credit, such as 100.00; "rule" for the rule':
    'máximo de excedente a crédito, como 100.00; "rule" para a regra',
  'Make the account of the first start yours: by your address, without limits.':
    'Torna sua a conta do primeiro início: com seu endereço, sem limites.',
  'for the dashboard; without it a link to choose one':
    'para o painel; sem ela, um link para escolher uma',
  "another than the operator's first": 'outra que não a primeira do operador',
  'Help a member in: set a password, or print a link to choose one.':
    'Ajuda um membro a entrar: define uma senha ou imprime um link para escolher uma.',
  'take two-step log-in off, too': 'desativa também a verificação em duas etapas',
  'remove their passkeys, too': 'remove também as chaves de acesso',
  'forget who they are at the identity provider, too':
    'esquece também quem a pessoa é no provedor de identidade',
  'List accounts, oldest first.': 'Lista as contas, das mais antigas às mais novas.',
  'at most so many': 'no máximo esta quantidade',
  'those behind this one': 'as que vêm depois desta',
  'Close an account for good: its projects end, who its people were is erased.':
    'Encerra uma conta em definitivo: seus projetos acabam, os dados de suas pessoas são apagados.',
  'there is no way back': 'não há volta',
  'List the projects of an account.': 'Lista os projetos de uma conta.',
  'List the keys of a project, without their secret part.':
    'Lista as chaves de um projeto, sem a parte secreta.',
  'List the domains of a project.': 'Lista os domínios de um projeto.',
  'Show an account.': 'Mostra uma conta.',
  'name of the account': 'nome da conta',
  plan: 'plano',
  trust: 'confiança',
  'IANA name, such as America/Sao_Paulo': 'nome IANA, como America/Sao_Paulo',
  language: 'idioma',
  'Projects: what keys belong to.': 'Projetos: aquilo a que as chaves pertencem.',
  'Create a project.': 'Cria um projeto.',
  account: 'conta',
  name: 'nome',
  'API keys.': 'Chaves da API.',
  'Create a key; it is shown this once.': 'Cria uma chave; ela é mostrada só desta vez.',
  project: 'projeto',
  'live or test': 'live (real) ou test (teste)',
  scope: 'escopo',
  'addresses or ranges that may use it': 'endereços ou faixas que podem usá-la',
  'calls per second; 0: no limit': 'chamadas por segundo; 0: sem limite',
  'days for which it is good; without it, for ever': 'dias pelos quais vale; sem isto, para sempre',
  'Delete a key; it stops working at once.': 'Exclui uma chave; ela deixa de valer na hora.',
  'Sending domains.': 'Domínios de envio.',
  'Register a domain; prints the DNS records to publish.':
    'Registra um domínio; imprime os registros DNS a publicar.',
  'Say that it has a history elsewhere: its marketing mail needs no warming up.':
    'Diz que ele já tem histórico em outro lugar: seu marketing não precisa de aquecimento.',
  'Look at its DNS records now.': 'Consulta seus registros DNS agora.',
  'vouch for it instead: no DNS look-up': 'atesta por ele: sem consulta ao DNS',
  'Check the installation and say how to fix what is wrong.':
    'Verifica a instalação e diz como corrigir o que está errado.',
  'of the findings': 'do que foi encontrado',
  "Take one recipient's data out of a project's emails and timelines.":
    'Retira os dados de um destinatário dos e-mails e históricos de um projeto.',
  'Campaigns under way.': 'Campanhas em andamento.',
  'Pause a campaign; says how many letters are being delivered at this moment.':
    'Pausa uma campanha; diz quantas mensagens estão sendo entregues neste momento.',
  'Let a paused campaign go on.': 'Retoma uma campanha pausada.',
  'End a campaign; letters that nobody has begun to deliver are taken back.':
    'Encerra uma campanha; mensagens cuja entrega ninguém começou são recolhidas.',
  'People who may be written to.': 'Pessoas a quem se pode escrever.',
  'Write all contacts of a project to standard output.':
    'Escreve todos os contatos de um projeto na saída padrão.',
  'csv or ndjson': 'csv ou ndjson',
  'Import contacts from a CSV or NDJSON file, by the names in its header.':
    'Importa contatos de um arquivo CSV ou NDJSON, pelos nomes do cabeçalho.',
  'Proof of consent.': 'Prova de consentimento.',
  'Check a downloaded file of consents; needs no database.':
    'Confere um arquivo baixado de consentimentos; não precisa de banco de dados.',
  "the project's key, from /.well-known/malote/consents/{project}.pem; without it nothing says whose the file is":
    'a chave do projeto, de /.well-known/malote/consents/{project}.pem; sem ela nada diz de quem é o arquivo',
  'the published heads of its days, from …/{project}.json':
    'os resumos publicados de seus dias, de …/{project}.json',
  'Money: subscriptions and invoices.': 'Dinheiro: assinaturas e faturas.',
  'How the installation stands with money.': 'Como a instalação está em relação a dinheiro.',
  'Look at the provider, then say how the account stands.':
    'Consulta o provedor e diz como a conta está.',
  'Do now what the jobs of each minute would.': 'Faz agora o que as tarefas de cada minuto fariam.',
  'Compare every account with the provider.': 'Compara cada conta com o provedor.',
  'Invoices, newest first.': 'Faturas, das mais novas às mais antigas.',
  'only these': 'só estas',
  "An order in the owner's name.": 'Um pedido em nome do responsável.',
  currency: 'moeda',
  'agreed price of a month': 'preço combinado por mês',
  'card or invoice': 'card (cartão) ou invoice (fatura)',
  'Paid outside of the provider.': 'Pago fora do provedor.',
  'what the payment is known by': 'identificação do pagamento',
  'day on which the money came (2026-11-24); today if left out':
    'dia em que o dinheiro entrou (2026-11-24); sem ela, hoje',
  'what came: the whole of the invoice': 'o que entrou: a fatura inteira',
  'Give money back.': 'Devolve dinheiro.',
  why: 'motivo',
  'the subscription ends with it': 'a assinatura termina junto',
  'Nobody has to pay it any more.': 'Ninguém precisa mais pagá-la.',
  'The nodes of this installation.': 'Os servidores desta instalação.',
  'List them: what each does, and how far one is that drains.':
    'Lista os servidores: o que cada um faz e, de um que está sendo esvaziado, em que ponto está.',
  'Have a node take no new mail and finish what it has.':
    'Faz um servidor não receber novos e-mails e concluir o que tem.',
  'Have a node that drains work again.':
    'Faz um servidor que estava sendo esvaziado voltar a trabalhar.',
  'Secrets in the database: signing keys, webhook and two-step secrets.':
    'Segredos no banco de dados: chaves de assinatura, segredos de webhook e de duas etapas.',
  'Seal what is plain or sealed under a former key, and say under which key.':
    'Sela o que está aberto ou sob uma chave anterior, e diz sob qual chave.',
  'Make a new key in the key file and seal everything under it; the service forgets the former one an hour later.':
    'Cria uma chave nova no arquivo de chaves e sela tudo com ela; o serviço esquece a anterior uma hora depois.',
  'Several installations that share their customers, and the proxy in front.':
    'Várias instalações que dividem os clientes, e o proxy na frente delas.',
  'Print the configuration of HAProxy that leads each call to its cell.':
    'Imprime a configuração do HAProxy que leva cada chamada à sua célula.',
  'Print the map that this configuration reads.': 'Imprime o mapa que essa configuração lê.',
  'a1=https://node,https://node,host: where its nodes are, and its own hosts':
    'a1=https://nó,https://nó,host: onde ficam os nós dela, e os seus próprios hosts',
  'Say which cell has an address, a domain or an account (acc_…).':
    'Diz qual célula tem um endereço, um domínio ou uma conta (acc_…).',
  'Move an account (acc_…) of this cell to another one, and go on where that was broken off.':
    'Muda uma conta (acc_…) desta célula para outra, e continua de onde foi interrompido.',
  'the two characters of the other cell': 'os dois caracteres da outra célula',
  'the database of the other cell: postgres://user:password@host/name':
    'o banco de dados da outra célula: postgres://usuario:senha@host/nome',
  'where the other cell takes calls that come here: its MALOTE_BASE_URL':
    'onde a outra célula recebe as chamadas que chegam aqui: a MALOTE_BASE_URL dela',
  'take it back, as long as it is not being opened there':
    'desfaz, enquanto não está sendo aberta lá',
  'once it is done: remove the rows that are kept here':
    'depois de terminar: remove as linhas que ficaram guardadas aqui',
  'where it listens': 'onde ele escuta',
  'certificate with key (PEM), or a folder; without, plain http':
    'certificado com chave (PEM), ou uma pasta; sem ele, http puro',
  'where its map lies': 'onde fica o mapa',
  'connections passed on as they are: 203.0.113.7:25,10.0.1.5:2525; may be repeated':
    'conexões passadas adiante como são: 203.0.113.7:25,10.0.1.5:2525; pode se repetir',
  'Bring the database to this version and say what was done.':
    'Traz o banco de dados a esta versão e diz o que foi feito.',
  'Take suppressions, contacts, templates and domains out of exports of a service.':
    'Aproveita supressões, contatos, modelos e domínios de exportações de um serviço.',
  'where they come from': 'de onde vêm',
  'CSV or JSON, as its dashboard or API writes them':
    'CSV ou JSON, como o painel ou a API do serviço os escreve',
  'only say what would be taken': 'só diz o que seria aproveitado',
  'Write everything into one file while the service runs: rows, key, pictures.':
    'Grava tudo em um arquivo com o serviço em execução: linhas, chave, imagens.',
  'a file that is not there yet, or a folder': 'um arquivo que ainda não existe, ou uma pasta',
  'Put a backup into an empty database.': 'Restaura um backup em um banco de dados vazio.',
  'the file, or the folder with the newest': 'o arquivo, ou a pasta com o mais novo',
  'The database of the installation.': 'O banco de dados da instalação.',
  'Copy all rows into another database and compare them; the old one is untouched.':
    'Copia todas as linhas para outro banco de dados e as compara; o antigo não é alterado.',
  'an empty database: postgres://user:password@host/name':
    'um banco de dados vazio: postgres://usuario:senha@host/nome',
  'go on with a move that was broken off': 'continua uma mudança interrompida',
  'After pg_restore: have lists keep their order, and what comes follow it.':
    'Depois de pg_restore: faz as listas manterem a ordem, e o que vier seguir depois.',
  'take live email of more than a day ago along into the future (MALOTE_CLOCK_AHEAD), for good':
    'leva e-mails reais de mais de um dia atrás para o futuro (MALOTE_CLOCK_AHEAD), em definitivo',
}
