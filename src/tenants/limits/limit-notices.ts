/**
 * Accounts hear when 80 and 100 % of a day or of a month are used; of the volume of a plan and of
 * spending, where somebody collects, from billing.
 */
import { minuteMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { fillEach, type Text } from '#kernel/base/languages.ts'
import type { World } from '#kernel/world/world.ts'
import type { PeriodicJob } from '#platform/queue/jobs.ts'
import { tellLasting } from '../accounts/lasting.ts'
import { selectBusy } from './limit-notices-store.ts'
import { number } from './money.ts'
import { plansOf } from './plans.ts'
import { buysOverage, capsOf, newcomerDay, newcomerMonth, type Quota, type Terms } from './quota.ts'
import { readStandings } from './reserve.ts'

export const limitNoticesJob: PeriodicJob = {
  name: 'limits near',
  everyMs: minuteMs,
  run: watchLimits,
}

export async function watchLimits(world: World): Promise<void> {
  const plans = Object.values(plansOf(world.settings))
  const smallest = (of: number, all: (number | null)[]) =>
    Math.floor(0.8 * Math.min(of, ...all.map(one => one ?? Infinity)))
  const threshold = {
    day: smallest(
      newcomerDay,
      plans.map(one => one.daily),
    ),
    month: smallest(
      newcomerMonth,
      plans.map(one => one.included),
    ),
  }
  const ids = await selectBusy(world.db, new Date(world.clock.now()), threshold)
  const standings = await readStandings(world.db, world, ids)
  const isSold = world.settings.MALOTE_BILLING !== 'off'
  const found = [...standings.values()].flatMap(({ accountId, terms, quota }) =>
    quota === null ? [] : stepsOf(quota, terms, isSold).map(step => noticeOf(accountId, step)),
  )
  await tellLasting(world, 'limit ', found)
}

interface Step {
  readonly limit: 'day' | 'month'
  readonly percent: 80 | 100
  readonly used: number
  readonly max: number
  /** The day or month: each is told of by itself. */
  readonly of: string
}

/** How far a day and a month are used, pure. */
function stepsOf(quota: Quota, terms: Terms, isSold: boolean): Step[] {
  const { day, month, included } = capsOf(terms)
  const isVolume = !isSold && !buysOverage(quota, terms)
  const volume = isVolume && included !== null ? Math.min(included, month ?? included) : month
  const used = quota.monthUsed + quota.extraUsed
  return [
    ...stepOf({ limit: 'day', used: quota.dayUsed, max: day, of: quota.day }),
    ...stepOf({ limit: 'month', used, max: volume, of: quota.month }),
  ]
}

function stepOf({ max, ...step }: Omit<Step, 'percent' | 'max'> & { max: number | null }): Step[] {
  if (max === null || max === 0 || step.used * 10 < max * 8) return []
  return [{ ...step, max, percent: step.used >= max ? 100 : 80 }]
}

function noticeOf(accountId: Uuid, { limit, percent, used, max, of }: Step) {
  return {
    accountId,
    level: percent === 100 ? 'warning' : 'info',
    code: `${limit}_${percent}`,
    cause: `limit ${limit} ${percent} ${of}`,
    data: { limit, used, max },
    text: fillEach(texts[`${limit}_${percent}`], { used: number(used), max: number(max) }),
  } as const
}

const texts = {
  day_80: {
    en: '{used} of the {max} recipients that a day allows are used.',
    pt: '{used} dos {max} destinatários permitidos por dia foram usados.',
  },
  day_100: {
    en: 'The {max} recipients that a day allows are used up; nothing more is accepted until midnight in the zone of the account. See under limits what raises it.',
    pt: 'Os {max} destinatários permitidos por dia acabaram; nada mais é aceito até a meia-noite no fuso da conta. Veja em limites o que aumenta isso.',
  },
  month_80: {
    en: '{used} of the {max} recipients that a month allows are used.',
    pt: '{used} dos {max} destinatários permitidos por mês foram usados.',
  },
  month_100: {
    en: 'The {max} recipients that a month allows are used up; nothing more is accepted until the next one. See under limits what raises it.',
    pt: 'Os {max} destinatários permitidos por mês acabaram; nada mais é aceito até o próximo. Veja em limites o que aumenta isso.',
  },
} as const satisfies Record<string, Text>
