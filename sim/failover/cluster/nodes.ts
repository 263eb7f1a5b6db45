/** Malote itself, on machines of a cluster run: what is killed, frozen, upgraded, added and removed. */

import path from 'node:path'
import { nodeFlags } from '../../../scripts/node.mjs'
import { pause, root } from '../../crash/nodes.ts'
import { balance, nodePort } from './balancers.ts'
import { type Machine, makeMachine, type Service } from './machines.ts'
import type { Member } from './members.ts'

export interface MaloteNode extends Machine {
  readonly balancer: Service
  /** Starts the program: of this tree, or of another one. */
  launch(tree?: string): Promise<void>
  /** SIGTERM; its exit code. */
  drain(): Promise<number | null>
  /** SIGKILL of the program alone. */
  die(): Promise<void>
}

interface NodeOrder {
  readonly logs: string
  readonly state: string
  readonly members: readonly Member[]
  readonly environment: Readonly<Record<string, string | undefined>>
}

const readyMs = 300_000

export function makeNode(n: number, { logs, state, members, environment }: NodeOrder): MaloteNode {
  const machine = makeMachine(`n${n}`, 30 + n, logs)
  const balancer = balance(machine, state, { members })
  const services = new Map<string, Service>()
  let current: Service | undefined
  return {
    ...machine,
    balancer,
    async launch(tree = root) {
      const known = services.get(tree)
      known?.start()
      current =
        known ??
        machine.run({
          name: `malote${services.size === 0 ? '' : services.size}`,
          words: [process.execPath, ...nodeFlags, path.join(tree, 'src/main.ts')],
          env: {
            ...environment,
            MALOTE_HOSTNAME: `n${n}.crash.test`,
            MALOTE_HOST: machine.address,
            PORT: String(nodePort),
          },
        })
      services.set(tree, current)
      await ready(machine.address)
    },
    drain: async () => (await current?.end()) ?? null,
    die: async () => void (await current?.end('SIGKILL')),
  }
}

/** When it answers that it takes calls. */
async function ready(address: string): Promise<void> {
  const deadline = Date.now() + readyMs
  while (Date.now() < deadline) {
    const answer = await fetch(`http://${address}:${nodePort}/readyz`, {
      signal: AbortSignal.timeout(5_000),
    }).catch(() => null)
    if (answer?.ok) return
    await pause(100)
  }
  throw new Error(`the node at ${address} does not answer; its log is beside the others`)
}
