/**
 * Changing what an account is entitled to, with all that follows: the quota is brought up to the
 * moment of the change under the old terms and goes on under the new ones; trust is recorded; a
 * pause gets its reason. The operator's command and the dashboard change accounts through this.
 */

import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import type { Account } from '../accounts/account.ts'
import { type AccountChanges, changeAccount } from '../accounts/accounts.ts'
import { keysHaveChanged } from '../accounts/keys.ts'
import { settleQuota } from '../limits/reserve.ts'
import { changeLevel } from './level.ts'
import { writePause } from './pause.ts'
import { promoteOnEvidence } from './promote.ts'
import { firstDailyLimit } from './rates.ts'
import { lockStanding, updateStanding } from './store.ts'
import { readTaxId } from './tax-id.ts'

export interface AccountSettingsChange extends AccountChanges {
  /** Most overage per period, in cents; null: none is bought. */
  readonly spendCents?: number | null | undefined
  /** A CNPJ or an EU VAT number; null removes it. */
  readonly taxId?: string | null | undefined
  /** Whether a payment method is known. */
  readonly hasPayment?: boolean | undefined
}

/** Changes what is named and leaves the rest. Returns the account as it then is. */
export async function changeSettings(
  world: Pick<World, 'db' | 'clock' | 'ids' | 'signals'>,
  id: Uuid,
  settings: AccountSettingsChange,
): Promise<Account> {
  const { spendCents, taxId, hasPayment, pause, trustLevel, ...plain } = settings
  const bareTaxId = taxId === undefined || taxId === null ? taxId : readTaxId(taxId)
  checkSpending(spendCents)
  const account = await world.db.transaction(async tx => {
    const { after: before } = await changeAccount(tx, id, {})
    await settleQuota(tx, world, id)
    await changeAccount(tx, id, plain)
    const standing = (await lockStanding(tx, id))!
    await updateStanding(tx, {
      ...standing,
      ...(spendCents === undefined ? {} : { spendCents }),
      ...(bareTaxId === undefined ? {} : { taxId: bareTaxId }),
      ...(hasPayment === undefined ? {} : { hasPayment }),
    })
    if (trustLevel !== undefined && trustLevel !== before.trustLevel) {
      const step = { from: before.trustLevel, to: trustLevel, dailyLimit: firstDailyLimit }
      await changeLevel(tx, world, id, { ...step, reason: 'operator' })
    }
    if (pause !== undefined) await writePause(tx, world, id, { pause, by: 'operator' })
    if (bareTaxId || hasPayment) await promoteOnEvidence(tx, world, id)
    if (plain.plan !== undefined) await settleQuota(tx, world, id)
    return (await changeAccount(tx, id, {})).after
  })
  keysHaveChanged(world)
  return account
}

const maxSpendCents = 100_000_000_00

function checkSpending(cents: number | null | undefined): void {
  if (cents === undefined || cents === null) return
  if (Number.isSafeInteger(cents) && cents >= 0 && cents <= maxSpendCents) return
  throw new Refusal('invalid_field', {
    param: 'spend_limit',
    why: {
      en: 'A spending limit is an amount such as 25.00, at most two digits after the point.',
      pt: 'Um limite de gastos é um valor como 25.00, com até dois dígitos após o ponto.',
    },
  })
}

/** Cents of an amount as people write it, `25` or `25.50`; throws the refusal. */
export function readAmount(text: string): number {
  const [, whole, rest = ''] = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  const cents = whole === undefined ? Number.NaN : Number(whole) * 100 + Number(rest.padEnd(2, '0'))
  checkSpending(cents)
  return cents
}

/** `25.50` */
export function showAmount(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}
