/**
 * Changing the trust of an account: the one place where a level or the daily limit of level 2 moves.
 * Each change is kept with its reason and told to the account.
 */

import { dayMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { Tx } from '#kernel/world/db.ts'
import { changeAccount } from '../accounts/accounts.ts'
import { type NoticeWorld, notify } from '../accounts/notices.ts'
import { number } from '../limits/money.ts'
import { utcDay } from '../limits/usage.ts'
import { firstDailyLimit } from './rates.ts'
import { insertTrustChange, lockStanding, type TrustRecord, updateStanding } from './store.ts'

type Level = 0 | 1 | 2 | 3
export type Reason =
  | 'domain_verified'
  | 'clean_days'
  | 'clean_week'
  | 'clean_weeks'
  | 'full_pause'
  | 'payment_lost'
  | 'operator'

const reasons: Readonly<Record<Reason, Text>> = {
  domain_verified: {
    en: 'a domain of the account was verified',
    pt: 'um domínio da conta foi verificado',
  },
  clean_days: {
    en: '7 days with few bounces and complaints, and the company or a payment method is known',
    pt: '7 dias com poucas devoluções e marcações como spam, e a empresa ou uma forma de pagamento é conhecida',
  },
  clean_week: { en: 'another clean week', pt: 'mais uma semana sem problemas' },
  clean_weeks: { en: '4 clean weeks', pt: '4 semanas sem problemas' },
  full_pause: {
    en: 'too many bounces or complaints stopped all sending',
    pt: 'devoluções ou marcações como spam demais interromperam todo o envio',
  },
  payment_lost: {
    en: 'a payment was taken back by the bank',
    pt: 'um pagamento foi estornado pelo banco',
  },
  operator: { en: 'set by the operator', pt: 'definido pelo operador' },
}

interface LevelChange {
  readonly from: Level
  readonly to: Level
  /** Of level 2. */
  readonly dailyLimit: number
  readonly reason: Reason
}

/** Moves an account to a level; the count of clean days begins anew unless the level stays. */
export async function changeLevel(
  tx: Tx,
  world: NoticeWorld,
  accountId: Uuid,
  change: LevelChange,
): Promise<void> {
  const { from, to, dailyLimit, reason } = change
  const now = world.clock.now()
  if (from !== to) await changeAccount(tx, accountId, { trustLevel: to })
  const standing = (await lockStanding(tx, accountId))!
  await updateStanding(tx, {
    ...standing,
    dailyLimit,
    ...(from === to ? {} : startedAt(standing, now)),
  })
  const at = new Date(now)
  const text = textOf(change)
  const limit = to === 2 ? dailyLimit : null
  const id = world.ids.next()
  await insertTrustChange(tx, { accountId, id, from, to, dailyLimit: limit, reason, text, at })
  const isFall = to < from
  const code = isFall ? 'trust_lowered' : 'trust_raised'
  const data = { from, to, daily_limit: limit, reason }
  await notify(tx, world, [{ accountId, level: isFall ? 'warning' : 'info', code, text, data }])
}

/** A new level: nothing of the days before counts. */
function startedAt(standing: TrustRecord, now: number): Partial<TrustRecord> {
  // The day of the change counts where it was not the day of a pause or judged already.
  const yesterday = utcDay(now - dayMs)
  const judgedDay =
    standing.judgedDay !== null && standing.judgedDay > yesterday ? standing.judgedDay : yesterday
  return { levelSince: new Date(now), cleanDays: 0, judgedDay }
}

function textOf({ from, to, dailyLimit, reason }: LevelChange): Text {
  const why = reasons[reason]
  if (from === to) {
    const limit = number(dailyLimit)
    return {
      en: `The daily limit is now ${limit.en} recipients: ${why.en}.`,
      pt: `O limite diário agora é de ${limit.pt} destinatários: ${why.pt}.`,
    }
  }
  return {
    en: `Trust level ${to} (before: ${from}): ${why.en}.`,
    pt: `Nível de confiança ${to} (antes: ${from}): ${why.pt}.`,
  }
}

/** One level down, to no less than 1. */
export function demotionOf(from: Level): LevelChange | null {
  if (from < 2) return null
  return { from, to: from === 3 ? 2 : 1, dailyLimit: firstDailyLimit, reason: 'full_pause' }
}
