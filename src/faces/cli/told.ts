/**
 * What opening a database tells meanwhile, in Portuguese, by the line of the log, which is English. A
 * test finds what is missing.
 */
export const toldInPortuguese: Readonly<Record<string, string>> = {
  'the database does not answer yet; it is asked again':
    'o banco de dados ainda não responde; nova tentativa em seguida',
  'another start migrates this database; this one waits for it':
    'outro início está migrando este banco de dados; este espera por ele',
  'a node was alive less far in the future a moment ago; waiting to see if it is':
    'um nó menos adiantado estava vivo há pouco; esperando para ver se ainda está',
  'a pooler lends sessions for a transaction each, so what they set does not hold; set it for the role':
    'um pooler empresta sessões por transação, e o que elas definem não vale; defina no papel (role)',
  'the embedded PostgreSQL has ended; starting it again':
    'o PostgreSQL embutido terminou; iniciando de novo',
  'PostgreSQL did not start': 'o PostgreSQL não iniciou',
  'PostgreSQL could not be executed': 'não foi possível executar o PostgreSQL',
  'database connections have gone silent and were cut':
    'conexões com o banco de dados pararam de responder e foram cortadas',
  'a database connection was lost': 'uma conexão com o banco de dados caiu',
}
