/** What this machine, or the container of this process, has to give. */
import { availableParallelism, totalmem } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

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

/**
 * Gives the system what this process has and does not use at the moment, such as what its start
 * needed. It stands still for some tenths of a second meanwhile.
 */
export function giveBackMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: object) => void
  collect({ type: 'major', flavor: 'last-resort' })
}
