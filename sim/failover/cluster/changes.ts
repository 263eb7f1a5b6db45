/**
 * What an operator does to a cluster that is at work: a release with a schema change, node by node,
 * and nodes that come and go. Nothing is refused by it.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pause, root } from '../../crash/nodes.ts'
import type { Stage } from './stage.ts'
import type { Strike } from './strikes.ts'

/** What each node is given to work in peace between two changes. */
const restMs = 5_000

export const changes: readonly Strike[] = [
  {
    name: 'upgrade with a schema change, node by node',
    share: 0,
    barSeconds: 5,
    async run(stage) {
      const tree = nextRelease(stage)
      for (const node of stage.nodes) {
        await node.drain()
        await node.launch(tree)
        await pause(restMs)
      }
    },
  },
  {
    name: 'two nodes added, then removed',
    share: 0,
    barSeconds: 5,
    async run(stage) {
      const tree = path.join(stage.state, 'next')
      const { spare } = stage
      for (const node of spare) await node.launch(tree)
      await pause(restMs)
      const [first, ...others] = spare
      await first!.die()
      for (const node of others) await node.drain()
    },
  },
]

/** This program with one more migration: a column, an index, and a change of a parted table. */
function nextRelease({ state }: Stage): string {
  const tree = path.join(state, 'next')
  mkdirSync(tree)
  for (const one of ['src', 'db', 'package.json']) {
    cpSync(path.join(root, one), path.join(tree, one), { recursive: true })
  }
  for (const one of ['node_modules', 'dashboard', 'client', 'docs', 'scripts', 'site']) {
    symlinkSync(path.join(root, one), path.join(tree, one))
  }
  writeFileSync(
    path.join(tree, 'db/migrations/9999_next.sql'),
    [
      'alter table emails add column next_note text;',
      'create index webhooks_next on webhooks (id, project_id);',
      'alter table events add column next_note text;',
      '',
    ].join('\n'),
  )
  execFileSync('chmod', ['-R', 'a+rX', tree])
  return tree
}
