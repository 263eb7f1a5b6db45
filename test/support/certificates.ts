/**
 * Certificates made on the spot (X.509 in DER, RFC 5280 §4.1), so that tests have every kind of good
 * and bad one and none expires in the repository. ECDSA P-256 throughout.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { isIP } from 'node:net'

export interface TestCertificate {
  /** PEM of the certificate followed by its issuers', without the root. */
  readonly cert: string
  /** PEM of the private key. */
  readonly key: string
  readonly der: Buffer
  /** PEM of this certificate alone. */
  readonly pem: string
}

export interface CertificateOptions {
  /** The common name; also the subject alternative name unless `names` says otherwise. */
  readonly name: string
  /** DNS names and IP addresses it is for. */
  readonly names?: readonly string[]
  /** Who signs it; itself if absent. */
  readonly issuer?: TestCertificate
  readonly authority?: boolean
  /** Defaults: an hour ago, and a day ahead of now. */
  readonly notBefore?: Date
  readonly notAfter?: Date
}

const hourMs = 3_600_000
let serial = 1

export function makeCertificate(options: CertificateOptions): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const signer: KeyObject = options.issuer ? createPrivateKey(options.issuer.key) : privateKey
  const notBefore = options.notBefore ?? new Date(Date.now() - hourMs)
  const notAfter = options.notAfter ?? new Date(Date.now() + 24 * hourMs)
  const names = options.names ?? [options.name]
  const tbs = sequence(
    tagged(0xa0, integer(2)),
    integer(serial++),
    ecdsaWithSha256,
    options.issuer ? subjectOf(options.issuer.der) : commonName(options.name),
    sequence(time(notBefore), time(notAfter)),
    commonName(options.name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions(names, options.authority ?? false))),
  )
  const signature = tagged(0x03, Buffer.concat([Buffer.of(0), sign('sha256', tbs, signer)]))
  const der = sequence(tbs, ecdsaWithSha256, signature)
  const pem = toPem(der)
  // A root is known to whoever trusts it; only what is between goes along.
  const above = options.issuer && !isSelfSigned(options.issuer) ? options.issuer.cert : ''
  return { cert: pem + above, key, der, pem }
}

function extensions(names: readonly string[], authority: boolean): Buffer[] {
  const alternatives = names.map(name =>
    isIP(name) === 0
      ? tagged(0x82, Buffer.from(name))
      : tagged(0x87, Buffer.from(name.split('.').map(Number))),
  )
  const san = sequence(oid('551d11'), tagged(0x04, sequence(...alternatives)))
  const yes = tagged(0x01, Buffer.of(0xff))
  const ca = sequence(oid('551d13'), yes, tagged(0x04, sequence(yes)))
  return authority ? [ca, san] : [san]
}

function tagged(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.of(tag, ...length), content])
}

const sequence = (...contents: Buffer[]): Buffer => tagged(0x30, ...contents)
const oid = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'))
const integer = (value: number): Buffer => {
  const hex = value.toString(16)
  const even = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  return tagged(0x02, even[0]! > 0x7f ? Buffer.concat([Buffer.of(0), even]) : even)
}
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const commonName = (name: string): Buffer =>
  sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from(name)))))
const time = (at: Date): Buffer =>
  tagged(0x18, Buffer.from(at.toISOString().replace(/[-:T]|\.\d+/g, '')))

/** The content offset and the end of the element at `at`. */
function element(der: Buffer, at: number): { content: number; end: number } {
  const first = der[at + 1]!
  const extra = first > 0x80 ? first - 0x80 : 0
  const size = extra === 0 ? first : der.readUIntBE(at + 2, extra)
  const content = at + 2 + extra
  return { content, end: content + size }
}

/** The nth element of the signed part: 3 is the issuer, 5 the subject. */
function field(der: Buffer, index: number): Buffer {
  let at = element(der, element(der, 0).content).content
  for (let n = 0; n < index; n++) at = element(der, at).end
  return der.subarray(at, element(der, at).end)
}

const subjectOf = (der: Buffer): Buffer => field(der, 5)
const isSelfSigned = ({ der }: TestCertificate): boolean => field(der, 3).equals(field(der, 5))

const toPem = (der: Buffer): string => {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
