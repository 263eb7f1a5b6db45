/**
 * The first signal that asks for an end; later ones change nothing. SIGHUP comes where the terminal
 * is closed, SIGQUIT from Ctrl-\: both mean an end in order as well. Listened for before the
 * database is opened: the embedded one is a process of its own, which would go on without us.
 */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

export function firstSignal(): Promise<NodeJS.Signals> {
  return new Promise(resolve => {
    for (const name of endings) process.on(name, () => resolve(name))
  })
}
