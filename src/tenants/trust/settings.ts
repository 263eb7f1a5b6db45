/**
 * Changing what an account is entitled to, with all that follows: the quota is brought up to the
 * moment of the change under the old terms and goes on under the new ones; trust is recorded; a
 * pause gets its reason. The operator's command and the dashboard change accounts through this.
 */

import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import type { Account } from '../accounts/account.ts'
import { type AccountChanges, changeAccount } from '../accounts/accounts.ts'
import { keysHaveChanged } from '../accounts/keys.ts'
import { readMemberAddress } from '../accounts/member-address.ts'
import { maxCents, parseCents } from '../limits/money.ts'
import { settleQuota } from '../limits/reserve.ts'
import { changeLevel } from './level.ts'
import { writePause } from './pause.ts'
import { promoteOnEvidence } from './promote.ts'
import { firstDailyLimit } from './rates.ts'
import { insertCapChange, lockStanding, notePlanChange, updateStanding } from './store.ts'
import { readTaxId } from './tax-id.ts'

export interface AccountSettingsChange extends AccountChanges {
  /** With `pause`: what the customer reads about it. */
  readonly pauseNote?: Text | null | undefined
  /** Most overage per period, in cents; null: none is bought. */
  readonly spendCents?: number | null | undefined
  /** A CNPJ or an EU VAT number; null removes it. */
  readonly taxId?: string | null | undefined
  /** Whether a payment method is known. */
  readonly hasPayment?: boolean | undefined
  /** Letters about money go there, too; null: to the owners alone. */
  readonly billingEmail?: string | null | undefined
}

type Outside = Pick<World, 'db' | 'clock' | 'ids' | 'signals' | 'settings' | 'handoff'>

/** Refuses a change, in its transaction, of an account that stands so. */
export type Veto = (tx: Tx, account: Account, settings: AccountSettingsChange) => Promise<void>

/** Of a closed account: nobody is written to about money; the tax number stays with the invoices. */
export async function forgetBillingEmail(tx: Tx, id: Uuid): Promise<void> {
  const standing = await lockStanding(tx, id)
  if (standing !== null) await updateStanding(tx, { ...standing, billingEmail: null })
}

/** Changes what is named and leaves the rest. Returns the account as it then is. */
export async function changeSettings(
  world: Outside,
  id: Uuid,
  settings: AccountSettingsChange,
  { memberId = null, veto }: { readonly memberId?: Uuid | null; readonly veto?: Veto } = {},
): Promise<Account> {
  const { spendCents, taxId, hasPayment, pause, pauseNote, trustLevel, ...rest } = settings
  const { billingEmail, ...plain } = rest
  const bareTaxId = taxId === undefined || taxId === null ? taxId : readTaxId(taxId)
  const billing = billingEmail ? readMemberAddress(billingEmail, 'billing_email') : billingEmail
  checkSpending(spendCents)
  const account = await world.db.transaction(async tx => {
    const { after: before } = await changeAccount(tx, id, {})
    await veto?.(tx, before, settings)
    await settleQuota(tx, world, id)
    await changeAccount(tx, id, plain)
    const standing = (await lockStanding(tx, id))!
    await updateStanding(tx, {
      ...standing,
      ...(spendCents === undefined ? {} : { spendCents }),
      ...(bareTaxId === undefined ? {} : { taxId: bareTaxId }),
      ...(hasPayment === undefined ? {} : { hasPayment }),
      ...(billing === undefined ? {} : { billingEmail: billing }),
    })
    const noted = { accountId: id, memberId, at: new Date(world.clock.now()) }
    if (spendCents !== undefined && spendCents !== standing.spendCents) {
      const change = { from: standing.spendCents, to: spendCents }
      await insertCapChange(tx, { ...noted, ...change, id: world.ids.next() })
    }
    if (plain.plan !== undefined && plain.plan !== before.plan) {
      const change = { from: before.plan, to: plain.plan }
      await notePlanChange(tx, { ...noted, ...change, id: world.ids.next() })
    }
    if (trustLevel !== undefined && trustLevel !== before.trustLevel) {
      const step = { from: before.trustLevel, to: trustLevel, dailyLimit: firstDailyLimit }
      await changeLevel(tx, world, id, { ...step, reason: 'operator' })
    }
    if (pause !== undefined)
      await writePause(tx, world, id, { pause, by: 'operator', note: pauseNote })
    if (bareTaxId || hasPayment) await promoteOnEvidence(tx, world, id)
    // The plan, the zone and the cap that the period goes on under.
    await settleQuota(tx, world, id)
    return (await changeAccount(tx, id, {})).after
  })
  keysHaveChanged(world)
  return account
}

function checkSpending(cents: number | null | undefined): void {
  if (cents === undefined || cents === null) return
  if (Number.isSafeInteger(cents) && cents >= 0 && cents <= maxCents) return
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
  const cents = parseCents(text) ?? Number.NaN
  checkSpending(cents)
  return cents
}
