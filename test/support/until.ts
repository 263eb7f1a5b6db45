/** Waits for a fact and fails after a while: nothing sleeps for its own sake. */

/** How long something may take that happens at once on a machine with nothing else to do. */
export const patienceMs = Number(process.env.MALOTE_TEST_PATIENCE ?? 120) * 1_000

/** Asked at once, and then ever less often: on a busy machine asking is what it is busy with. */
const firstWaitMs = 5
const maxWaitMs = 80

/** Asks until the answer is there. */
export async function until<T>(
  ask: () => Promise<T | undefined | null | false>,
  about = 'a fact',
): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, maxWaitMs)) {
    const found = await ask()
    if (found) return found
    if (performance.now() > deadline) throw new Error(`waited in vain for ${about}`)
    await new Promise(resolve => setTimeout(resolve, waitMs))
  }
}
