/**
 * Pauses: set and lifted here, by rule or by hand. The rule looks at the outcomes of the last 7 days
 * every minute, and within a second of a hard bounce or a complaint (`watch.ts`); it warns before it pauses, raises a pause at once, and lowers or lifts its own after
 * a day when the rates allow it. What the operator pauses stays until lifted by hand. After a lift by
 * hand only what comes later is held against the account, or it would be paused again the next
 * minute. Queued mail is held by delivery, which reads the same column.
 */

import type { Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { changeAccount } from '../accounts/accounts.ts'
import { endNotices, notify } from '../accounts/notices.ts'
import type { Pause } from '../accounts/terms.ts'
import { type PauseReason, pauseFix, pauseReason, percent } from '../limits/refusals.ts'
import { settleQuota } from '../limits/reserve.ts'
import { utcDay } from '../limits/usage.ts'
import { changeLevel, demotionOf } from './level.ts'
import {
  findingOf,
  isNear,
  minFinals,
  nextPause,
  type RateResult,
  regularShare,
  severity,
  windowStart,
} from './rates.ts'
import { noteStandstill } from './standstill.ts'
import {
  lockStanding,
  selectDay,
  selectOutcomes,
  type TrustRecord,
  updateStanding,
  type WatchedAccount,
} from './store.ts'

export type RateWatcher = Pick<
  World,
  'db' | 'clock' | 'ids' | 'log' | 'signals' | 'settings' | 'handoff'
>

/** Looks at the rates of all accounts and pauses, warns and lifts; for the job. */
export const watchRates = (world: RateWatcher): Promise<void> => followRates(world, null)

/** The same of some accounts. */
export async function followRates(
  world: RateWatcher,
  accountIds: readonly Uuid[] | null,
): Promise<void> {
  for (const watched of await selectOutcomes(
    world.db,
    windowStart(world.clock.now()),
    accountIds,
  )) {
    const found = findingOf(watched)
    const pause = nextPause(currentOf(watched), found, world.clock.now())
    const isWarning = isNear(found)
    if (pause === watched.pause && isWarning === watched.warned) continue
    await world.db.transaction(tx => followRule(tx, world, watched.accountId))
  }
}

const currentOf = ({ pause, cause, since }: WatchedAccount) => ({
  pause,
  cause,
  since: since?.getTime() ?? null,
})

/** What the rule says of one account, with its rows locked and read again. */
async function followRule(tx: Tx, world: RateWatcher, accountId: Uuid): Promise<void> {
  const { after: account } = await changeAccount(tx, accountId, {})
  const [watched] = await selectOutcomes(tx, windowStart(world.clock.now()), [accountId])
  if (!watched) return
  const found = findingOf(watched)
  const pause = nextPause(currentOf(watched), found, world.clock.now())
  if (pause !== account.pause) {
    await writePause(tx, world, accountId, { pause, by: found })
    const { cause, count, of } = found
    world.log.warn({ account: accountId, pause, cause, count, of }, 'pause changed by rule')
    return
  }
  const isWarning = isNear(found)
  if (isWarning === watched.warned) return
  const standing = (await lockStanding(tx, accountId))!
  await updateStanding(tx, { ...standing, warned: isWarning })
  const { cause: rate, count, of } = found
  if (!isWarning) return endNotices(tx, world, accountId, [ratesCause])
  await notify(tx, world, [
    {
      accountId,
      level: 'warning',
      code: 'rates_high',
      text: warning(found),
      data: { rate, count, of },
      cause: ratesCause,
    },
  ])
}

const ratesCause = 'rates'
const pauseCause = 'pause'

interface PauseChange {
  readonly pause: Pause
  /** Who or what decides. */
  readonly by: 'operator' | 'payment' | RateResult
  /** What the customer is told of a pause by the operator. */
  readonly note?: Text | null | undefined
}

/** Sets or lifts a pause, with reason and notice, in the caller's transaction. */
export async function writePause(
  tx: Tx,
  world: Pick<World, 'clock' | 'ids' | 'settings' | 'signals' | 'handoff'>,
  accountId: Uuid,
  { pause, by, note }: PauseChange,
): Promise<void> {
  const { before } = await changeAccount(tx, accountId, { pause })
  if (before.pause === 'none' && pause === 'none') return
  const standing = (await lockStanding(tx, accountId))!
  const now = world.clock.now()
  const isHarder = severity[pause] > severity[before.pause]
  const change = { pause, by, note, isHarder }
  const base = pause === 'none' && by === 'operator' ? await baseOf(tx, accountId, utcDay(now)) : {}
  const after: TrustRecord = { ...standing, ...pausedAs(standing, change, now), ...base }
  await updateStanding(tx, after)
  await noteStandstill(tx, world, accountId, { before: before.pause, after: pause })
  if (pause === 'regular' && before.pause !== 'regular') {
    await settleQuota(tx, world, accountId, { newPause: true })
  }
  const isSaidAnew = JSON.stringify(after.pauseNote) !== JSON.stringify(standing.pauseNote)
  if (before.pause !== pause || isSaidAnew) {
    const text = noticeText(pause, reasonOf(after), before.timeZone)
    const code = pause === 'none' ? 'pause_lifted' : 'sending_paused'
    const { pauseCause: reason, pauseCount: count, pauseOf: of } = after
    const data = { pause, reason, count, of }
    const lasting = pause === 'none' ? {} : { cause: pauseCause }
    await endNotices(tx, world, accountId, [pauseCause, ratesCause])
    await notify(tx, world, [
      { accountId, level: isHarder ? 'error' : 'info', code, text, data, ...lasting },
    ])
  }
  const isByRates = by !== 'operator' && by !== 'payment'
  const demotion = isByRates && pause === 'full' ? demotionOf(before.trustLevel) : null
  if (demotion) await changeLevel(tx, world, accountId, demotion)
}

/**
 * No day with a pause is clean, neither its first nor its last. A harder pause lasts its own 24
 * hours: measured from the milder one before, it would end the next minute and come again, and each
 * time the trust would fall.
 */
function pausedAs(
  standing: TrustRecord,
  { pause, by, note, isHarder }: PauseChange & { readonly isHarder: boolean },
  now: number,
): Partial<TrustRecord> {
  const clean = { cleanDays: 0, judgedDay: utcDay(now), warned: false, pauseNote: null }
  if (pause === 'none') {
    return { ...clean, pauseCause: null, pauseSince: null, pauseCount: null, pauseOf: null }
  }
  if (by === 'operator' || by === 'payment') {
    const pauseSince = new Date(now)
    // Set once more without a word, it keeps the word that it has.
    const known = standing.pauseCause === 'operator' ? standing.pauseNote : null
    const pauseNote = by !== 'operator' ? null : note === undefined ? known : note
    return { ...clean, pauseCause: by, pauseSince, pauseCount: null, pauseOf: null, pauseNote }
  }
  const { cause, count, of } = by
  const pauseSince = isHarder ? new Date(now) : (standing.pauseSince ?? new Date(now))
  return { ...clean, pauseCause: cause, pauseSince, pauseCount: count, pauseOf: of }
}

async function baseOf(tx: Tx, accountId: Uuid, day: string): Promise<Partial<TrustRecord>> {
  const { finals, hard, complaints } = await selectDay(tx, accountId, day)
  return { baseDay: day, baseFinals: finals, baseHard: hard, baseComplaints: complaints }
}

/** Why an account is paused, as its refusals say it. */
function reasonOf(standing: TrustRecord | null): PauseReason | null {
  if (!standing?.pauseCause || !standing.pauseSince) return null
  const {
    pauseCause: cause,
    pauseSince,
    pauseCount: count,
    pauseOf: of,
    pauseNote: note,
  } = standing
  return { cause, since: pauseSince.getTime(), count, of, note }
}

function noticeText(pause: Pause, reason: PauseReason | null, zone: string): Text {
  if (pause === 'none') {
    return {
      en: 'The pause is lifted: everything may be sent again, and waiting mail goes out.',
      pt: 'A pausa terminou: tudo pode ser enviado de novo, e as mensagens em espera seguem.',
    }
  }
  const what: Text =
    pause === 'full'
      ? { en: 'All sending is paused.', pt: 'Todo o envio está pausado.' }
      : {
          en: 'Marketing email is paused, and transactional email is limited to 30 a day.',
          pt: 'O envio de marketing está pausado, e o transacional fica limitado a 30 por dia.',
        }
  const why = pauseReason(reason, zone)
  const fix = pauseFix(reason)
  return { en: `${what.en} ${why.en} ${fix.en}`, pt: `${what.pt} ${why.pt} ${fix.pt}` }
}

function warning({ cause, count, of }: RateResult): Text {
  if (of < minFinals) return earlyWarning(count, of)
  const share = percent(count / of)
  const limit = percent(regularShare[cause])
  return cause === 'bounces'
    ? {
        en: `${share.en} of the recipients of the last 7 days bounced permanently (${count} of ${of}). From ${limit.en} on, marketing is paused. Remove addresses that bounced and those that never confirmed.`,
        pt: `${share.pt} dos destinatários dos últimos 7 dias voltaram definitivamente (${count} de ${of}). A partir de ${limit.pt}, o marketing é pausado. Remova os endereços que voltaram e os que nunca confirmaram.`,
      }
    : {
        en: `${share.en} of the recipients of the last 7 days marked the email as spam (${count} of ${of}). From ${limit.en} on, marketing is paused. Write only to people who asked for it.`,
        pt: `${share.pt} dos destinatários dos últimos 7 dias marcaram o e-mail como spam (${count} de ${of}). A partir de ${limit.pt}, o marketing é pausado. Escreva só para quem pediu.`,
      }
}

/** Of few, a share says little: their number says what it is. */
function earlyWarning(count: number, of: number): Text {
  const limit = percent(regularShare.bounces)
  return {
    en: `${count} of the last ${of} recipients bounced permanently. From 100 results and ${limit.en} on, marketing is paused. Remove addresses that bounced and those that never confirmed.`,
    pt: `${count} dos últimos ${of} destinatários voltaram definitivamente. A partir de 100 resultados e ${limit.pt}, o marketing é pausado. Remova os endereços que voltaram e os que nunca confirmaram.`,
  }
}
