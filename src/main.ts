/**
 * The program: without words it is the service (`npm start`), with words the operator's command
 * (`npx malote …`), whose `start` and `dev` are the service again. A plain `malote start` does not load
 * the command: a supervisor of several processes would have 110 MB of it for as long as it is there.
 */
import { firstSignal } from '#boot/first-signal.ts'

// Where what is printed cannot be written (a terminal that is gone, a file on a full disk, a reader
// who has had enough, as of `malote … | head`), that is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const words = process.argv.slice(2)
// The one is not to load the other.
if (words.length === 0 || (words.length === 1 && words[0] === 'start')) {
  const { startProcesses } = await import('./start.ts')
  const { endWith } = await import('#boot/end-of-start.ts')
  await startProcesses({ environment: process.env }).catch(endWith)
} else {
  const { runCommand } = await import('#faces/cli/run.ts')
  const code = await runCommand({
    words,
    environment: process.env,
    out: process.stdout,
    err: process.stderr,
    signal: firstSignal,
    serve: async start => (await import('./start.ts')).startProcesses(start),
  })
  // What a signal has interrupted may go on.
  if (code !== 0) process.exit(code)
}
