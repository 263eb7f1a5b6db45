/** Waiting for a fact, and how long something took, for the parts of the battery. */

/** For a machine that does much else; nothing here is to be told from how long it took. */
const maxWaitMs = 300_000

/** Asks until it holds. */
export async function until(holds: () => Promise<boolean> | boolean, about: string): Promise<void> {
  const deadline = performance.now() + maxWaitMs
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited in vain for ${about}`)
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}
