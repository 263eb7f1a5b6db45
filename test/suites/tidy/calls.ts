/** Which functions of a folder were called, from V8's own counters. */
import { type Profiler, Session } from 'node:inspector'
import { pathToFileURL } from 'node:url'

export interface CalledFunction {
  /** From the folder. */
  readonly file: string
  /** The file and where the function begins: its identity. */
  readonly place: string
}

export interface CallCounter {
  /** What has been called since the last reading. */
  read(): CalledFunction[]
  stop(): void
}

/** Counts from now on, in this process. */
export function countCalls(folder: string): CallCounter {
  const prefix = `${pathToFileURL(folder)}/`
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return {
    read() {
      let taken: Profiler.TakePreciseCoverageReturnType | null = null
      session.post('Profiler.takePreciseCoverage', (error, result) => {
        if (error) throw error
        taken = result
      })
      // The session is of this thread: it answers before the call returns.
      const scripts = (taken as Profiler.TakePreciseCoverageReturnType | null)?.result ?? []
      return scripts
        .filter(({ url }) => url.startsWith(prefix))
        .flatMap(({ url, functions }) => {
          const file = url.slice(prefix.length)
          return functions
            .filter(({ functionName, ranges }) => functionName !== '' || ranges[0]!.startOffset > 0)
            .filter(({ ranges }) => ranges[0]!.count > 0)
            .map(({ ranges }) => ({ file, place: `${file}:${ranges[0]!.startOffset}` }))
        })
    },
    stop: () => session.disconnect(),
  }
}
