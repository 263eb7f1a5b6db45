/**
 * What has to be ended and removed however the benchmark ends: services, peers, folders. Whoever
 * starts something says here how it is ended; the last started goes first.
 */
const endings = new Set<() => Promise<void>>()

/** Also ends it at once, when the result is called; only one of both happens. */
export function atEnd(end: () => Promise<void>): () => Promise<void> {
  const once = async (): Promise<void> => {
    if (endings.delete(once)) await end()
  }
  endings.add(once)
  return once
}

/** One ending that fails does not keep the others from happening. */
export async function leave(): Promise<void> {
  for (const end of [...endings].reverse()) await end().catch(error => console.error(error))
}
