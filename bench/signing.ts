/** RSA-2048 signatures per second of all cores, as OpenSSL measures them: the wall of signing. */
import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'

export function rsaPerSecond(seconds: number): number {
  const order = ['speed', '-seconds', String(seconds), '-multi', String(cpus().length), 'rsa2048']
  const text = execFileSync('openssl', order, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const line = text.split('\n').find(one => /^rsa\s+2048 bits/.test(one)) ?? ''
  return Number(line.trim().split(/\s+/)[5])
}
