/** Files in memory, as durable as the process. */
import type { FileStore } from '#kernel/world/files.ts'

export function memoryFiles(): FileStore {
  const kept = new Map<string, Buffer>()
  return {
    place: 'memory',
    isFolder: false,
    async put(name, bytes) {
      kept.set(name, Buffer.from(bytes))
    },
    read: async name => kept.get(name) ?? null,
    has: async name => kept.has(name),
    async remove(name) {
      kept.delete(name)
    },
  }
}
