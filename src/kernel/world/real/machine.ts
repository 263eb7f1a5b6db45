/** What this machine, or the container of this process, has to give. */
import { availableParallelism, totalmem } from 'node:os'

export interface Machine {
  readonly cores: number
  readonly memoryBytes: number
}

/** Bytes; of a container, what it may have. */
export const usableMemory = (): number =>
  Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

export const thisMachine = (): Machine => ({
  cores: availableParallelism(),
  memoryBytes: usableMemory(),
})
