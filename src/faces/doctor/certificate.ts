/** Whether the certificate files, for https and SMTP, hold; nothing is said where none are set. */

import { createPrivateKey, X509Certificate } from 'node:crypto'
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
  const { MALOTE_SUBMISSION_TLS_CERT: file, MALOTE_SUBMISSION_TLS_KEY: keyFile } = settings
  if (file === '') return []
  const shown = new X509Certificate(await readFile(file))
  if (!shown.checkPrivateKey(createPrivateKey(await readFile(keyFile)))) {
    return [
      fail(
        check,
        `${keyFile} is not the key of the certificate in ${file}: the service goes on with the two that it has read before, and does not start anew with these. Put the right key there; both are read by themselves.`,
        `${keyFile} não é a chave do certificado em ${file}: o serviço continua com os dois que leu antes e não inicia de novo com estes. Ponha ali a chave certa; os dois são lidos sozinhos.`,
      ),
    ]
  }
  const { validToDate } = shown
  const day = localDay(validToDate.getTime(), 'UTC')
  const leftMs = validToDate.getTime() - clock.now()
  if (leftMs <= 0) {
    return [
      fail(
        check,
        `The certificate for https and SMTP ended on ${day.en}: browsers and programs refuse it. Renew ${file}; it is read by itself.`,
        `O certificado de https e SMTP expirou em ${day.pt}: navegadores e programas o recusam. Renove ${file}; ele é lido sozinho.`,
      ),
    ]
  }
  if (leftMs < soonMs) {
    return [
      warn(
        check,
        `The certificate for https and SMTP ends on ${day.en}. Renew ${file}; it is read by itself.`,
        `O certificado de https e SMTP expira em ${day.pt}. Renove ${file}; ele é lido sozinho.`,
      ),
    ]
  }
  return [
    ok(
      check,
      `The certificate for https and SMTP holds until ${day.en}.`,
      `O certificado de https e SMTP vale até ${day.pt}.`,
    ),
  ]
}
