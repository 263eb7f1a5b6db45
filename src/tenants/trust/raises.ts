/**
 * What lifts the trust level of an account, in order, and what of it is done. A level that the
 * operator gave says nothing of what was done for it: then only what is known is ticked.
 */
import type { Text } from '#kernel/base/languages.ts'
import { capsOf, type Terms } from '../limits/quota.ts'
import { daysToTop, weekDays } from './rates.ts'
import type { TrustRecord } from './store.ts'

interface Raise {
  readonly done: boolean
  readonly text: Text
}

interface Step extends Raise {
  /** The level that it leads to. */
  readonly level: number
  /** Done whatever the level says. */
  readonly isKnown?: boolean
}

/** None where no day has a limit. */
export function raisesOf(
  terms: Terms,
  standing: Pick<TrustRecord, 'cleanDays' | 'taxId' | 'hasPayment'> | null,
  isGiven: boolean,
): Raise[] {
  if (capsOf(terms).day === null) return []
  const { trustLevel, plan } = terms
  const steps = stepsOf(trustLevel, standing).filter(
    step => !isGiven || step.level > trustLevel || step.isKnown,
  )
  return [...steps.map(({ done, text }) => ({ done, text })), ...(plan === 'free' ? [ofFree] : [])]
}

function stepsOf(trustLevel: number, standing: Parameters<typeof raisesOf>[1]): Step[] {
  const clean = standing?.cleanDays ?? 0
  const atLevel = (level: number, max: number): number =>
    trustLevel > level ? max : trustLevel === level ? Math.min(clean, max) : 0
  const week = atLevel(1, weekDays)
  const weeks = atLevel(2, daysToTop)
  const hasEvidence = standing?.taxId != null || standing?.hasPayment === true
  return [
    {
      level: 1,
      done: trustLevel >= 1,
      text: {
        en: 'Verify a sending domain by DNS.',
        pt: 'Verifique um domínio de envio pelo DNS.',
      },
    },
    {
      level: 2,
      done: week === weekDays,
      text: {
        en: `Send for 7 days in a row${soFar(week, weekDays).en} with fewer than 2% hard bounces and fewer than 0.1% complaints.`,
        pt: `Envie por 7 dias seguidos sem problemas${soFar(week, weekDays).pt}: menos de 2% de devoluções definitivas e menos de 0,1% de marcações como spam.`,
      },
    },
    {
      level: 2,
      isKnown: hasEvidence,
      done: trustLevel >= 2 || hasEvidence,
      text: {
        en: 'Give the tax id of the company (CNPJ or EU VAT) or a payment method.',
        pt: 'Informe o CNPJ (ou VAT da UE) da empresa ou uma forma de pagamento.',
      },
    },
    {
      level: 3,
      done: trustLevel === 3,
      text: {
        en: `Send on ${daysToTop} days at level 2 with as few bounces and complaints${soFar(weeks, daysToTop).en}; each week of them doubles the daily limit.`,
        pt: `Envie em ${daysToTop} dias no nível 2 com taxas assim baixas${soFar(weeks, daysToTop).pt}; cada semana deles dobra o limite diário.`,
      },
    },
  ]
}

const ofFree: Raise = {
  done: false,
  text: {
    en: 'The Free plan stays at 100 a day and 3,000 a month; a larger plan opens more.',
    pt: 'O plano Free fica em 100 por dia e 3.000 por mês; um plano maior libera mais.',
  },
}

const soFar = (days: number, max: number): Text =>
  days === max ? { en: '', pt: '' } : { en: ` (${days} so far)`, pt: ` (${days} até agora)` }
