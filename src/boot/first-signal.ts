/**
 * The first SIGINT or SIGTERM; later ones change nothing. Listened for before the database is
 * opened: the embedded one is a process of its own, which would go on without us.
 */
export function firstSignal(): Promise<NodeJS.Signals> {
  return new Promise(resolve => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => resolve(name))
  })
}
