/**
 * Replies about an address: first the sender's (whose domain may "not exist" either), then the
 * recipient's. Only these rules can suppress, so their wordings are narrow and their `unless` wide.
 */
import { any, type Rule } from './rule.ts'

const user =
  'user|users|usr|username|login|person|recipient|recipients|mailbox|mailboxes|account|' +
  'address|addresses|addressee|customer|subscriber'
const usuario =
  'usuario|usuarios|destinatario|destinatarios|caixa|conta|endereco|mailbox|email|' +
  'correo|buzon|cuenta|direccion'
const usager = 'utilisateur|destinataire|adresse|compte|boite'
const recipient = 'user|rcpt|recipient|recipients|mailbox|account|addressee|customer|subscriber'
const nutzer =
  'benutzer|nutzer|empfanger|empfangers|postfach|adresse|empfangeradresse|mailadresse|konto|' +
  'benutzername|teilnehmer|mailbox|emailadresse'
const utente = 'utente|destinatario|casella|indirizzo|account|mailbox'
const gone = 'unknown|nonexistent|nonexisting|inexistent|unrecognized|unrecognised|undefined'

const policyWords = any(`blocked|spam`)
const notAboutUser = any(`
    ip|client|source|remote|sending|return|reply|from address|addresses,
    unknown error|reason|failure|command|problem|mailer|issue|status|cause|host|sender|client,
    address family, password|credentials|authentication,
    absender|absenderadresse|expediteur|remitente|mittente|remetente|afzender,
    from header|field|line
  `)
/** What a receiver has of its own, whose lack says nothing of whom it is for. */
const machinery =
  'directory|directories|folder|homedir|file|path|database|table|map|transport|filesystem|volume|' +
  'partition|disk|socket|script|program|command|agent|service|server|backend|storage|store|spool|' +
  'maildir|maildrop|nexthop|mailhost|mailstore|diretorio|pasta|arquivo|banco|directorio|archivo|' +
  'verzeichnis|datei|datenbank|repertoire|dossier|fichier'
const machineryLacks = any(`
  ${machinery} does|do|did not exist, ${machinery} doesnt|didnt|dont|nonexistent exist?,
  ${machinery} is|was? not found, ${machinery} isnt|wasnt|cannot|cant be? found, ${machinery} is? missing,
  no such file|database|table|service|command|transport|server|directory|program,
  ${machinery} nao|no existe|encontrado|encontrada, ${machinery} nicht gefunden|vorhanden,
  ${machinery} introuvable|inexistant, cannot|could|couldnt|unable not? to? open mailbox|maildir|file,
  cannot|couldnt|cant chdir|stat|access home|homedir|directory|maildir
`)
/** Nor where the user is what was not found, in a directory or by a server. */
const userLacks = any(`
  ${user} not found|known|exist|listed|registered, ${user} does|do|did not exist, ${user} doesnt exist,
  ${user} is|was? unknown, unknown ${user}, no such ${user}, invalid ${user}, not a valid ${user},
  not found|listed|present in
`)
const noSuchUser = any(`
    no such ${user}|alias|local|person|email|here, no such … ${user}, not a ${user},
    no mailbox here? by|with|for that|this,
    ${gone}|invalid or? illegal? email? ${user}|rcpt|destination|alias|to,
    ${gone}|invalid or illegal|invalid|unknown|nonexistent ${user}|alias,
    ${gone}|invalid local part|localpart, no valid recipient|recipients,
    not a valid|known|current recipient|user|mailbox|account|address|customer,
    ${user}|destinataire … ${gone},
    ${user}|rcpt|recipients … not found|exist|exists|known,
    ${user}|rcpt|recipients … not recognized|recognised|registered|here|valid,
    ${user}|localpart|alias|ADDR … doesnt|didnt|dont exist,
    ${user}|localpart|alias|ADDR … does|do|did not exist,
    user doesnt|not have a|an … account|mailbox, ${user} … no longer exists|exist|at|here,
    ${user}|person that? you … reach|contact|email|write|writing … does|do not exist,
    ${user}|person that? you … reach|contact|email|write|writing … doesnt|dont exist, nosuchuser,
    ${user} … isnt|cannot|cant be? found, ${user} is? invalid,
    mailbox not found|exist|exists|existing, not our customer,
    not in our|the? directory|database|records|system,
    not listed|present|found in|at … domino|address|global|public|our|company directory|book|list,
    not listed in|at … directory|directories|book|nab,
    bad destination mailbox|address|email, no such address|account|mailbox|addressee,
    no account|mailbox|user|one|person|recipient here? by|named|called,
    nobody here? by|named, no one here? by|named, no record of … ${user},
    ${user} … couldnt|wasnt|cannot|cant|not be? located,
    ${user} … couldnt|wasnt be? found, ${user} … could|was not be? found,
    ${recipient} … is|are|was|were? not known|valid|listed|recognized, ADDR is? not known|listed,
    ${recipient} is|are|was unknown|invalid|incorrect|nonexistent,
    unable to locate|find … ${recipient}, cannot|cant|couldnt find|locate … ${recipient},
    could|can not find|locate … ${recipient}, doesnt|not|no have|has a|an|any mailbox|account,
    has no mailbox|account, no longer has|have a|an mailbox|account,
    not a local user|mailbox|address, invalid … userid, user id … not found|exist, unknown userid,
    name … not recognized|recognised, unknown or? illegal|invalid user|mailbox,
    recipnotfound|recipientnotfound|exrecipnotfound|adrrecipnotfound, recipient not found|exist,
    unable to find … user|recipient|mailbox|account,
    could not find … user|recipient|mailbox|account,
    couldnt find … user|recipient|mailbox|account, rejected unknown|nonexistent,
    account … never existed, recipient … not … in … address|directory list|database,
    unknown in? virtual|local|relay mailbox|recipient|alias table, addressee unknown,
    ADDR is|was? unknown|nonexistent|invalid, ADDR is? not found|exist|known, ADDR does not exist,
    ADDR doesnt exist, unknown ADDR,
    ${usuario} … inexistente|inexistentes|desconhecido|desconhecida|desconocido|desconocida,
    ${usuario} … nao|no|not foi|pode? ser? existe|encontrado|encontrada|localizado,
    ${usuario} … nao|no|not localizado|localizada|cadastrado|cadastrada,
    usuario|destinatario|conta|endereco|caixa … invalido|invalida,
    nao existe|encontrado|encontrada … usuario|destinatario|caixa|conta|endereco,
    inexistente|desconhecido|desconocido usuario|destinatario,
    ${usager} … inconnu|inconnue|inexistant|inexistante|nexiste|introuvable|invalide,
    ${usuario} … no|nao se? encontro|encuentra|encontrado|encontrada|valido|valida|reconoce,
    ${usuario} desconocido|desconhecido|inexistente, no existe … ${usuario},
    ${usager} … pas … trouve|trouvee|valide|connu|connue, ${usager} … existe pas,
    aucun|aucune ${usager}, ${nutzer} … unbekannt|unbekannte|unbekannter|ungultig|ungultige,
    ${nutzer} … nicht … gefunden|bekannt|vorhanden|existiert|verzeichnis, ${nutzer} … existiert nicht,
    ${nutzer} … gibt es? nicht, unbekannte|unbekannter|unbekanntes ${nutzer}, kein|keine ${nutzer},
    ungultige|ungultiger ${nutzer}, ${usager} … pas dans … annuaire, figure pas dans annuaire, ${usager} … repertorie,
    ${usuario} … no figura en … directorio, ${utente} … non … elenco|rubrica|elencato,
    ${utente} … sconosciuto|sconosciuta|inesistente|inesistenti,
    ${utente} … non e? stato|stata? esiste|esistente|trovato|trovata|valido|valida|riconosciuto,
    gebruiker|ontvanger|geadresseerde|mailbox|adres|emailadres … onbekend|bestaat|gevonden,
    onbekende gebruiker|ontvanger, nieznany|nieistniejacy uzytkownik|adresat|odbiorca,
    uzytkownik|adres|adresat|konto … istnieje|nieznany, okand mottagare|anvandare,
    mottagaren|adressen|kontot … finns, ukendt bruger|modtager, ukjent bruker|mottaker
  `)

/** In scripts without words that the phrases could tell apart. */
const unknownElsewhere = any(`
  ユーザーが見つかりません, ユーザが見つかりません, ユーザーは存在しません, ユーザは存在しません,
  アドレスが見つかりません, アドレスは存在しません, アドレスが存在しません, 宛先が見つかりません, 見つかりませんでした,
  あて先が見つかりません, 宛先不明, あて先不明, 受信者が見つかりません, メールボックスが存在しません, 登録されていません,
  登録されておりません,
  用户不存在, 收件人不存在, 地址不存在, 邮箱不存在, 帐号不存在, 无此用户, 使用者不存在,
  존재하지 않는 사용자, 수신자를 찾을 수 없, пользователь не найден, пользователь не существует,
  получатель не найден, получатель не существует, адрес не существует, ящик не существует,
  нет такого пользователя, неизвестный получатель, неизвестный пользователь
`)
const fullElsewhere = any(`
  メールボックスが一杯, メールボックスがいっぱい, メールボックスが満杯, 容量を超え, 容量超過,
  容量オーバー, 邮箱已满, 邮箱空间不足, 超出配额, 信箱已滿, 용량 초과, 용량이 초과,
  ящик переполнен, превышена квота
`)

export const addressRules: readonly Rule[] = [
  // The sender. RFC 3463 §3.2: x.1.7 to x.1.9 are about the sender, whatever the words.
  { cause: 'sender_refused', status: ['1.7', '1.8', '1.9'] },
  {
    cause: 'restricted_recipient',
    says: any(`
    sender was|is not authenticated, only accepts|accept … from,
    not authorized|allowed|permitted to post, permission to post|send, authenticationrequired|authrequired,
    recipient … not accepting … unknown senders,
    restricted to internal|authenticated|authorized senders|users,
    not on … allowed|approved|authorized senders
  `),
  },
  {
    cause: 'sender_refused',
    says: any(`
    sender email? address? rejected|refused|denied|invalid|unknown|blocked|unresolvable|unverified,
    sender email? address|domain|host|mx … invalid|unknown|reject*|refused|unresolvable|unverified,
    sender … exist|resolve|resolvable|found|deliverable, sender verif*|verify|callout|id,
    sender is not valid|allowed|authorized|permitted,
    unknown|invalid|unroutable bounce|outbound|envelope? sender,
    unrouteable|illegal|bad|unresolvable bounce|outbound|envelope? sender,
    unknown|invalid|unroutable|unrouteable|illegal|unresolvable sender, domain of sender,
    domain of the sender, unauthenticated senders, bad outbound sender,
    purported responsible address,
    from address|domain|header? … invalid|exist|unresolvable|resolve, unresolvable … from domain,
    provide … valid from, as a from address, return path|address … invalid|exist,
    mail from … rejected for policy, your domain … exist|resolve|found,
    sender domain|address … no … mx|dns, not allowed|permitted to send,
    sender … blacklisted|blocklisted, cannot|cant find your domain,
    remetente … invalido|rejeitado|recusado|desconhecido|bloqueado|autorizado|inexistente|existe,
    dominio do remetente, expediteur … inconnu|invalide|refuse,
    remitente … desconocido|rechazado|invalido
  `),
  },
  {
    cause: 'ptr_missing',
    says: any(`
    reverse dns|lookup|mapping|name|record|hostname, ptr record|records|lookup|check|not,
    no|missing|invalid ptr|rdns|fcrdns, rdns|fcrdns, dns reverso,
    cannot|cant find your hostname|reverse, ip name lookup failed, mismatches client ip,
    ip address … not … match … hostname, pointer ptr, reverso … nao|inexistente|invalido,
    client host rejected cannot|cant find, unresolvable client|ip
  `),
  },
  {
    cause: 'helo_refused',
    says: any(`
    helo|ehlo … rejected|invalid|bad|required|refused|denied|resolve|mismatch,
    bad|invalid|fake|forged helo|ehlo, helo command rejected
  `),
  },

  // The recipient. 5.7.x is policy even where the words name the user
  // (docs/contract.md#what-replies-mean).
  {
    cause: 'rate_limited',
    says: any(`
    too many … invalid|unknown|bad|nonexistent recipients|users|addresses,
    too many … unknown|invalid user|recipient|rcpt, directory harvest*, dictionary attack,
    muitos … destinatarios|usuarios invalidos|inexistentes
  `),
  },
  {
    cause: 'sender_refused',
    stage: ['mail'],
    says: any(`${user}|domain|host|HOST|ADDR … ${gone}|exist|exists|found|invalid`),
  },
  {
    cause: 'unconfirmed_user',
    status: ['7.*'],
    says: any(`
    ${user} … ${gone}, no such ${user}, ${gone}|invalid ${user}, ${user} does|do not exist|exists,
    ${user} not found
  `),
  },
  { cause: 'recipient_refused', says: any(`recipient|recipients|user preferences|settings`) },
  {
    cause: 'mailbox_full',
    says: any(`
    over quota, overquota, overquotatemp|overquotaperm, quota … exceeded|full|reached|violation,
    exceed* … mailbox|storage|disk|email quota|allocation|limit, exceeded storage allocation,
    exceeds allotted|allowed|their|his|its? storage|quota|mailbox,
    mailbox|mailfolder|inbox|maildir|account|mailspool|spool … full,
    mailbox … exceeded|exceeds … limit|size|quota|storage, mailbox|inbox … out of storage|space,
    mailbox size limit, mailbox … oversize*|overfull, out of storage, too much mail data,
    not|insufficient enough? … space|storage|quota … user|mailbox|recipient|account,
    caixa|conta … cheia|lotada, cota|quota … excedida|atingida|esgotada|ultrapassada, sem espaco,
    espaco insuficiente, boite … pleine, buzon … lleno, cuota … excedida, postfach … voll,
    mailbox is|was currently? full, casella … piena,
    postfach|mailbox … voll|uberfullt|uberschritten, speicherplatz … erschopft|uberschritten|belegt,
    kontingent|quota … uberschritten|erschopft|depasse|superata|superada|superado|overschreden,
    boite|messagerie … saturee|remplie|pleine, quota … depassee, espace … insuffisant,
    buzon … lleno|llena, casilla … llena, cuota … superada|agotada, espacio … insuficiente|agotado,
    casella … esaurita|superato, posta … piena, lettres … pleine, spazio … esaurito|insufficiente, mailbox … vol, skrzynka … pelna,
    allocated|allotted|available storage|space … exceeded|used|full, quota overrun, no more space
  `),
  },
  { cause: 'mailbox_full', raw: fullElsewhere },
  {
    cause: 'recipient_busy',
    says: any(`
    user … receiving mail at|too, recipient … receive limit|limits,
    ${user} receives|gets|receive|receiving|getting mail|messages|email too quickly|fast|often,
    is|are receiving mail|messages|email too,
    recipient|user|mailbox … exceeded their|its|the limit|rate for|of, receiving … rate that,
    message receive limit exceeded
  `),
  },
  { cause: 'receiver_error', says: machineryLacks, unless: userLacks, notStatus: ['1.*', '7.*'] },
  // Of a recipient that it has taken a moment ago (RFC 5321 §3.3: 554 where RCPT were refused).
  {
    cause: 'recipient_refused',
    stage: ['data', 'body', 'dot'],
    says: any(`no valid recipient|recipients`),
  },
  { cause: 'unknown_user', status: ['1.*'], says: noSuchUser, unless: notAboutUser },
  { cause: 'unknown_user', notStatus: ['2.2', '7.*'], raw: unknownElsewhere, unless: policyWords },
  {
    cause: 'unknown_user',
    notStatus: ['2.2', '7.*'],
    says: noSuchUser,
    unless: [...notAboutUser, ...policyWords],
  },
  {
    cause: 'unknown_domain',
    says: any(`
    no such domain|host, unknown|nonexistent|unrouteable|unroutable domain|host,
    unrouteable|unroutable … address,
    domain|host name? … exist|unknown, domain|host name? not found, HOST does not exist,
    HOST doesnt exist, nxdomain, dominio … inexistente|existe|encontrado,
    host or domain name not found, host HOST? not found, host not found, mx … nonexistent hosts|host,
    illegal host|domain name?, couldnt|cannot|cant|not find any? host|domain named|called,
    unable to find host,
    domain HOST? was? not|couldnt|wasnt be? found, domain … is|was unknown|invalid,
    domain|domane|domein … unbekannt|existiert|onbekend|bestaat, domaine … inconnu|existe|introuvable,
    dominio … sconosciuto|inesistente|esiste|desconocido|desconhecido, invalid domain name?, domain … no longer exists|exist
  `),
    notStatus: ['7.*', '5.4'],
    unless: [
      ...policyWords,
      ...any(`
    sender|sending|your|client|helo|ehlo|spf|dkim,
    dmarc|ptr|reverse|envelope|reputation|policy|selector|key,
    absender|expediteur|remitente|mittente|remetente|afzender, from unknown, connection|connecting,
    unknown error|reason|failure, try again|later, temporary|temporarily
  `),
    ],
  },
  {
    cause: 'null_mx',
    says: any(`
    null mx, nullmx, indicated|has|offers no smtp|mail service, does not|doesnt accept|receive email|mail according|null,
    domain … does not accept email|mail, domain … doesnt receive|accept email|mail
  `),
    notStatus: ['7.*'],
  },
  {
    cause: 'moved',
    says: any(`
    no longer on server, has moved, user|recipient|mailbox has? moved, mudou de endereco
  `),
    notStatus: ['7.*'],
  },
  {
    cause: 'blocked',
    says: any(`
    access|connection|connections|mail|email|messages|traffic from address|addresses|ip … blocked|denied|refused|banned,
    your ip? address|addresses|ip … blocked|banned, address is? blocked|banned URL
  `),
    unless: any(`sender, your? email address`),
    notStatus: ['1.*', '2.1'],
  },
  {
    cause: 'mailbox_disabled',
    says: any(`
    ${user}|email|inbox … disabled|inactive|suspended|deactivated|discontinued|locked,
    ${user}|email|inbox … blocked|expired|archivee|terminated|closed|frozen|dormant,
    disabled|inactive|suspended|deactivated|expired|closed email? ${user}, no longer valid,
    no longer in use|active|available|monitored, disableduser,
    conta|usuario|caixa … desativada|desativado|suspensa|suspenso|bloqueada,
    conta|usuario|caixa … bloqueado|cancelada|cancelado|inativa|inativo|encerrada,
    compte|boite … bloque|archivee|desactive|desactivee|suspendu,
    cuenta|buzon … desactivada|suspendida|bloqueada|deshabilitada|inactiva,
    not … accept* … mail|email|messages for this user|account|mailbox, mailbox cannot be accessed
  `),
    notStatus: ['1.0', '1.1', '1.2', '1.3', '1.6', '1.10', '2.2'],
  },
]
