/** The machine's own account of the CPU that processes have taken: `/proc/PID/stat`, see proc(5). */
import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'

export interface Process {
  readonly pid: number
  readonly parent: number
  /** Of itself and of those children that have ended and were waited for. */
  readonly cpuSeconds: number
}

let ticks: number | undefined

/** Each line of the text that is one of a `stat` file. */
export function readStats(text: string): Process[] {
  ticks ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  return text.split('\n').flatMap(line => {
    // The name in brackets may hold anything, also spaces and brackets.
    const nameEnd = line.lastIndexOf(') ')
    if (!/^\d+ \(/.test(line) || nameEnd < 0) return []
    const fields = line.slice(nameEnd + 2).split(' ')
    const used = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { pid: Number.parseInt(line, 10), parent: Number(fields[1]), cpuSeconds: used / ticks! }
  })
}

/** CPU seconds of a process and of all that descend from it. */
export async function familySeconds(pid: number): Promise<number> {
  return (await family(pid)).reduce((sum, one) => sum + one.cpuSeconds, 0)
}

/** A process and all that descend from it. */
export async function family(pid: number): Promise<Process[]> {
  const all = await processes()
  const members = new Set([pid])
  for (let size = 0; size < members.size; ) {
    size = members.size
    for (const one of all) if (members.has(one.parent)) members.add(one.pid)
  }
  return all.filter(one => members.has(one.pid))
}

async function processes(): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name))
  // A process that ends meanwhile has no file any more.
  const stats = await Promise.all(
    pids.map(pid => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')),
  )
  return readStats(stats.join('\n'))
}

/** `kill -9`; one that has ended meanwhile is no fault. */
export function killAtOnce(all: readonly Process[]): void {
  for (const { pid } of all) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** Resolves when it has ended, also where it had before. */
export async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
