/** Faults of who gets in, what members hear of it, and what lies sealed. */
import { type Fault, faultsOf } from './fault.ts'

const identity = 'src/tenants/identity'
const timeline = 'src/sending/timeline'
const secrets = ['test/unit/boot/secrets.test.ts']
const logIn = ['test/unit/console/log-in.test.ts']
const signUp = ['test/unit/console/sign-up.test.ts']
const exporting = ['test/unit/timeline/export-places.test.ts']

export const doorsFaults: readonly Fault[] = [
  ...faultsOf(`${timeline}/sealed-content.ts`, secrets, [
    ['keyring().keys.length === 0', 'true', 'links that let somebody in lie in plain'],
  ]),
  ...faultsOf(`${timeline}/sealed-store.ts`, secrets, [
    ['from 1 for $2) <> $3', 'from 1 for $2) = $3', 'letters stay sealed under a former key'],
  ]),
  ...faultsOf('src/sending/delivery/store.ts', secrets, [
    [
      'if (isAlone || !(error instanceof UnopenedSeal)) throw error',
      'throw error',
      'a letter that no key opens holds up the mail of others',
    ],
  ]),
  ...faultsOf(`${timeline}/export-places.ts`, exporting, [
    ['    await reader.makeWay()\n', '', 'an export goes on while others wait for the thread'],
    ['      await stretches.calm()\n', '', 'an export does not make way for urgent mail'],
  ]),
  ...faultsOf(`${identity}/sessions.ts`, logIn, [
    [
      'places.some(one => networkOf(one) === place)',
      'false',
      'a flood keeps out whoever is signed in from the network',
    ],
    [
      'behind(world, tellOfPasswords(world, tried, input.tell))',
      '',
      'a member hears nothing of a lock-out',
    ],
  ]),
  ...faultsOf(`${identity}/told.ts`, logIn, [
    [
      "if (!(await isWaiting(world, ['login_address', counted]))) return",
      '',
      'a member is written to for their own slips',
    ],
    ['await tryOnce(world, [[', 'void ([[', 'a letter for each guess'],
  ]),
  ...faultsOf(`${identity}/told.ts`, signUp, [
    ['if (isTaken) behind', 'if (false) behind', 'an owner hears nothing of a sign-up'],
  ]),
  ...faultsOf(`${identity}/sessions-store.ts`, signUp, [
    ['case when $3::integer > 1 then', 'case when true then', 'a window of one try lets two in'],
  ]),
]
