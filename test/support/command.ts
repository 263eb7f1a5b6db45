/** `npx malote …` in the test's own process: a start of its own takes longer than what it does. */
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runCommand } from '#faces/cli/run.ts'

export interface Ended {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** With these settings beside the process's own. */
export async function maloteWith(
  environment: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<Ended> {
  const [out, err] = [new PassThrough(), new PassThrough()]
  const told = [text(out), text(err)]
  const status = await runCommand({
    words,
    environment: { ...process.env, LC_ALL: 'C', ...environment },
    out,
    err,
    signal: () => new Promise(() => {}),
  })
  out.end()
  err.end()
  const [stdout, stderr] = await Promise.all(told)
  return { status, stdout: stdout!, stderr: stderr! }
}
