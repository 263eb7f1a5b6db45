/**
 * What a file of tests has left open once all of its tests are over: the server of a test that failed
 * before it could close it. It would keep the process from ending until the runner's time is up, with
 * a core's place in the run, so it is named, closed, and one failing test of the file that opened it.
 */
import dgram from 'node:dgram'
import net from 'node:net'

const lookMs = 20

type Listening = net.Server | dgram.Socket

/** Closes what is still open after so long, and says what it was. */
export async function closeLeftOpen(closingMs: number): Promise<string[]> {
  const deadline = performance.now() + closingMs
  while (listening().length > 0 && performance.now() < deadline) {
    await new Promise(resolve => setTimeout(resolve, lookMs))
  }
  const left = listening()
  const names = left.map(nameOf)
  for (const one of left) one.close()
  for (const one of open()) if (isTakenBy(left, one)) one.destroy()
  return names
}

/** What the process lives on for. The types do not know this list of Node's. */
const open = (): unknown[] =>
  (process as unknown as { _getActiveHandles(): unknown[] })._getActiveHandles()

const listening = (): Listening[] => open().filter(isListening)

/** Node notes at each connection that a server takes whose it is. */
const isTakenBy = (servers: readonly Listening[], one: unknown): one is net.Socket =>
  one instanceof net.Socket && servers.some(server => 'server' in one && one.server === server)

const isListening = (one: unknown): one is Listening =>
  one instanceof dgram.Socket || (one instanceof net.Server && one.listening)

function nameOf(one: Listening): string {
  const kind = one instanceof dgram.Socket ? 'a socket for datagrams' : 'a server'
  const at = one.address()
  if (at === null || typeof at === 'string') return `${kind} at ${at}`
  return `${kind} at ${at.address}, port ${at.port}`
}
