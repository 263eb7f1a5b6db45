/** `npx malote …`: the operator's command as a process. */
import { firstSignal } from '#boot/first-signal.ts'
import { runCommand } from './run.ts'

// Whoever reads it may have had enough (`malote … | head`).
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
const code = await runCommand({
  words: process.argv.slice(2),
  environment: process.env,
  out: process.stdout,
  err: process.stderr,
  signal: firstSignal,
})
// What a signal has interrupted may go on.
if (code !== 0) process.exit(code)
