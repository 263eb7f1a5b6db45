/** What is no address and no range (addresses.ts), with why in both languages. */
import type { Text } from './languages.ts'

const reasons = {
  none: {
    en: 'is not an IP address or CIDR range',
    pt: 'não é um endereço IP nem uma faixa CIDR',
  },
  length: {
    en: 'has a prefix length out of range',
    pt: 'tem um tamanho de prefixo fora dos limites',
  },
} as const satisfies Record<string, Text>

export class BadNetwork extends Error {
  override readonly name = 'BadNetwork'
  readonly network: string
  readonly why: Text

  constructor(network: string, reason: keyof typeof reasons) {
    super(`"${network}" ${reasons[reason].en}`)
    this.network = network
    this.why = reasons[reason]
  }
}
