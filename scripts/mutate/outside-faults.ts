/** Faults of what touches the outside, and of how a running service ends. */
import { type Fault, faultsOf } from './fault.ts'

const world = 'src/kernel/world'
const outsideTests = ['test/unit/world/outside.test.ts']

export const outsideFaults: readonly Fault[] = [
  ...faultsOf(`${world}/real/dns-transport.ts`, outsideTests, [
    [
      'if (error || !attempt(() => socket.send(query)))',
      'socket.send(query)\n      if (error)',
      'a name server without a route ends the service',
    ],
    ['if (isOver) return\n', '', 'a socket that is closed twice ends the service'],
    ['if (!begun) finish(networkFailure)', '', 'without a descriptor nobody is answered'],
  ]),
  ...faultsOf(`${world}/real/net.ts`, outsideTests, [
    ['throw netError(error as Error)', 'throw error', 'a bad target is an error of nobody'],
  ]),
  ...faultsOf(`${world}/real/clock.ts`, outsideTests, [
    ['setTimeout(then, Math.min(ms, maxTimerMs))', 'setTimeout(then, ms)', 'timers go off at once'],
  ]),
  ...faultsOf(`${world}/worker-thread.ts`, outsideTests, [
    ["begun.on('error', () => {})", '', 'a thread that falls while idle ends the service'],
  ]),
  ...faultsOf(
    `${world}/real/room-watch.ts`,
    ['test/unit/world/room.test.ts'],
    [
      ['!isOver || fullSince', 'fullSince', 'one look and a full disk has room'],
      ['error => !isDatabaseAway(error)', '() => false', 'a disk is full for good'],
      ['fullSince !== null || isClosed || ', '', 'a full disk fills the log'],
    ],
  ),
  ...faultsOf(
    `${world}/room.ts`,
    ['test/unit/world/room.test.ts'],
    [['[550, 1_900]', '[550, 190]', 'a little room is room']],
  ),
  ...faultsOf(
    'src/faces/api/health.ts',
    ['test/unit/api/health.test.ts'],
    [["if (world.db.isFull === true) return 'disk full'\n", '', 'a full disk is good health']],
  ),
  ...faultsOf(
    'src/boot/clock-ahead.ts',
    ['test/unit/boot/clock-ahead.test.ts'],
    [
      [
        'if (aheadMs > before) await refuseLeap(sql, before, leap)\n',
        '',
        'a command takes the database from under a node',
      ],
      ['leap.clock.now() - trialMs', 'leap.clock.now()', 'a trial with live email is refused'],
      [
        'last.seen_at > first.seen_at',
        'last.seen_at >= first.seen_at',
        'a node that was killed stops the leap',
      ],
      ['before > 0 || leap.mayTakeMail', 'before > 0', 'live email goes nowhere whoever says so'],
    ],
  ),
  ...faultsOf(
    'src/faces/doctor/survive.ts',
    ['test/unit/doctor'],
    [['fail?.(error)', '', 'the doctor waits for a check that has broken']],
  ),
  ...faultsOf(
    'src/faces/api/json.ts',
    ['test/unit/api/json.test.ts'],
    [
      ['if (own[level]! > maxNames)', 'if (false)', 'an object of any number of names is built'],
      ['own[level] = 0\n', '', 'the names of all objects of a level are counted as one’s'],
    ],
  ),
  ...faultsOf(
    'src/faces/api/read-json.ts',
    ['test/unit/api/json.test.ts'],
    [['new Refusal(found.code, found.given)', 'new Refusal(found.code)', 'no field is named']],
  ),
  ...faultsOf(
    'src/faces/api/json-worker.ts',
    ['test/unit/api/json.test.ts'],
    [
      [
        'fingerprintOf(of.method, of.path, value)',
        'fingerprintOf(of.method, of.method, value)',
        'a large call is never repeated',
      ],
    ],
  ),
  ...faultsOf(
    'src/kernel/base/text-length.ts',
    ['test/unit/base/text-length.test.ts'],
    [
      ['text.length > 2 * max || ', '', 'megabytes are counted for a limit of ten'],
      ['characters(text) > max)', 'text.length > max)', 'pairs count as two characters'],
      ['text.length < 2 * min && ', '', 'megabytes are counted for one character'],
    ],
  ),
  ...faultsOf(
    'src/boot/first-signal.ts',
    ['test/suites/commands/endings.test.ts'],
    [[", 'SIGHUP'", '', 'a closed terminal ends the service at once']],
  ),
]
