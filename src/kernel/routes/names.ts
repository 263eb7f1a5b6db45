/**
 * Names of which a project has each once. What a test key alone has made stands in nobody's way: it
 * goes by another name from the moment that a live key or a member wants its own.
 */
import { Refusal } from '../base/errors.ts'
import type { Uuid } from '../base/ids.ts'
import { fold } from '../mail/fold.ts'
import type { Tx } from '../world/db.ts'
import { standingAside } from './made-by.ts'
import type { Caller } from './route.ts'

/** A name as it was given, without spaces around it. Throws Refusal where nothing else stands there. */
export function readName(given: string): string {
  const name = given.trim()
  if (name === '') throw new Refusal('missing_field', { param: 'name' })
  return name
}

interface Naming<Thing> {
  /** All of the project. */
  readonly all: readonly Thing[]
  /** The one that is made or changed, as it will be. */
  readonly one: Thing
  readonly namesOf: (one: Thing) => readonly string[]
  readonly taken: () => Refusal
  /** Writes a thing whose names are put through this. */
  readonly rename: (one: Thing, renamed: (name: string) => string) => Promise<void>
}

/** Throws Refusal where another has a name; else the things that stand aside for this call. */
export async function takeNames<Thing extends { readonly id: Uuid }>(
  tx: Tx,
  call: Caller,
  { all, one, namesOf, taken, rename }: Naming<Thing>,
): Promise<ReadonlySet<Uuid>> {
  const others = all.filter(other => other.id !== one.id)
  const aside = await standingAside(
    tx,
    call,
    others.map(other => other.id),
  )
  const wanted = new Set(namesOf(one).map(fold))
  const isWanted = (name: string): boolean => wanted.has(fold(name))
  const rivals = others.filter(other => namesOf(other).some(isWanted))
  if (rivals.some(rival => !aside.has(rival.id))) throw taken()
  const known = new Set([...others.flatMap(namesOf), ...namesOf(one)].map(fold))
  for (const rival of rivals) {
    await rename(rival, name => (isWanted(name) ? nameAside(name, known) : name))
  }
  return aside
}

/** A name is at most 200 characters long, everywhere. */
const maxKept = 180

function nameAside(name: string, known: Set<string>): string {
  const beginning = [...name].slice(0, maxKept).join('')
  for (let n = 1; ; n++) {
    const aside = `${beginning} (test${n === 1 ? '' : ` ${n}`})`
    if (known.has(fold(aside))) continue
    known.add(fold(aside))
    return aside
  }
}
