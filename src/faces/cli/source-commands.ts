/** `malote source …`: from which addresses mail leaves (docs/shaping-and-tls.md). */
import { type Command, InvalidArgumentError } from 'commander'
import type { World } from '#kernel/world/world.ts'
import { getSource, listSources } from '#sending/delivery/shown-sources.ts'
import {
  addSource,
  changeSource,
  pauseSource,
  promoteSource,
  removeSource,
  resumeSource,
} from '#sending/delivery/source-admin.ts'
import { warmStage } from '#sending/delivery/source-day.ts'
import { streams } from '#sending/events/email.ts'
import type { Result, Shell } from './command.ts'
import { typedId } from './ids.ts'

interface SourceOptions {
  hostname?: string
  pool?: string
  projects?: string
  streams?: string
}

type AddOptions = SourceOptions & { hostname: string; warm?: true; stage?: number }

export function sourceCommands(malote: Command, { run }: Shell): void {
  const source = malote.command('source').description('Addresses that mail leaves from.')
  source
    .command('list')
    .description('List them, pool by pool, with how far each is warmed up.')
    .action(() => run(async world => ({ source_addresses: await listSources(world) })))
  withPool(
    source
      .command('add <address>')
      .description('Add an address of this machine; it is warmed up unless it has a history.')
      .requiredOption('--hostname <name>', 'what it says in EHLO; DNS leads there and back'),
  )
    .option('--warm', 'it has a history: no limits of the day')
    .option('--stage <n>', 'stage of the warm-up to begin with, 1 to 10', stageNumber)
    .action((address: string, { warm, projects, streams: named, ...options }: AddOptions) =>
      run(async world => {
        const state = warm ? 'active' : 'warming'
        const pool = readPool(projects, named)
        return shownById(world, await addSource(world, { ...options, ...pool, address, state }))
      }),
    )
  withPool(
    source
      .command('set <id>')
      .description('Change an address, or for whom its pool is.')
      .option('--hostname <name>', 'what it says in EHLO; DNS leads there and back'),
  ).action((id: string, { projects, streams: named, ...options }: SourceOptions) =>
    run(world =>
      acted(world, id, one =>
        changeSource(world, one, { ...options, ...readPool(projects, named) }),
      ),
    ),
  )
  source
    .command('remove <id>')
    .description('Remove an address; what waits for it leaves from the others of its pool.')
    .action((id: string) =>
      run(async world => {
        await removeSource(world, typedId('src', id))
        return { id, removed: true }
      }),
    )
  acts(source, run)
}

function acts(source: Command, run: Shell['run']): void {
  source
    .command('pause <id>')
    .description('Let nothing leave from it until it is resumed.')
    .action((id: string) => run(world => acted(world, id, one => pauseSource(world, one))))
  source
    .command('resume <id>')
    .description('Let mail leave from it again.')
    .action((id: string) => run(world => acted(world, id, one => resumeSource(world, one))))
  source
    .command('promote <id>')
    .description('Take its warm-up a stage further at every provider.')
    .action((id: string) => run(world => acted(world, id, one => promoteSource(world, one))))
}

const withPool = (command: Command): Command =>
  command
    .option('--pool <name>', 'pool of addresses that share their mail')
    .option('--projects <ids>', 'whose the pool is, by commas; "none": everybody’s')
    .option('--streams <names>', `of the pool: ${streams.join(', ')}; "none": all`)

/** Not by the library's own parsers: it takes a null of theirs for an option without a value. */
const readPool = (projects?: string, named?: string) => ({
  ...(projects === undefined ? {} : { projects: listed(projects) }),
  ...(named === undefined ? {} : { streams: listed(named) }),
})

const listed = (text: string): string[] | null =>
  text === 'none' ? null : text.split(',').map(one => one.trim())

function stageNumber(text: string): number {
  const stage = Number(text)
  if (Number.isInteger(stage) && stage >= 1 && stage < warmStage) return stage
  throw new InvalidArgumentError(`must be a whole number from 1 to ${warmStage - 1}.`)
}

async function acted(
  world: World,
  shownId: string,
  act: (id: string) => Promise<void>,
): Promise<Result> {
  const id = typedId('src', shownId)
  await act(id)
  return shownById(world, id)
}

const shownById = async (world: World, id: string): Promise<Result> => ({
  ...(await getSource(world, id)),
})
