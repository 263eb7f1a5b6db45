/** The part of the table of refusals that is about moving an account to another cell. */
import type { Text } from './languages.ts'

export const cellFaults = {
  unplaced_table: {
    en: 'Nobody has said whose the rows of {table} are: no account can be moved by this program.',
    pt: 'Ninguém disse de quem são as linhas de {table}: este programa não pode mudar contas.',
  },
  move_to_itself: {
    en: 'The account is in this cell already: name another one after --to.',
    pt: 'A conta já está nesta célula: indique outra depois de --to.',
  },
  move_elsewhere: {
    en: 'The account is on its way to {cell} already: go on with that, or take it back with --back.',
    pt: 'A conta já está a caminho de {cell}: continue com essa mudança ou desfaça com --back.',
  },
  unknown_cell: {
    en: 'The directory knows no cell {cell}: a node of it must have run with MALOTE_DIRECTORY_URL.',
    pt: 'O diretório não conhece a célula {cell}: um nó dela precisa ter rodado com MALOTE_DIRECTORY_URL.',
  },
  account_elsewhere: {
    en: 'The account is not in this cell: malote cell whose says where it is. Run the command there.',
    pt: 'A conta não está nesta célula: malote cell whose diz onde está. Execute o comando lá.',
  },
  account_there: {
    en: 'The database that was named has this account already, and not by this move: nothing was done.',
    pt: 'O banco de dados indicado já tem esta conta, e não por esta mudança: nada foi feito.',
  },
  cells_of_other_versions: {
    en: 'The two cells are of different versions: upgrade both first.',
    pt: 'As duas células são de versões diferentes: atualize as duas antes.',
  },
  cells_of_other_secrets: {
    en: 'The other cell has not the MALOTE_SECRET of this one as its first key: what is sealed, and every link and return path of the account, could not be read there.',
    pt: 'A outra célula não tem a MALOTE_SECRET desta como primeira chave: o que está selado, e todos os links e caminhos de retorno da conta, não poderiam ser lidos lá.',
  },
  operators_stay: {
    en: 'The account runs this installation: it stays in its cell.',
    pt: 'A conta opera esta instalação: ela fica na sua célula.',
  },
  billing_stays: {
    en: 'The account has bought something, so it stays: its orders are known to the payment provider of this cell, and the numbers of its invoices stand in the series of this cell, which has no gaps.',
    pt: 'A conta já comprou algo, então fica: os pedidos são conhecidos pelo provedor de pagamento desta célula, e os números das faturas estão na série desta célula, que não tem lacunas.',
  },
  pictures_stay: {
    en: 'The account has pictures: their bytes lie where this cell keeps its files, which the other one does not read. They cannot be moved yet.',
    pt: 'A conta tem imagens: os bytes ficam onde esta célula guarda seus arquivos, que a outra não lê. Elas ainda não podem ser mudadas.',
  },
  pools_stay: {
    en: 'A pool of source addresses of this cell is for a project of the account: take it out of the pool first.',
    pt: 'Um grupo de endereços de origem desta célula é de um projeto da conta: tire-o do grupo antes.',
  },
  move_taken_back: {
    en: 'The move was taken back meanwhile: nothing more was done.',
    pt: 'A mudança foi desfeita nesse meio-tempo: nada mais foi feito.',
  },
  move_past_return: {
    en: 'The account is being opened in {cell}, or is open: there is no way back but a move from there to here.',
    pt: 'A conta está sendo aberta em {cell}, ou já foi: não há volta, a não ser uma mudança de lá para cá.',
  },
  move_not_done: {
    en: 'The move is not done: the old rows are the only ones.',
    pt: 'A mudança não terminou: as linhas antigas são as únicas.',
  },
  no_such_move: {
    en: 'No move of this account from this cell is known.',
    pt: 'Não se conhece nenhuma mudança desta conta a partir desta célula.',
  },
  account_move_differs: {
    en: '{table} is not the same there ({is} rows of {due}): the account is not open there; run it again, or take it back with --back.',
    pt: '{table} não está igual lá ({is} linhas de {due}): a conta não foi aberta lá; execute de novo ou desfaça com --back.',
  },
} as const satisfies Record<string, Text>
