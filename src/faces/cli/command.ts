/** What every command shares: how it is run, how its options are read. */
import type { Writable } from 'node:stream'
import { InvalidArgumentError } from 'commander'
import type { StartManner } from '#boot/first-start.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { World } from '#kernel/world/world.ts'

/** How a command was called: by a process with its words and streams, or by a test with others. */
export interface Invocation {
  readonly words: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly out: Writable
  readonly err: Writable
  /** The first signal that asks for an end; listened for from the call on. */
  readonly signal: () => Promise<NodeJS.Signals>
  /** Becomes the service; resolves when it runs. A test has none. */
  readonly serve?: (start: ServiceStart) => Promise<void>
}

/** What the service is to be started with. */
export interface ServiceStart {
  readonly environment: Invocation['environment']
  readonly manner: StartManner
}

export type Result = Record<string, unknown>

/** What the commands do their work with. */
export interface Shell {
  /** Runs a verb with the world opened for it and shows what it returns; null has shown itself. */
  readonly run: (verb: (world: World) => Promise<Result | null>) => Promise<void>
  /** For people, or as JSON. A result whose `ok` is false, or null, makes the command exit with 1. */
  readonly show: (result: Result) => void
  /** What is at an https address, or at one of this machine; null: nothing that is an answer. */
  readonly fetchText: (url: string) => Promise<string | null>
  readonly isJson: boolean
  /** What people read here. */
  readonly language: Language
  readonly out: Writable
  readonly err: Writable
}

/** Parses a whole number of an option. */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('must be a whole number.')
  return Number(text)
}
