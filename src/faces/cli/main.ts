/** `npx malote …`: the operator's command as a process. */
import { firstSignal } from '#boot/first-signal.ts'
import { runCommand } from './run.ts'

const code = await runCommand({
  words: process.argv.slice(2),
  environment: process.env,
  out: process.stdout,
  err: process.stderr,
  signal: firstSignal,
})
// What a signal has interrupted may go on.
if (code !== 0) process.exit(code)
