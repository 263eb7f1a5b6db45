/** In which files of a folder functions were called, from V8's own counters. */
import { type Profiler, Session } from 'node:inspector'
import { pathToFileURL } from 'node:url'

export interface CallCounter {
  /** Files, from the folder, of which a function has been called since the last reading. */
  read(): Set<string>
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
      const called = scripts
        .filter(({ url }) => url.startsWith(prefix))
        .filter(({ functions }) => functions.some(isCalled))
      return new Set(called.map(({ url }) => url.slice(prefix.length)))
    },
    stop: () => session.disconnect(),
  }
}

/** A module's own body counts as a function that begins with it: to be loaded is no call. */
function isCalled({ functionName, ranges }: Profiler.FunctionCoverage): boolean {
  const { startOffset, count } = ranges[0]!
  return count > 0 && (functionName !== '' || startOffset > 0)
}
