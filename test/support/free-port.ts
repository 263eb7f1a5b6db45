/** Ports for processes that must be told one before they start. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Above 10,080, the last that fetch refuses (Fetch standard, "bad port"); below those that systems
 * hand out by themselves, from 32,768 (Linux) or 49,152 (RFC 6335 §6).
 */
const range = { from: 10_081, to: 32_768 }

/**
 * A port that nobody listens on, and that nobody is given who has not asked for this one: a port
 * from the range of outgoing connections may be taken before whoever asked has opened it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(range.from, range.to)
    if (await isFree(port)) return port
  }
}

/** On all addresses: who listens on one of them is in the way of who wants all. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '0.0.0.0')
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
