/** The evidence of a consent, as callers give it. */

import { isIP } from 'node:net'
import { Type } from 'typebox'
import { maxSkewMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Language, Text } from '#kernel/base/languages.ts'
import type { Evidence } from './consent-record.ts'

export const consentSchema = Type.Object(
  {
    at: Type.String({ format: 'date-time', description: 'When the person agreed.' }),
    source: Type.Optional(Type.String({ maxLength: 200, description: 'Where: shop, fair, …' })),
    ip: Type.Optional(Type.String({ maxLength: 45, description: 'IPv4 or IPv6.' })),
    page: Type.Optional(Type.String({ maxLength: 2_000 })),
    wording: Type.Optional(
      Type.String({ maxLength: 5_000, description: 'The text that the person agreed to.' }),
    ),
    confirmed: Type.Optional(
      Type.Boolean({
        description: 'With `source`: the address was confirmed there, so no letter is needed here.',
      }),
    ),
  },
  { $id: 'Consent', additionalProperties: false },
)

export interface GivenConsent {
  readonly at: string
  readonly source?: string | undefined
  readonly ip?: string | undefined
  readonly page?: string | undefined
  readonly wording?: string | undefined
  readonly confirmed?: boolean | undefined
}

/** Throws Refusal for what has not happened yet. */
export function readEvidence(
  given: GivenConsent | undefined,
  param: string,
  { now, language }: { readonly now: number; readonly language: Language },
): Evidence | undefined {
  if (given === undefined) return undefined
  const at = Date.parse(given.at)
  if (at > now + maxSkewMs) throw new Refusal('invalid_field', { param, why: inFuture })
  const { source, ip, page, wording, confirmed } = given
  if (ip && isIP(ip) === 0) throw new Refusal('invalid_field', { param: `${param}.ip` })
  return {
    at,
    ...(source ? { source } : {}),
    ...(ip ? { ip } : {}),
    ...(page ? { page } : {}),
    ...(wording ? { wording: { text: wording, language } } : {}),
    ...(confirmed === undefined ? {} : { confirmed }),
  }
}

const inFuture: Text = {
  en: 'Nobody has agreed in the future: {param}.at must not be later than now.',
  pt: 'Ninguém consentiu no futuro: {param}.at não pode ser depois de agora.',
}
