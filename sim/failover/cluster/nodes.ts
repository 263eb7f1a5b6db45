/** Malote itself, on machines of a cluster run: what is killed, frozen, upgraded, added and removed. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
  /** What the operator's command says there. */
  command(word: string, env: Environment): Promise<{ code: number | null; said: string }>
  /** SIGTERM; its exit code. */
  drain(): Promise<number | null>
  /** SIGKILL of the program alone. */
  die(): Promise<void>
}

type Environment = Readonly<Record<string, string | undefined>>

interface NodeOrder {
  readonly logs: string
  readonly state: string
  readonly members: readonly Member[]
  readonly environment: Environment
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
    async command(word, env) {
      const main = path.join(root, 'src/main.ts')
      const words = ['netns', 'exec', machine.name, process.execPath, ...nodeFlags, main, word]
      const child = spawn('ip', words, {
        env: { ...environment, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let said = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', one => (said += one))
      const [code] = (await once(child, 'close')) as [number | null]
      return { code, said }
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
