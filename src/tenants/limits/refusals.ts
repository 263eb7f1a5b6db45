/**
 * Limits in words. Every refusal says what the limit is, how much is used, what raises it and when
 * the count begins anew; of a pause, its reason, its figures and the way out.
 */

import { Refusal } from '#kernel/base/errors.ts'
import { fill, type Text } from '#kernel/base/languages.ts'
import { localTime } from '#kernel/base/moments.ts'
import { money, number } from './money.ts'
import { nextMonth, startOf } from './period.ts'
import { nextPlan } from './plans.ts'
import {
  type Amount,
  afterCleanWeek,
  capsOf,
  type Limit,
  pausedDay,
  type Quota,
  spentCents,
  type Terms,
} from './quota.ts'

/** Why an account is paused. */
export interface PauseReason {
  readonly cause: 'operator' | 'payment' | 'bounces' | 'complaints'
  /** ms since 1970. */
  readonly since: number
  /** Hard bounces or complaints among this many final results; null where an operator paused. */
  readonly count: number | null
  readonly of: number | null
  /** What the operator who paused it says of it. */
  readonly note: Text | null
}

interface Situation {
  readonly quota: Quota
  readonly terms: Terms
  readonly reason: PauseReason | null
}

/** The refusal of a request that a limit forbids. */
export function refusalOf(limit: Limit, amount: Amount, situation: Situation): Refusal {
  const asked = amount.transactional + amount.marketing
  switch (limit) {
    case 'paused':
    case 'paused_marketing':
    case 'paused_day':
      return new Refusal('sending_paused', { why: pauseText(limit, asked, situation) })
    case 'day':
      return new Refusal('daily_limit_reached', { why: dayText(asked, situation) })
    case 'month':
    case 'included':
    case 'payment':
      return new Refusal('monthly_limit_reached', { why: monthText(limit, asked, situation) })
    case 'spending':
      return new Refusal('spend_limit_reached', { why: spendText(situation) })
  }
}

function dayText(asked: number, { quota, terms }: Situation): Text {
  return put(
    {
      en: 'The daily limit of {limit} recipients is reached: {used} sent today, and this request has {asked}. {raise} The count begins anew on {reset}.',
      pt: 'O limite diário de {limit} destinatários foi atingido: {used} enviados hoje, e esta requisição tem {asked}. {raise} A contagem recomeça em {reset}.',
    },
    {
      limit: number(capsOf(terms).day ?? 0),
      used: number(quota.dayUsed),
      asked: number(asked),
      raise: whatRaises(terms),
      reset: localTime(quota.dayEndsAt, quota.zone),
    },
  )
}

function monthText(
  limit: 'month' | 'included' | 'payment',
  asked: number,
  { quota, terms }: Situation,
): Text {
  const { plans } = terms
  const caps = capsOf(terms)
  const max = limit === 'month' ? caps.month : caps.included
  const next = nextPlan(terms.plan)
  const raise: Text =
    limit === 'month'
      ? whatRaises(terms)
      : limit === 'payment'
        ? {
            en: 'A payment is missing: until it arrives, nothing is sent beyond the included volume.',
            pt: 'Falta um pagamento: até ele chegar, nada é enviado além do volume incluído.',
          }
        : {
            en: `${next === null ? '' : `The ${plans[next].title} plan includes ${plans[next].included === null ? 'as much as agreed' : number(plans[next].included).en}. `}${terms.plan === 'free' ? '' : 'With a spending limit you send beyond the included volume.'}`.trim(),
            pt: `${next === null ? '' : `O plano ${plans[next].title} inclui ${plans[next].included === null ? 'o que for combinado' : number(plans[next].included).pt}. `}${terms.plan === 'free' ? '' : 'Com um limite de gastos você envia além do volume incluído.'}`.trim(),
          }
  return put(
    {
      en: 'The monthly quota of {limit} recipients is reached: {used} sent, and this request has {asked}. {raise} The count begins anew on {reset}.',
      pt: 'A cota mensal de {limit} destinatários foi atingida: {used} enviados, e esta requisição tem {asked}. {raise} A contagem recomeça em {reset}.',
    },
    {
      limit: number(max ?? 0),
      used: number(quota.monthUsed + quota.extraUsed),
      asked: number(asked),
      raise,
      reset: monthReset(quota),
    },
  )
}

/** Names what binds: the customer's own limit, or the credit line below it. */
function spendText({ quota, terms }: Situation): Text {
  const isOnCredit = quota.creditCents !== null && quota.creditCents < (terms.spendCents ?? 0)
  if (isOnCredit) {
    return put(
      {
        en: 'The credit line of {limit} is reached, below your spending limit of {own}: {spent} of overage for {extra} recipients beyond the included volume. It grows with paid renewals; the period renews on {reset}.',
        pt: 'A linha de crédito de {limit} foi atingida, abaixo do seu limite de gastos de {own}: {spent} de excedente por {extra} destinatários além do volume incluído. Ela cresce com renovações pagas; o período renova em {reset}.',
      },
      {
        limit: money(quota.creditCents ?? 0, quota.currency),
        own: money(terms.spendCents ?? 0, quota.currency),
        spent: money(spentCents(quota), quota.currency),
        extra: number(quota.extraUsed),
        reset: monthReset(quota),
      },
    )
  }
  return put(
    {
      en: 'The spending limit of {limit} is reached: {spent} of overage for {extra} recipients beyond the included volume. Nothing is sent or charged beyond it until you raise the limit or the period renews on {reset}.',
      pt: 'O limite de gastos de {limit} foi atingido: {spent} de excedente por {extra} destinatários além do volume incluído. Nada é enviado nem cobrado além dele até você aumentar o limite ou o período renovar em {reset}.',
    },
    {
      limit: money(terms.spendCents ?? 0, quota.currency),
      spent: money(spentCents(quota), quota.currency),
      extra: number(quota.extraUsed),
      reset: monthReset(quota),
    },
  )
}

/** What lifts the limits of a trust level or of the free plan. */
export function whatRaises({ plan, trustLevel, dailyLimit }: Terms): Text {
  if (trustLevel === 0) {
    return {
      en: 'Verify a domain by its DNS records to leave the sandbox.',
      pt: 'Verifique um domínio pelos registros DNS dele para sair do sandbox.',
    }
  }
  if (trustLevel === 1) {
    return {
      en: `Trust level 2 raises it: 7 days in a row with under 2% hard bounces and under 0.1% complaints, and a checked company tax id or a payment method${plan === 'free' ? ', on a larger plan' : ''}.`,
      pt: `O nível de confiança 2 aumenta o limite: 7 dias seguidos com menos de 2% de devoluções definitivas e menos de 0,1% de marcações como spam, e um CNPJ (ou VAT) conferido ou uma forma de pagamento${plan === 'free' ? ', em um plano maior' : ''}.`,
    }
  }
  if (plan === 'free') {
    return {
      en: 'It is the limit of the Free plan; a larger plan raises it.',
      pt: 'É o limite do plano Free; um plano maior o aumenta.',
    }
  }
  const next = afterCleanWeek(dailyLimit)
  if (next <= dailyLimit) {
    return {
      en: 'After 4 clean weeks in a row trust level 3 opens the whole volume of the plan.',
      pt: 'Depois de 4 semanas seguidas sem problemas, o nível 3 libera todo o volume do plano.',
    }
  }
  return {
    en: `Every clean week doubles it (${number(next).en} a day next); after 4 clean weeks trust level 3 opens the whole volume of the plan.`,
    pt: `Cada semana sem problemas o dobra (${number(next).pt} por dia na próxima); depois de 4 semanas sem problemas, o nível 3 libera todo o volume do plano.`,
  }
}

function pauseText(limit: Limit, asked: number, { quota, terms, reason }: Situation): Text {
  const what: Text =
    limit === 'paused'
      ? { en: 'All sending is paused', pt: 'Todo o envio está pausado' }
      : limit === 'paused_marketing'
        ? { en: 'Marketing email is paused', pt: 'O envio de marketing está pausado' }
        : {
            en: `Sending is paused but for ${pausedDay} transactional recipients a day; ${quota.pauseUsed} are used, and this request has ${number(asked).en}`,
            pt: `O envio está pausado, exceto ${pausedDay} destinatários transacionais por dia; ${quota.pauseUsed} já foram usados, e esta requisição tem ${number(asked).pt}`,
          }
  const again: Text =
    limit === 'paused_day'
      ? put(
          { en: ' The 30 begin anew on {reset}.', pt: ' A contagem dos 30 recomeça em {reset}.' },
          { reset: localTime(quota.dayEndsAt, quota.zone) },
        )
      : { en: '', pt: '' }
  const why = pauseReason(reason, terms.timeZone)
  const fix = pauseFix(reason)
  return {
    en: `${what.en}. ${why.en} ${fix.en}${again.en}`,
    pt: `${what.pt}. ${why.pt} ${fix.pt}${again.pt}`,
  }
}

/** The reason of a pause with its figures. */
export function pauseReason(reason: PauseReason | null, zone: string): Text {
  if (reason === null || reason.cause === 'operator') {
    const since = reason === null ? null : localTime(reason.since, zone)
    const note = reason?.note ?? null
    const said = (language: 'en' | 'pt') => (note === null ? '.' : `: “${note[language]}”.`)
    return {
      en: `The operator of this service has paused the account${since === null ? '' : ` on ${since.en}`}${said('en')}`,
      pt: `O operador deste serviço pausou a conta${since === null ? '' : ` em ${since.pt}`}${said('pt')}`,
    }
  }
  if (reason.cause === 'payment') {
    const since = localTime(reason.since, zone)
    return {
      en: `A payment of the account was reported as fraud on ${since.en}.`,
      pt: `Um pagamento da conta foi denunciado como fraude em ${since.pt}.`,
    }
  }
  const what: Text =
    reason.cause === 'bounces'
      ? { en: 'bounced permanently', pt: 'voltaram definitivamente' }
      : { en: 'marked it as spam', pt: 'marcaram como spam' }
  const share = (reason.count ?? 0) / Math.max(1, reason.of ?? 0)
  return put(
    {
      en: 'Since {since}: {count} of {of} recipients in 7 days {what} ({share}).',
      pt: 'Desde {since}: {count} de {of} destinatários em 7 dias {what} ({share}).',
    },
    {
      since: localTime(reason.since, zone),
      count: number(reason.count ?? 0),
      of: number(reason.of ?? 0),
      what,
      share: percent(share),
    },
  )
}

/** How to get out of a pause. */
export function pauseFix(reason: PauseReason | null): Text {
  if (reason === null || reason.cause === 'operator' || reason.cause === 'payment') {
    return {
      en: 'It lasts until the operator lifts it; please get in touch.',
      pt: 'Ela dura até o operador suspendê-la; entre em contato.',
    }
  }
  if (reason.cause === 'bounces') {
    return {
      en: 'Remove the addresses that bounced and those that never confirmed; the pause ends by itself once the rate is under 5% and 24 hours have passed.',
      pt: 'Remova os endereços que voltaram e os que nunca confirmaram; a pausa termina sozinha quando a taxa ficar abaixo de 5% e 24 horas tiverem passado.',
    }
  }
  return {
    en: 'Write only to people who asked for it and make unsubscribing easy; the pause ends by itself once the rate is under 0.3% and 24 hours have passed.',
    pt: 'Escreva só para quem pediu e facilite o descadastro; a pausa termina sozinha quando a taxa ficar abaixo de 0,3% e 24 horas tiverem passado.',
  }
}

function monthReset(quota: Quota): Text {
  return localTime(startOf(nextMonth(quota.month, quota.anchor), quota.zone), quota.zone)
}

/** `5.25%` and `5,25%`. */
export function percent(share: number): Text {
  const text = `${Number((share * 100).toFixed(2))}%`
  return { en: text, pt: text.replace('.', ',') }
}

/** Fills places with texts, each language with its own. */
function put(text: Text, values: Readonly<Record<string, Text>>): Text {
  const of = (language: 'en' | 'pt') =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value[language]]))
  const en = fill({ en: text.en, pt: '' }, of('en')).en
  const pt = fill({ en: '', pt: text.pt }, of('pt')).pt
  return { en: en.replace(/ {2,}/g, ' '), pt: pt.replace(/ {2,}/g, ' ') }
}
