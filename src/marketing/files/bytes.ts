/**
 * The bytes of files for those who read them. A letter is opened by many at once: what was read
 * lately is kept, once for all of them, however slow they are.
 */
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'

const maxKeptBytes = 64 * 1024 * 1024

interface KeptBytes {
  readonly read: Promise<Buffer | null>
  /** 0 until they are here. */
  bytes: number
}

const kept: Part<Map<string, KeptBytes>, unknown> = {
  name: 'bytes of files',
  make: () => new Map(),
}

/** null where they are missing. Throws FilesUnavailable. */
export function bytesOf(
  { runtime, files }: Pick<World, 'runtime' | 'files'>,
  name: string,
): Promise<Buffer | null> {
  const known = runtime.get(kept, {})
  const one = known.get(name) ?? { read: files.read(name), bytes: 0 }
  // The one that was asked for longest ago goes first.
  known.delete(name)
  known.set(name, one)
  const settle = (read: Buffer | null): void => {
    one.bytes = read?.length ?? 0
    if (read === null) forget(known, name, one)
    else makeRoom(known)
  }
  if (one.bytes === 0) one.read.then(settle, () => forget(known, name, one))
  return one.read
}

function forget(known: Map<string, KeptBytes>, name: string, one: KeptBytes): void {
  if (known.get(name) === one) known.delete(name)
}

function makeRoom(known: Map<string, KeptBytes>): void {
  let sum = 0
  for (const { bytes } of known.values()) sum += bytes
  for (const [name, { bytes }] of known) {
    if (sum <= maxKeptBytes) return
    known.delete(name)
    sum -= bytes
  }
}
