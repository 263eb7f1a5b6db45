/** Words about limits. */
import type { Text } from '../../ui/words.tsx'

export const limits = {
  title: { en: 'Limits and usage', pt: 'Limites e uso' },
  today: { en: 'Today', pt: 'Hoje' },
  month: { en: 'This month', pt: 'Este mês' },
  period: { en: 'This period', pt: 'Neste período' },
  of: { en: '{used} of {limit}', pt: '{used} de {limit}' },
  ofNone: { en: '{used}, no limit', pt: '{used}, sem limite' },
  resets: { en: 'Resets on {at}', pt: 'Zera em {at}' },
  resetsTonight: { en: 'Resets tonight at midnight', pt: 'Zera hoje à meia-noite' },
  domains: { en: 'Domains', pt: 'Domínios' },
  plan: { en: 'Plan', pt: 'Plano' },
  level: { en: 'Trust level', pt: 'Nível de confiança' },
  raises: { en: 'How to raise the limit', pt: 'Como aumentar o limite' },
  top: { en: 'You are at the highest level.', pt: 'Você está no nível mais alto.' },
  done: { en: 'Done', pt: 'Feito' },
  open: { en: 'Still open', pt: 'Em aberto' },
  company: { en: 'Company', pt: 'Empresa' },
  spending: { en: 'Spending', pt: 'Gastos' },
  toBilling: {
    en: 'Plan, cost and spending limit are on the page Billing',
    pt: 'Plano, custo e limite de gastos estão na página Cobrança',
  },
  spent: { en: 'Spent this period', pt: 'Gasto neste período' },
  spendLimit: { en: 'Spending limit', pt: 'Limite de gastos' },
  spendAbout: {
    en: 'Caps what mail beyond the plan may cost. Empty: nothing is sent beyond the plan.',
    pt: 'Limita o custo dos envios além do plano. Vazio: nada é enviado além do plano.',
  },
  taxId: { en: 'Company tax id', pt: 'CNPJ' },
  taxAbout: {
    en: 'A CNPJ or an EU VAT number; one of the two ways to a higher level.',
    pt: 'Um CNPJ ou VAT europeu; um dos dois caminhos para um nível maior.',
  },
  paused: { en: 'Sending is paused', pt: 'O envio está pausado' },
  regular: {
    en: 'Marketing is paused; a few transactional emails a day still go out.',
    pt: 'O marketing está pausado; alguns e-mails transacionais por dia ainda saem.',
  },
  full: { en: 'All sending is paused.', pt: 'Todos os envios estão pausados.' },
  rateNow: {
    en: 'Bounced permanently, last 7 days',
    pt: 'Voltaram definitivamente, últimos 7 dias',
  },
  spamNow: { en: 'Marked as spam, last 7 days', pt: 'Marcaram como spam, últimos 7 dias' },
  rateOf: { en: '{count} of {of} ({share})', pt: '{count} de {of} ({share})' },
  pausedFrom: { en: 'Paused from', pt: 'Pausa a partir de' },
  endsFrom: { en: 'Ends at the earliest', pt: 'Termina não antes de' },
  endsOnce: {
    en: '{at}, if the rate is below {limit} by then',
    pt: '{at}, se até lá a taxa estiver abaixo de {limit}',
  },
  seeBounced: { en: 'See the emails that bounced', pt: 'Ver os e-mails que voltaram' },
  seeComplained: { en: 'See the emails marked as spam', pt: 'Ver os e-mails marcados como spam' },
  seeAddresses: { en: 'Their addresses, to export', pt: 'Os endereços, para exportar' },
  fix: { en: 'What fixes it: {fix}', pt: 'Como resolver: {fix}' },
} satisfies Record<string, Text>
