/** `malote node …`: which nodes there are, and what is to take no new mail. */
import type { Command } from 'commander'
import { Refusal } from '#kernel/base/errors.ts'
import { show } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { drainingOf, drainNode, isAlive, listNodes } from '#platform/queue/nodes.ts'
import type { ListedNode } from '#platform/queue/nodes-store.ts'
import type { Shell } from './command.ts'
import { typedId } from './ids.ts'

const verbs = {
  drain: 'Have a node take no new mail and finish what it has.',
  resume: 'Have a node that drains work again.',
} as const

export function nodeCommands(malote: Command, { run }: Shell): void {
  const node = malote.command('node').description('The nodes of this installation.')
  node
    .command('list')
    .description('List them: what each does, and how far one is that drains.')
    .action(() =>
      run(async world => ({
        nodes: (await listNodes(world)).map(one => showNode(world, one)),
      })),
    )
  for (const [verb, about] of Object.entries(verbs)) {
    node
      .command(`${verb} <id>`)
      .description(about)
      .action((id: string) =>
        run(async world => {
          const changed = await drainNode(world, typedId('nod', id), verb === 'drain')
          if (changed === null) throw new Refusal('resource_not_found')
          return showNode(world, changed)
        }),
      )
  }
}

const showNode = (world: World, node: ListedNode) => ({
  id: show('nod', node.id),
  hostname: node.hostname,
  process: node.process,
  processes: node.processes,
  roles: node.roles,
  streams: node.streams,
  alive: isAlive(world, node),
  drain: drainingOf(node),
  in_hand: node.inHand,
  clock_off: node.isClockOff,
})
