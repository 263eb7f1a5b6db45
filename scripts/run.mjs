/**
 * `node scripts/run.mjs FILE ARGS…` runs a TypeScript file with a Node that understands it
 * (node.mjs), as if it had been started itself: output, exit code and signals pass through.
 */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { pathToFileURL } from 'node:url'
import { fittingNode, nodeEnvironment, nodeFlags, say } from './node.mjs'

/** Ctrl-C arrives twice under npm: from the terminal, and passed on by npm itself. */
const sameSignalMs = 500

/** How often it is looked whether npx is still there. */
const lookMs = 500

/**
 * npx runs a program by a shell that does not give way to it. Told to end, it ends that shell alone,
 * and the program would stay: without an owner, and with the port.
 */
function endWithNpx(end) {
  if (process.env.npm_command !== 'exec') return
  const shell = process.ppid
  const look = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(look)
    end()
  }, lookMs)
  look.unref()
}

/** Runs the file and ends this process as the file's ends. */
export function run(file, args) {
  let node
  try {
    node = fittingNode()
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
  // Some of its environment is read when a process starts, which is why there always is a second
  // one. It leads a process group of its own, so that the terminal's Ctrl-C reaches it only through
  // here, once.
  const child = spawn(node, [...nodeFlags, file, ...args], {
    stdio: 'inherit',
    detached: true,
    env: { ...nodeEnvironment, ...process.env },
  })
  const passedAt = {}
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2']) {
    process.on(signal, () => {
      const now = performance.now()
      if (now - (passedAt[signal] ?? -sameSignalMs) < sameSignalMs) return
      passedAt[signal] = now
      child.kill(signal)
    })
  }
  endWithNpx(() => child.kill('SIGTERM'))
  child.once('error', error => {
    const [en, pt] = [`${node} could not be run`, `Não foi possível executar ${node}`]
    console.error(`${say({ en, pt })}: ${error.message}`)
    process.exit(1)
  })
  child.once('exit', (code, signal) => {
    process.exit(code ?? 128 + (constants.signals[signal] ?? 0))
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [file, ...args] = process.argv.slice(2)
  if (file === undefined) {
    const usage = 'node scripts/run.mjs'
    console.error(say({ en: `usage: ${usage} FILE ARGS…`, pt: `uso: ${usage} ARQUIVO ARGS…` }))
    process.exit(2)
  }
  run(file, args)
}
