/** Faults of certificates that come by themselves. */
import { type Fault, faultsOf } from './fault.ts'

const specTests = ['test/spec/certificates.spec.ts']
const sharedTests = ['test/unit/certificates/shared.test.ts']
const authorityTests = ['test/unit/certificates/authority.test.ts']

export const certificatesFaults: readonly Fault[] = [
  ...faultsOf('src/platform/certificates/store.ts', sharedTests, [
    ['lease_until <= $3 or leased_by = $2', 'true', 'two nodes order at once'],
    [
      'directory_url = $2 and leased_by = $3)',
      'directory_url = $2 or $3::uuid is null)',
      'a node keeps what it brings after its turn',
    ],
  ]),
  ...faultsOf('src/platform/certificates/keeper.ts', sharedTests, [
    ['      return one.before\n', '      return null\n', 'a renewal takes the certificate away'],
  ]),
  ...faultsOf('src/platform/certificates/authority.ts', authorityTests, [
    [
      'isSetHere && new URL(url).host === new URL(directory).host',
      'isSetHere',
      'an authority has internal addresses dialled',
    ],
    ['status === 429 || ', '', 'an authority that has had enough refuses the name'],
  ]),
  ...faultsOf('src/faces/api/https.ts', specTests, [
    ['        asking.add(this)\n', '', 'no proof is given in a handshake'],
  ]),
  ...faultsOf('src/protocol/smtp/server.ts', specTests, [
    [
      '  if (pair !== null) server.update',
      '  if (false) server.update',
      'SMTP goes on with the old certificate',
    ],
  ]),
  ...faultsOf('src/platform/certificates/renew.ts', specTests, [
    ['? both : both.toReversed()', '? both : both', 'only one proof is ever tried'],
  ]),
]
