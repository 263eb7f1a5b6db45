/**
 * The certificate of the files in the settings. Whoever renews it replaces two files: they are
 * looked at when somebody connects, so a renewed one is in use without a restart. A pair that does
 * not fit, as between the writing of one and the other, is left for the next look.
 */
import { readFile, stat } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { BadSetting, type Settings } from '#kernel/base/config.ts'
import { faultText } from '#kernel/base/start-refused.ts'
import type { World } from '#kernel/world/world.ts'
import type { Certificate } from '#protocol/smtp/shown-certificate.ts'

interface KeptCertificate {
  readonly first: Certificate
  /** The one that has replaced the last; null while that is the one. Never rejects. */
  renewed(): Promise<Certificate | null>
}

type Files = Pick<Settings, 'MALOTE_SUBMISSION_TLS_CERT' | 'MALOTE_SUBMISSION_TLS_KEY'>

/** Null where none is set. Throws BadSetting. */
export async function openFiles({
  settings,
  log,
}: Pick<World, 'settings' | 'log'>): Promise<KeptCertificate | null> {
  const { MALOTE_SUBMISSION_TLS_CERT: cert, MALOTE_SUBMISSION_TLS_KEY: key } = settings
  if (cert === '' && key === '') return null
  if (cert === '' || key === '') {
    throw new BadSetting(faultText('half_a_certificate'))
  }
  const unreadable = (error: Error): BadSetting =>
    new BadSetting(faultText('unreadable_certificate', { why: error.message }))
  try {
    let read = await stamp(settings)
    return {
      first: await readPair(settings),
      async renewed() {
        try {
          const now = await stamp(settings)
          if (now === read) return null
          const pair = await readPair(settings)
          read = now
          return pair
        } catch (error) {
          log.warn({ error: String(error) }, 'the renewed certificate files cannot be read')
          return null
        }
      },
    }
  } catch (error) {
    throw unreadable(error as Error)
  }
}

async function readPair(files: Files): Promise<Certificate> {
  const [cert, key] = await Promise.all([
    readFile(files.MALOTE_SUBMISSION_TLS_CERT),
    readFile(files.MALOTE_SUBMISSION_TLS_KEY),
  ])
  createSecureContext({ cert, key })
  return { cert, key }
}

/** Another one when either file has been written or replaced. */
async function stamp(files: Files): Promise<string> {
  const found = await Promise.all([
    stat(files.MALOTE_SUBMISSION_TLS_CERT),
    stat(files.MALOTE_SUBMISSION_TLS_KEY),
  ])
  return found.map(({ ino, mtimeMs, size }) => `${ino} ${mtimeMs} ${size}`).join(', ')
}
