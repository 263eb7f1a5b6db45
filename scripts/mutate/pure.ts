/** Modules that work things out and touch nothing, with the tests that stand beside them. */
export interface PureModule {
  readonly file: string
  readonly tests: readonly string[]
}

const beside = (file: string, ...tests: string[]): PureModule => ({
  file: `src/${file}`,
  tests: tests.map(one => `test/unit/${one}.test.ts`),
})

export const pureModules: readonly PureModule[] = [
  beside('kernel/base/addresses.ts', 'base/addresses', 'api/address', 'world/forbidden-addresses'),
  beside('kernel/mail/address.ts', 'mail/address'),
  beside('kernel/mail/headers.ts', 'mail/headers', 'mail/compose', 'mail/smuggling'),
  beside('kernel/mail/return-path.ts', 'mail/return-path'),
  beside('kernel/world/batch.ts', 'world/batch'),
  beside('protocol/replies/classify.ts', 'replies/verdict', 'replies/corpus'),
  beside('protocol/smtp/body.ts', 'smtp/body'),
  beside('protocol/smtp/mta-sts.ts', 'smtp/mta-sts'),
  beside(
    'protocol/smtp/pool-line.ts',
    'smtp/pool-line',
    'smtp/pool',
    'smtp/pool-bulk',
    'smtp/pool-owners',
  ),
  beside('protocol/smtp/reply.ts', 'smtp/reply', 'smtp/dialogues'),
  beside('sending/delivery/outcome.ts', 'delivery/outcome'),
  beside('sending/delivery/route.ts', 'delivery/route-choice', 'delivery/route'),
  beside('sending/delivery/shape.ts', 'delivery/shape'),
  beside('sending/timeline/status.ts', 'timeline/status'),
  beside('sending/tracking/link-token.ts', 'tracking/link-token'),
  beside('sending/tracking/machine.ts', 'tracking/machine'),
  beside('sending/tracking/rewrite.ts', 'tracking/rewrite'),
  beside('sending/tlsrpt/result.ts', 'tlsrpt/result'),
  beside('tenants/limits/money.ts', 'limits/money'),
  beside('tenants/limits/period.ts', 'limits/period'),
  beside('tenants/limits/quota.ts', 'limits/settle', 'limits/quota'),
  beside('marketing/sequences/engine/moments.ts', 'sequences/moments'),
]
