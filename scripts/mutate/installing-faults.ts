/** Faults of how it is installed, started and reached. */
import { type Fault, faultsOf } from './fault.ts'

const imageTests = ['test/suites/installing/image.test.ts']
const chartTests = ['test/suites/installing/chart.test.ts']
const tlsTests = ['test/unit/submission/implicit-tls.test.ts']
const hostTests = ['test/spec/resend-host.spec.ts']
const commandTests = ['test/suites/commands/first-commands.test.ts']

export const installingFaults: readonly Fault[] = [
  ...faultsOf('Dockerfile', imageTests, [
    [' --omit=dev', '', 'the image has what only builds and tests'],
    ['COPY db db\n', '', 'an image without migrations does not start'],
    ['USER 65534:65534', 'USER 0:0', 'the image runs as root'],
  ]),
  ...faultsOf('scripts/healthy.mjs', imageTests, [
    ['ok ? null :', 'true ? null :', 'a node that answers 503 is well'],
    ["!roles.includes('all') && ", '', 'a node is well whatever it answers'],
  ]),
  ...faultsOf('deploy/helm/malote/templates/deployment.yaml', chartTests, [
    ['path: /readyz', 'path: /healthz', 'a switchover takes all pods out of service'],
    ['readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false', 'a pod may change itself'],
  ]),
  ...faultsOf('src/protocol/smtp/handshakes.ts', tlsTests, [
    [
      'same.length < maxPerNetwork ? deadlineMs : soonMs',
      'deadlineMs',
      'one network holds every place before TLS',
    ],
  ]),
  ...faultsOf('src/faces/submission/submit.ts', tlsTests, [
    ['session.secure || ', '', 'whoever has TLS may not sign in'],
    ['secure: isImplicit,', '', 'the port for TLS speaks in the clear'],
  ]),
  ...faultsOf('src/faces/api/surface.ts', hostTests, [
    ['single(`${ofHost.under}/${url}`)', 'url', 'the host of its own serves everything else'],
    [".replaceAll(/\\/{2,}/g, '/')", '', 'two slashes are another path'],
  ]),
  ...faultsOf('src/sending/intake/send.ts', hostTests, [
    [
      'if (refusal) taken[one.at] = refusal\n',
      'if (false) taken[one.at] = refusal\n',
      'whoever asks may send',
    ],
  ]),
  ...faultsOf('src/faces/cli/start-commands.ts', commandTests, [
    ["'api,webhooks,jobs'", "'all'", 'what is tried out is sent'],
    ["  DATABASE_URL: '',\n", '', 'what is tried out lies among what is real'],
  ]),
  ...faultsOf('src/faces/cli/send-command.ts', commandTests, [
    ["isVerified ? 'live' : 'test'", "'live'", 'a first email is refused'],
  ]),
]
