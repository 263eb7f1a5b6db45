/** Whether the certificate for sending by SMTP holds; nothing is said where none is set. */

import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dayMs } from '#kernel/base/durations.ts'
import { localDay } from '#kernel/base/moments.ts'
import type { World } from '#kernel/world/world.ts'
import { type CheckResult, fail, ok, warn } from './finding.ts'

const check = 'certificate'
/** Who renews by itself does so a month before the end. */
const soonMs = 14 * dayMs

export async function certificate({
  settings,
  clock,
}: Pick<World, 'settings' | 'clock'>): Promise<CheckResult[]> {
  const { MALOTE_SUBMISSION_TLS_CERT: file } = settings
  if (file === '') return []
  const { validToDate } = new X509Certificate(await readFile(file))
  const day = localDay(validToDate.getTime(), 'UTC')
  const leftMs = validToDate.getTime() - clock.now()
  if (leftMs <= 0) {
    return [
      fail(
        check,
        `The certificate for sending by SMTP ended on ${day.en}: programs refuse to log in. Renew ${file}; it is read by itself.`,
        `O certificado para envio por SMTP expirou em ${day.pt}: programas se recusam a entrar. Renove ${file}; ele é lido sozinho.`,
      ),
    ]
  }
  if (leftMs < soonMs) {
    return [
      warn(
        check,
        `The certificate for sending by SMTP ends on ${day.en}. Renew ${file}; it is read by itself.`,
        `O certificado para envio por SMTP expira em ${day.pt}. Renove ${file}; ele é lido sozinho.`,
      ),
    ]
  }
  return [
    ok(
      check,
      `The certificate for sending by SMTP holds until ${day.en}.`,
      `O certificado para envio por SMTP vale até ${day.pt}.`,
    ),
  ]
}
