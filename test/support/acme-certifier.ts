/** The authority's own root, and what it signs for those who hold the key of a request. */
import { randomBytes, webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'

interface CertifierOptions {
  readonly lifeMs?: number
  readonly now?: () => number
}

interface Certifier {
  /** PEM. */
  readonly root: string
  /** The chain in PEM for a request (DER in base64url); throws unless it is for exactly this name. */
  certify(request: string, name: string): Promise<string>
}

const dayMs = 86_400_000
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

export async function certifier({
  lifeMs = 90 * dayMs,
  now = Date.now,
}: CertifierOptions): Promise<Certifier> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Authority of a test',
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - dayMs),
    notAfter: new Date(now() + 3_650 * dayMs),
    extensions: [new x509.BasicConstraintsExtension(true, 1, true)],
  })
  return {
    root: root.toString('pem'),
    async certify(request, name) {
      const csr = new x509.Pkcs10CertificateRequest(Buffer.from(request, 'base64url'))
      if (!(await csr.verify())) throw new Error('the request is not signed by its key')
      const asked = csr.extensions.find(one => one instanceof x509.SubjectAlternativeNameExtension)
      const names = asked?.names.items.map(one => one.value)
      if (names?.join() !== name) throw new Error(`the request is for ${names?.join()}`)
      const own = await x509.X509CertificateGenerator.create({
        serialNumber: `01${randomBytes(12).toString('hex')}`,
        issuer: root.subject,
        publicKey: csr.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        // Whoever connects goes by a clock that no test turns.
        notBefore: new Date(Math.min(now(), Date.now()) - 3_600_000),
        notAfter: new Date(now() - 3_600_000 + lifeMs),
        extensions: [asked!],
      })
      return `${own.toString('pem')}\n${root.toString('pem')}\n`
    },
  }
}
