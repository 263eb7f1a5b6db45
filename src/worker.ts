/**
 * One of several processes of the service (boot/supervise.ts): a node as any other, with ports that it
 * shares. Where the supervisor is gone it ends in order, since nobody would start it anew.
 */
import cluster from 'node:cluster'
import { endWith } from '#boot/end-of-start.ts'
import {
  type Channel,
  createSiblings,
  type FromSupervisor,
  type ToSupervisor,
} from '#boot/siblings.ts'
import type { Orders } from '#boot/supervise.ts'
import { realClock } from '#kernel/world/real/clock.ts'
import { giveBackMemory } from '#kernel/world/real/machine.ts'
import { serve } from './serve.ts'

const tellMemoryMs = 10_000
/** After a start, where nobody waits for what this process does. */
const giveBackAfterMs = 5_000
const mb = 1024 ** 2

for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const send = (said: ToSupervisor): void => {
  if (process.connected) process.send?.(said, undefined, undefined, () => {})
}
const channel: Channel = {
  send,
  onHeard: then => void process.on('message', heard => then(heard as FromSupervisor)),
}

process.prependOnceListener('disconnect', () => {
  // Else Node ends the process on the spot.
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
  process.kill(process.pid, 'SIGTERM')
})

const { number, count, share, manner } = JSON.parse(process.argv[2]!) as Orders
const clock = realClock()
const siblings = createSiblings(channel, { number, count }, clock)

function tellMemory(): void {
  send({ kind: 'memory', residentMb: Math.round(process.memoryUsage.rss() / mb) })
  clock.timer(tellMemoryMs, tellMemory).unref?.()
}

const part = { siblings, share, isQuiet: manner === null }
await serve({ environment: process.env, manner: manner ?? {}, part }).catch(endWith)
send({ kind: 'running' })
if (share.MALOTE_STREAMS === 'marketing') clock.timer(giveBackAfterMs, giveBackMemory).unref?.()
tellMemory()
