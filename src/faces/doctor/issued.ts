/** Whether the certificates by ACME are there and will be; nothing is said where it is off. */

import { dayMs } from '#kernel/base/durations.ts'
import { fillEach, type Text } from '#kernel/base/languages.ts'
import { localDay, localTime } from '#kernel/base/moments.ts'
import type { World } from '#kernel/world/world.ts'
import { namesOfSettings } from '#platform/certificates/names.ts'
import { problemTexts } from '#platform/certificates/problems.ts'
import { type CertificateStatus, certificateStatus } from '#platform/certificates/status.ts'
import { type CheckResult, fail, ok, warn } from './finding.ts'

const check = 'certificate'
/** Who is renewed at two thirds of three months has been tried for by then more than twice a day. */
const soonMs = 14 * dayMs
/** The rest is counted. */
const maxNamed = 10

export async function issued(
  world: Pick<World, 'clock' | 'db' | 'settings'>,
): Promise<CheckResult[]> {
  if (world.settings.MALOTE_ACME === 'off') return []
  if (namesOfSettings(world.settings).length === 0) return [noName]
  const { authority, certificates } = await certificateStatus(world)
  const now = world.clock.now()
  const findings = certificates.flatMap(one => findingOf(one, now) ?? [])
  const bad = findings.slice(0, maxNamed)
  if (findings.length > maxNamed) bad.push(moreOf(findings.length - maxNamed))
  if (authority !== null) bad.push(authorityTrouble(authority))
  return bad.length > 0 ? bad : [allGood(certificates)]
}

const noName = warn(
  check,
  'MALOTE_ACME is on, but no setting has a name that the authority can certify: set MALOTE_BASE_URL and MALOTE_HOSTNAME.',
  'MALOTE_ACME está ligado, mas nenhuma configuração tem um nome que a autoridade possa certificar: defina MALOTE_BASE_URL e MALOTE_HOSTNAME.',
)

/** null: it is as it should be. */
function findingOf(one: CertificateStatus, now: number): CheckResult | null {
  const { name, endsAt, problem, detail, nextTryAt } = one
  const leftMs = endsAt === null ? 0 : endsAt.getTime() - now
  const text = (sentence: Text): Text =>
    fillEach(sentence, {
      name: inBoth(name),
      detail: inBoth(detail),
      why: problem === null ? nothingYet : problemTexts[problem],
      day: dayOf(endsAt),
      again: localTime(nextTryAt.getTime(), 'UTC'),
    })
  if (endsAt === null) {
    const { en, pt } = text(problem === null ? coming : missing)
    return problem === null ? warn(check, en, pt) : fail(check, en, pt)
  }
  if (leftMs <= 0) {
    const { en, pt } = text(ended)
    return fail(check, en, pt)
  }
  if (problem === null && leftMs >= soonMs) return null
  if (problem === null && nextTryAt.getTime() > now) return null
  const { en, pt } = text(failing)
  return warn(check, en, pt)
}

const nothingYet: Text = { en: 'it has not been ordered yet', pt: 'ainda não foi pedido' }

const coming: Text = {
  en: 'The certificate of {name} is being ordered.',
  pt: 'O certificado de {name} está sendo pedido.',
}
const missing: Text = {
  en: 'There is no certificate for {name}: {why} ({detail}). It is ordered again on {again}.',
  pt: 'Não há certificado para {name}: {why} ({detail}). Ele é pedido de novo em {again}.',
}
const ended: Text = {
  en: 'The certificate of {name} ended on {day}: {why} ({detail}). It is ordered again on {again}.',
  pt: 'O certificado de {name} expirou em {day}: {why} ({detail}). Ele é pedido de novo em {again}.',
}
const failing: Text = {
  en: 'The certificate of {name} holds until {day} and was not renewed: {why} ({detail}). It is ordered again on {again}.',
  pt: 'O certificado de {name} vale até {day} e não foi renovado: {why} ({detail}). Ele é pedido de novo em {again}.',
}

const moreOf = (count: number): CheckResult =>
  warn(check, `The same of ${count} more names.`, `O mesmo com mais ${count} nomes.`)

const inBoth = (words: string): Text => ({ en: words, pt: words })

const dayOf = (date: Date | null): Text =>
  date === null ? inBoth('') : localDay(date.getTime(), 'UTC')

function authorityTrouble({
  problem,
  detail,
  nextTryAt,
}: NonNullable<Awaited<ReturnType<typeof certificateStatus>>['authority']>): CheckResult {
  const why = problemTexts[problem]
  const again = localTime(nextTryAt.getTime(), 'UTC')
  return warn(
    check,
    `No certificate is ordered: ${why.en} (${detail}). It is asked again on ${again.en}.`,
    `Nenhum certificado é pedido: ${why.pt} (${detail}). Ela é consultada de novo em ${again.pt}.`,
  )
}

function allGood(certificates: readonly CertificateStatus[]): CheckResult {
  const day = dayOf(certificates[0]?.endsAt ?? null)
  const count = certificates.length
  if (count === 1) {
    const { name } = certificates[0]!
    return ok(
      check,
      `The certificate of ${name} holds until ${day.en}; it is renewed by itself.`,
      `O certificado de ${name} vale até ${day.pt}; ele é renovado sozinho.`,
    )
  }
  return ok(
    check,
    `The certificates of ${count} names hold, the first until ${day.en}; they are renewed by themselves.`,
    `Os certificados de ${count} nomes valem, o primeiro até ${day.pt}; eles são renovados sozinhos.`,
  )
}
