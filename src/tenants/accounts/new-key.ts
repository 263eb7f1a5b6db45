/** What a key that is to be made may be. */
import { parseNetwork } from '#kernel/base/addresses.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Mode, Scope } from '#kernel/routes/route.ts'
import { hasUnseen } from './names.ts'

export interface NewApiKey {
  readonly projectId: Uuid
  readonly mode: Mode
  readonly scope: Scope
  readonly name?: string
  /** Addresses or CIDR ranges that may use the key; none: all. */
  readonly allowIps?: readonly string[]
  /** Calls per second; 0: no limit; absent: the account's, or the default. */
  readonly rate?: number
  /** Who makes it in the dashboard. */
  readonly createdBy?: Uuid
  /** For how long it is good; absent: for ever. */
  readonly expiresInDays?: number
}

const maxRate = 1_000_000
const maxExpiryDays = 3650

export function checkNewKey(input: NewApiKey): void {
  for (const range of input.allowIps ?? []) {
    try {
      parseNetwork(range)
    } catch {
      throw new Refusal('invalid_field', {
        param: 'allow_ips',
        why: {
          en: `"${range}" is not an IP address or CIDR range.`,
          pt: `"${range}" não é um endereço IP nem uma faixa CIDR.`,
        },
      })
    }
  }
  const { rate } = input
  if (rate !== undefined && !(Number.isInteger(rate) && rate >= 0 && rate <= maxRate)) {
    throw new Refusal('invalid_field', {
      param: 'rate',
      why: {
        en: `The rate is a whole number of calls per second up to ${maxRate}; 0 means no limit.`,
        pt: `A taxa é um número inteiro de chamadas por segundo até ${maxRate}; 0 é sem limite.`,
      },
    })
  }
  const { expiresInDays: days } = input
  if (days !== undefined && !(Number.isInteger(days) && days >= 1 && days <= maxExpiryDays)) {
    throw new Refusal('invalid_field', {
      param: 'expires_in_days',
      why: {
        en: `A key is good for 1 to ${maxExpiryDays} days, or, without expires_in_days, for ever.`,
        pt: `Uma chave vale de 1 a ${maxExpiryDays} dias ou, sem expires_in_days, para sempre.`,
      },
    })
  }
  if ((input.name ?? '').length > 200 || hasUnseen(input.name ?? '')) {
    throw new Refusal('invalid_field', {
      param: 'name',
      why: {
        en: 'A name has at most 200 characters and no control characters.',
        pt: 'Um nome tem no máximo 200 caracteres e nenhum caractere de controle.',
      },
    })
  }
}
