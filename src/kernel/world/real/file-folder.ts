/**
 * Files in a folder. One is written under a temporary name, flushed to the disk, and renamed: under
 * its own name there is all of it or nothing, after a crash as well.
 */
import { mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises'
import * as path from 'node:path'
import { type FileStore, FilesUnavailable } from '../files.ts'
import type { Random } from '../world.ts'

export function folderFiles(folder: string, random: Pick<Random, 'bytes'>): FileStore {
  // A folder of a million entries is slow to look into.
  const placeOf = (name: string): string => path.join(folder, name.slice(0, 2), name)
  return {
    place: path.resolve(folder),
    isFolder: true,
    put: (name, bytes) =>
      told(async () => {
        const place = placeOf(name)
        await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
        const begun = `${place}.${random.bytes(8).toString('hex')}.part`
        try {
          await writeFlushed(begun, bytes)
          await rename(begun, place)
        } catch (error) {
          await unlink(begun).catch(() => {})
          throw error
        }
        await flushFolders(path.dirname(place), folder)
      }),
    read: name => told(() => orNull(readFile(placeOf(name)))),
    has: name => told(async () => (await orNull(stat(placeOf(name)))) !== null),
    remove: name => told(async () => void (await orNull(unlink(placeOf(name))))),
  }
}

async function writeFlushed(place: string, bytes: Buffer): Promise<void> {
  const file = await open(place, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A name outlives a crash when the folder that holds it has been flushed (fsync(2)). */
async function flushFolders(inner: string, outer: string): Promise<void> {
  for (const one of [inner, outer]) {
    const folder = await open(one, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  }
}

async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null
    throw error
  }
}

async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new FilesUnavailable((error as Error).message, { cause: error })
  }
}
