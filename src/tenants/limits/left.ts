/** What an account may still send right now, in words, for whoever asks before sending. */
import type { Text } from '#kernel/base/languages.ts'
import { millicentsPerCent, money, number } from './money.ts'
import { buysOverage, capsOf, pausedDay, type Quota, type Terms } from './quota.ts'

/** One sentence with all limits that are in force; null where there is none. */
export function leftText(quota: Quota, terms: Terms): Text | null {
  const parts: Text[] = []
  if (terms.pause === 'regular') {
    parts.push(of(pausedDay - quota.pauseUsed, pausedDay, during))
  }
  const { day, month, included } = capsOf(terms)
  if (day !== null) parts.push(of(day - quota.dayUsed, day, today))
  const sent = quota.monthUsed + quota.extraUsed
  const ofMonth = month === null ? null : { left: month - sent, max: month }
  const ofPlan = included === null ? null : { left: included - quota.monthUsed, max: included }
  // Beyond the plan's volume it is money that is left.
  const bought = buysOverage(quota, terms) ? quota.capMillicents - quota.extraMillicents : null
  const min = [ofMonth, ofPlan].flatMap(one => one ?? []).sort((a, b) => a.left - b.left)[0]
  if (min !== undefined) parts.push(of(min.left, min.max, thisMonth))
  if (bought !== null) {
    const amount = money(Math.max(0, Math.floor(bought / millicentsPerCent)), quota.currency)
    parts.push({
      en: `${amount.en} for recipients beyond the included volume`,
      pt: `${amount.pt} para destinatários além do volume incluído`,
    })
  }
  if (parts.length === 0) return null
  return {
    en: `Left before this email: ${parts.map(part => part.en).join('; ')}.`,
    pt: `Restam antes deste e-mail: ${parts.map(part => part.pt).join('; ')}.`,
  }
}

const during: Text = { en: 'today, during the pause', pt: 'hoje, durante a pausa' }
const today: Text = { en: 'today', pt: 'hoje' }
const thisMonth: Text = { en: 'this month', pt: 'neste mês' }

function of(left: number, max: number, when: Text): Text {
  const [few, many] = [number(Math.max(0, left)), number(max)]
  return {
    en: `${few.en} of ${many.en} recipients ${when.en}`,
    pt: `${few.pt} de ${many.pt} destinatários ${when.pt}`,
  }
}
