/** A service that programs send to by SMTP under TLS, and a folder for them with its certificate. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestContext } from 'node:test'
import { makeCertificate } from '../../support/certificates.ts'
import { type SubmissionStage, submissionStage } from '../../support/submission.ts'

interface CertifiedStage extends SubmissionStage {
  /** With `ca.pem`, `cert.pem` and `key.pem`. */
  readonly folder: string
  /** Who has issued the certificate, as PEM. */
  readonly ca: string
}

export async function certifiedStage(
  t: TestContext,
  settings: Readonly<Record<string, string>> = {},
): Promise<CertifiedStage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'malote-programs-'))
  t.after(() => rm(folder, { recursive: true }))
  const authority = makeCertificate({ name: 'Test root', names: [], authority: true })
  const own = makeCertificate({ name: 'localhost', issuer: authority })
  const files = { ca: authority.pem, cert: own.cert, key: own.key }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(path.join(folder, `${name}.pem`), text)
  }
  const made = await submissionStage(t, {
    settings: {
      ...settings,
      MALOTE_SUBMISSION_TLS_CERT: path.join(folder, 'cert.pem'),
      MALOTE_SUBMISSION_TLS_KEY: path.join(folder, 'key.pem'),
    },
  })
  return { ...made, folder, ca: authority.pem }
}
