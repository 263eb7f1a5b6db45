/** Trust and pauses: the rules by themselves, and as the jobs apply them. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import type { LogFields } from '#kernel/world/world.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import { newestNotices } from '#tenants/accounts/notices-store.ts'
import { builtInPlans } from '#tenants/limits/plans.ts'
import { whatRaises } from '#tenants/limits/refusals.ts'
import { count } from '#tenants/limits/usage.ts'
import { limitsOf, trustChangesOf } from '#tenants/trust/overview.ts'
import { watchRates } from '#tenants/trust/pause.ts'
import { judgeTrust, leaveSandbox } from '#tenants/trust/promote.ts'
import { afterDay, findingOf, isNear, nextPause, type Progress } from '#tenants/trust/rates.ts'
import { changeSettings } from '#tenants/trust/settings.ts'
import { bareTaxId } from '#tenants/trust/tax-id.ts'
import { testDatabase } from '../../support/database.ts'
import { setStage } from './stage.ts'

const database = await testDatabase()
const { db } = database
const stage = await setStage(database)
after(() => stage.close())
const [world] = stage.worlds
const hour = 3_600_000
const day = 24 * hour

/** Outcomes of a project right now. */
async function outcomes(
  projectId: Uuid,
  counts: { accepted?: number; finals?: number; hard?: number; complained?: number },
): Promise<void> {
  const at = world.clock.now()
  const one = { projectId, at, stream: 'marketing', provider: 'other', counts }
  await db.transaction(tx => count(tx, [one], Math.floor(at / hour)))
}

const notices = async (id: Uuid): Promise<string[]> =>
  (await newestNotices(db, id, 20)).map(one => one.code).reverse()
const pauseOf = async (id: Uuid): Promise<string> => (await getAccount(world, id))!.pause
const levelOf = async (id: Uuid): Promise<number> => (await getAccount(world, id))!.trustLevel

describe('the rates', () => {
  it('say nothing below 100 results, and pause from the thresholds on', () => {
    const pause = (finals: number, hard: number, complaints: number) =>
      findingOf({ finals, hard, complaints }).pause
    assert.equal(pause(99, 99, 99), 'none')
    assert.equal(pause(1_000, 49, 2), 'none')
    assert.equal(pause(1_000, 50, 0), 'regular')
    assert.equal(pause(1_000, 99, 0), 'regular')
    assert.equal(pause(1_000, 100, 0), 'full')
    assert.equal(pause(1_000, 0, 3), 'regular')
    assert.equal(pause(1_000, 0, 10), 'full')
    assert.equal(findingOf({ finals: 1_000, hard: 60, complaints: 10 }).cause, 'complaints')
    assert.equal(findingOf({ finals: 1_000, hard: 60, complaints: 1 }).cause, 'bounces')
  })

  it('warn from four fifths of the threshold on', () => {
    assert.equal(isNear(findingOf({ finals: 1_000, hard: 39, complaints: 0 })), false)
    assert.equal(isNear(findingOf({ finals: 1_000, hard: 40, complaints: 0 })), true)
    assert.equal(isNear(findingOf({ finals: 1_000, hard: 50, complaints: 0 })), false)
    assert.equal(isNear(findingOf({ finals: 10_000, hard: 0, complaints: 24 })), true)
  })

  it('raise a pause at once, lower it after a day, and leave the operator’s alone', () => {
    const bad = findingOf({ finals: 1_000, hard: 200, complaints: 0 })
    const good = findingOf({ finals: 1_000, hard: 0, complaints: 0 })
    const at = (cause: 'operator' | 'bounces', since: number) =>
      ({ pause: 'regular', cause, since }) as const
    assert.equal(nextPause(at('bounces', 0), bad, hour), 'full')
    assert.equal(nextPause(at('bounces', 0), good, day - 1), 'regular')
    assert.equal(nextPause(at('bounces', 0), good, day), 'none')
    assert.equal(nextPause(at('operator', 0), good, 100 * day), 'regular')
    assert.equal(nextPause(at('operator', 0), bad, 100 * day), 'regular')
  })
})

describe('clean days', () => {
  const clean = { accepted: 500, finals: 500, hard: 9, complaints: 0 }
  const unclean = { ...clean, hard: 10 }
  const idle = { accepted: 0, finals: 0, hard: 0, complaints: 0 }

  it('lead to level 2 after seven in a row, with evidence', () => {
    let progress = { level: 1 as 1 | 2 | 3, cleanDays: 0, dailyLimit: 1_000 }
    for (const one of [clean, clean, unclean, clean, clean, idle, clean, clean, clean, clean]) {
      progress = afterDay(progress, one, true)
    }
    assert.deepEqual(progress, { level: 1, cleanDays: 6, dailyLimit: 1_000 })
    assert.equal(afterDay(progress, clean, false).level, 1)
    assert.deepEqual(afterDay(progress, clean, true), { level: 2, cleanDays: 0, dailyLimit: 1_000 })
  })

  it('double the limit of level 2 every week and lead to level 3 after four', () => {
    let progress = { level: 2 as 1 | 2 | 3, cleanDays: 0, dailyLimit: 1_000 }
    const limits: number[] = []
    for (let i = 1; i <= 28; i++) {
      progress = afterDay(progress, clean, false)
      if (i % 7 === 0) limits.push(progress.dailyLimit)
    }
    assert.deepEqual(limits, [2_000, 4_000, 8_000, 16_000])
    assert.equal(progress.level, 3)
  })
})

describe('the limit of level 2', () => {
  const clean = { accepted: 500, finals: 500, hard: 9, complaints: 0 }
  const unclean = { ...clean, hard: 10 }

  it('stops doubling at 1,024,000, however many clean weeks an unclean day follows', () => {
    let progress = { level: 2 as 1 | 2 | 3, cleanDays: 0, dailyLimit: 1_000 }
    const limits: number[] = []
    for (let week = 1; week <= 40; week++) {
      for (let i = 0; i < 7; i++) progress = afterDay(progress, clean, false)
      progress = afterDay(progress, unclean, false)
      limits.push(progress.dailyLimit)
    }
    assert.deepEqual(limits.slice(8, 12), [512_000, 1_024_000, 1_024_000, 1_024_000])
    assert.equal(limits.at(-1), 1_024_000)
    assert.equal(progress.level, 2)
  })

  it('is promised to double only where it does', () => {
    const sold = { currency: 'USD', plans: builtInPlans } as const
    const terms = {
      plan: 'enterprise',
      trustLevel: 2,
      timeZone: 'UTC',
      pause: 'none',
      ...sold,
    } as const
    const raise = (dailyLimit: number) => whatRaises({ ...terms, dailyLimit, spendCents: null }).en
    assert.match(raise(512_000), /doubles it \(1,024,000 a day next\)/)
    assert.doesNotMatch(raise(1_024_000), /doubles/)
    assert.match(raise(1_024_000), /trust level 3 opens the whole volume/)
  })
})

describe('company tax ids', () => {
  it('are CNPJ with check digits, numeric and alphanumeric, and EU VAT formats', () => {
    assert.equal(bareTaxId('11.222.333/0001-81'), '11222333000181')
    assert.equal(bareTaxId('12.abc.345/01de-35'), '12ABC34501DE35')
    assert.equal(bareTaxId('DE 123456789'), 'DE123456789')
    assert.equal(bareTaxId('EL123456789'), 'EL123456789')
    assert.equal(bareTaxId('NL123456789B01'), 'NL123456789B01')
    for (const wrong of [
      '11.222.333/0001-82',
      '12ABC34501DE36',
      '00000000000000',
      '1222333000181',
      'GB123456789',
      'DE012345678',
      'DE000000000',
      'FR12',
      '',
      '; drop table',
    ]) {
      assert.equal(bareTaxId(wrong), null, wrong)
    }
  })
})

describe('the pause job', () => {
  it('warns, pauses, raises and lifts by itself, each with a notice', async () => {
    const { accountId, projectId } = await stage.account({ plan: 'pro', trustLevel: 3 })
    await outcomes(projectId, { accepted: 1_000, finals: 1_000, hard: 45 })
    await watchRates(world)
    await watchRates(world)
    assert.equal(await pauseOf(accountId), 'none')
    assert.deepEqual(await notices(accountId), ['rates_high'])

    await outcomes(projectId, { finals: 10, hard: 10 })
    await watchRates(world)
    assert.equal(await pauseOf(accountId), 'regular')
    await outcomes(projectId, { finals: 100, hard: 100 })
    await watchRates(world)
    assert.equal(await pauseOf(accountId), 'full')
    assert.equal(await levelOf(accountId), 2)

    const shown = await limitsOf(world, accountId, 'en')
    const { reason, fix } = shown!.pause as { reason: string; fix: string }
    assert.match(reason, /155 of 1,110 recipients in 7 days bounced permanently \(13.96%\)/)
    assert.match(fix, /ends by itself/)

    await world.clock.advance(5 * day)
    await watchRates(world)
    assert.equal(await pauseOf(accountId), 'full')
    await world.clock.advance(2 * day)
    await watchRates(world)
    assert.equal(await pauseOf(accountId), 'none')
    assert.deepEqual(await notices(accountId), [
      'rates_high',
      'sending_paused',
      'sending_paused',
      'trust_lowered',
      'pause_lifted',
    ])
  })

  it('tells how far its end is, by the rate as it is now', async () => {
    const { accountId, projectId } = await stage.account({ plan: 'pro', trustLevel: 3 })
    const wayOut = async () => {
      const shown = (await limitsOf(world, accountId, 'en'))!.pause as Record<string, unknown>
      return { rate: shown.rate, ends_from: shown.ends_from }
    }
    assert.deepEqual(await wayOut(), { rate: null, ends_from: null })
    await outcomes(projectId, { accepted: 139, finals: 139, hard: 7 })
    await watchRates(world)
    const from = new Date(world.clock.now() + day).toISOString()
    const rate = { cause: 'bounces', count: 7, of: 139, limit: 0.05 }
    assert.deepEqual(await wayOut(), { rate, ends_from: from })
    await outcomes(projectId, { finals: 61 })
    assert.deepEqual(await wayOut(), { rate: { ...rate, of: 200 }, ends_from: from })
    await changeSettings(world, accountId, { pause: 'full' })
    assert.deepEqual(await wayOut(), { rate: null, ends_from: null }, 'the operator’s has no rate')
  })

  it('keeps a full pause for a day, however long it was a regular one before', async () => {
    const { accountId, projectId } = await stage.account({ plan: 'pro', trustLevel: 3 })
    await outcomes(projectId, { accepted: 1_000, finals: 1_000, hard: 99 })
    await watchRates(world)
    assert.equal(await pauseOf(accountId), 'regular')
    await world.clock.advance(3 * day)

    // Up to 10%, and under it again with every recipient that is reached.
    await outcomes(projectId, { finals: 2, hard: 2 })
    await watchRates(world)
    assert.equal(await pauseOf(accountId), 'full')
    await outcomes(projectId, { finals: 20 })
    await world.clock.advance(day - 1)
    await watchRates(world)
    assert.equal(await pauseOf(accountId), 'full')
    await outcomes(projectId, { finals: 1, hard: 1 })
    await watchRates(world)
    assert.equal(await levelOf(accountId), 2, 'one full pause lowers once')

    await world.clock.advance(1)
    await watchRates(world)
    assert.equal(await pauseOf(accountId), 'regular')
  })

  it('does not pause again after a lift by hand for what it knew, but for what comes', async () => {
    const { accountId, projectId } = await stage.account({ plan: 'pro', trustLevel: 3 })
    await outcomes(projectId, { accepted: 500, finals: 500, hard: 30 })
    await watchRates(world)
    assert.equal(await pauseOf(accountId), 'regular')
    await changeSettings(world, accountId, { pause: 'none' })
    await watchRates(world)
    assert.equal(await pauseOf(accountId), 'none')
    await outcomes(projectId, { finals: 200, hard: 10 })
    await watchRates(world)
    assert.equal(await pauseOf(accountId), 'regular')
  })

  it('never lifts what the operator has paused', async () => {
    const { accountId } = await stage.account({ plan: 'pro', trustLevel: 3 })
    await changeSettings(world, accountId, { pause: 'full' })
    await world.clock.advance(30 * day)
    await watchRates(world)
    assert.equal(await pauseOf(accountId), 'full')
  })
})

describe('the trust job', () => {
  /** One day with sending, judged after its midnight. */
  const live = async (projectId: Uuid, counts: object = { accepted: 50, finals: 50 }) => {
    await outcomes(projectId, counts)
    await world.clock.advance(day)
    await judgeTrust(world)
  }

  const setStanding = (id: Uuid, { cleanDays, dailyLimit }: Omit<Progress, 'level'>) =>
    db.query(
      `insert into standings (account_id, level_since, clean_days, daily_limit)
       values ($1, $2, $3, $4)
       on conflict (account_id) do update set clean_days = $3, daily_limit = $4`,
      [id, new Date(world.clock.now()), cleanDays, dailyLimit],
    )

  it('raises to level 2 after 7 clean days once the company is known, then doubles', async () => {
    const { accountId, projectId } = await stage.account({ plan: 'pro', trustLevel: 1 })
    for (let i = 0; i < 8; i++) await live(projectId)
    assert.equal(await levelOf(accountId), 1)
    await changeSettings(world, accountId, { taxId: '11.222.333/0001-81' })
    assert.equal(await levelOf(accountId), 2)
    for (let i = 0; i < 7; i++) await live(projectId)
    const changes = await trustChangesOf(world, accountId, 10)
    assert.deepEqual(
      changes.map(({ from, to, dailyLimit, reason }) => ({ from, to, dailyLimit, reason })),
      [
        { from: 2, to: 2, dailyLimit: 2_000, reason: 'clean_week' },
        { from: 1, to: 2, dailyLimit: 1_000, reason: 'clean_days' },
      ],
    )
    const shown = await limitsOf(world, accountId, 'pt')
    assert.equal((shown!.today as { limit: number }).limit, 2_000)
    const ticked = async () => {
      const told = await limitsOf(world, accountId, 'en')
      const raises = told!.raises as { done: boolean }[]
      return [told!.trust_given, raises.map(({ done }) => done)]
    }
    assert.deepEqual(await ticked(), [false, [true, true, true, false]], 'it was earned')
    for (let i = 0; i < 21; i++) await live(projectId)
    assert.equal(await levelOf(accountId), 3)
    await changeSettings(world, accountId, { trustLevel: 1 })
    assert.deepEqual(await ticked(), [true, [false, true, false]], 'it was given')
  })

  it('counts neither unclean days nor the days of a pause', async () => {
    const { accountId, projectId } = await stage.account({ plan: 'pro', trustLevel: 1 })
    await changeSettings(world, accountId, { hasPayment: true })
    for (let i = 0; i < 5; i++) await live(projectId)
    await live(projectId, { accepted: 50, finals: 50, hard: 1 })
    for (let i = 0; i < 6; i++) await live(projectId)
    assert.equal(await levelOf(accountId), 1)
    await ensurePartitions(world)
    await changeSettings(world, accountId, { pause: 'regular' })
    await live(projectId)
    await changeSettings(world, accountId, { pause: 'none' })
    for (let i = 0; i < 7; i++) await live(projectId)
    assert.equal(await levelOf(accountId), 1)
    await live(projectId)
    assert.equal(await levelOf(accountId), 2)
  })

  it('goes on counting for an account whose limit has grown as far as it may', async () => {
    const { accountId, projectId } = await stage.account({ plan: 'enterprise', trustLevel: 2 })
    // The 21st doubling: the next one is beyond what the column can hold.
    await setStanding(accountId, { cleanDays: 6, dailyLimit: 2_097_152_000 })
    await live(projectId)
    const [standing] = await db.query(
      'select clean_days as days, daily_limit as "limit" from standings where account_id = $1',
      [accountId],
    )
    assert.deepEqual(standing, { days: 7, limit: 1_024_000 })
  })

  it('judges the accounts after one that it cannot judge, and logs that as our fault', async () => {
    const broken = await stage.account({ plan: 'pro', trustLevel: 1 })
    const next = await stage.account({ plan: 'pro', trustLevel: 1 })
    assert.ok(broken.accountId < next.accountId, 'they are judged in this order')
    await changeSettings(world, next.accountId, { hasPayment: true })
    // One more day is beyond what the column can hold.
    await setStanding(broken.accountId, { cleanDays: 2 ** 31 - 1, dailyLimit: 1_000 })
    const errors: unknown[] = []
    const error = (fields: LogFields) => void errors.push(fields.account)
    const judging = { ...world, log: { ...world.log, error } }
    for (let i = 0; i < 7; i++) {
      await outcomes(broken.projectId, { accepted: 50, finals: 50 })
      await outcomes(next.projectId, { accepted: 50, finals: 50 })
      await world.clock.advance(day)
      await judgeTrust(judging)
    }
    assert.equal(await levelOf(next.accountId), 2)
    assert.deepEqual(errors, Array(7).fill(broken.accountId))
    await setStanding(broken.accountId, { cleanDays: 0, dailyLimit: 1_000 })
  })

  it('lets an account out of the sandbox with the verification of its domain', async () => {
    const { accountId, projectId } = await stage.account({ trustLevel: 0 })
    await db.transaction(tx => leaveSandbox(tx, world, projectId))
    await db.transaction(tx => leaveSandbox(tx, world, projectId))
    assert.equal(await levelOf(accountId), 1)
    assert.deepEqual(await notices(accountId), ['trust_raised'])
  })
})
