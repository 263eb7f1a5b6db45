/**
 * When nothing is asked of the server any more: what a page shows has come then, and what nobody has
 * asked for yet may be fetched without being in its way. A slow phone takes a while from the files of
 * a page to the first of its calls.
 */
export const quietMs = 1_000

let running = 0
let timer: ReturnType<typeof setTimeout> | undefined
const waiting: (() => unknown)[] = []

/** A call goes out, or a file is fetched. Answers what says that it is over. */
export function noteCall(): () => void {
  running += 1
  clearTimeout(timer)
  return () => {
    running -= 1
    waitForQuiet()
  }
}

/** Runs something once the server has been asked nothing for a while. */
export function whenQuiet(run: () => unknown): void {
  waiting.push(run)
  waitForQuiet()
}

function waitForQuiet(): void {
  clearTimeout(timer)
  if (running > 0 || waiting.length === 0) return
  timer = setTimeout(() => {
    for (const run of waiting.splice(0)) run()
  }, quietMs)
}
