/**
 * The peer in our own language: Haraka with its DKIM plugin, from npm into a temporary folder and
 * with the Node that runs Malote. It takes any recipient, signs with RSA-2048, and delivers from its
 * queue on the disk, which it flushes, to the receiver. A worker for each core.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { greeted } from '../../test/suites/interop/machines.ts'
import { senderDomain } from '../letter.ts'
import { endOf, family, familySeconds, killAtOnce } from '../processes.ts'
import type { Peer, StartedPeer, Wish } from './peer.ts'

const version = '3.3.4'
const pluginVersion = '1.3.1'
const packages = [`Haraka@${version}`, `haraka-plugin-dkim@${pluginVersion}`]
/** Fixes the versions of what these depend on. */
const asOf = '2026-10-01'
const workers = availableParallelism()
const name = `Haraka + DKIM, ${workers} worker${workers === 1 ? '' : 's'}`

export const haraka: Peer = { name, whyNot: () => null, start }

async function start(wish: Wish): Promise<StartedPeer> {
  const { folder, port, onStart } = wish
  await install(wish)
  const home = path.join(folder, 'haraka')
  for (const [file, content] of Object.entries(files(wish))) {
    await mkdir(path.dirname(path.join(home, file)), { recursive: true })
    await writeFile(path.join(home, file), content)
  }
  const installed = path.join(folder, 'node_modules/Haraka')
  // It does not do without this one.
  await copyFile(`${installed}/config/connection.ini`, `${home}/config/connection.ini`)
  const run = (): ChildProcess =>
    spawn(process.execPath, [`${installed}/bin/haraka`, '-c', home], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  let child = run()
  onStart(() => end(child))
  await greeted('127.0.0.1', port)
  return {
    version: `${version}, plugin ${pluginVersion}`,
    got: `npm, with what it needs as of ${asOf}`,
    doors: { [name]: { how: 'smtp', port } },
    cpuSeconds: () => familySeconds(child.pid!),
    async kill() {
      const ended = endOf(child)
      killAtOnce(await family(child.pid!))
      await ended
    },
    async restart() {
      child = run()
      await greeted('127.0.0.1', port)
    },
    // Its master has what was put off tried now, as its documentation says.
    hasten: async () => void child.kill('SIGHUP'),
    waiting: async () => {
      const queued = await readdir(path.join(home, 'queue'))
      // What was never finished begins with a dot, and was never accepted.
      return queued.filter(file => !file.startsWith('.')).length
    },
    marked: async () => null,
  }
}

async function install({ folder, onStart }: Wish): Promise<void> {
  const options = ['--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund']
  const order = ['install', '--prefix', folder, `--before=${asOf}`, ...options, ...packages]
  const breakOff = new AbortController()
  onStart(async () => breakOff.abort())
  await promisify(execFile)('npm', order, { cwd: folder, signal: breakOff.signal })
}

function files({ port, receiverPort, connections, privateKey }: Wish): Record<string, string> {
  return {
    'config/me': `haraka.${senderDomain}\n`,
    'config/smtp.ini': `listen=127.0.0.1:${port}\nnodes=${workers}\n`,
    'config/outbound.ini': [
      'enable_tls=true',
      `concurrency_max=${Math.ceil(connections / workers)}\n`,
    ].join('\n'),
    'config/log.ini': '[main]\nlevel=warn\n',
    'config/plugins': 'dkim\nto-receiver\n',
    'config/dkim.ini': `[sign]
enabled=true
headers=From,Subject,Date,Message-ID,To,MIME-Version,Content-Type
[canon]
body=relaxed
[verify]
enabled=false
`,
    [`config/dkim/${senderDomain}/private`]: privateKey,
    [`config/dkim/${senderDomain}/selector`]: 'bench\n',
    // Names of callers would be asked of whatever name server the machine has.
    'plugins/to-receiver.js': `'use strict'
exports.hook_lookup_rdns = next => next(OK, 'localhost')
exports.hook_rcpt = (next, connection) => {
  connection.relaying = true
  next(OK)
}
exports.hook_get_mx = next =>
  next(OK, { exchange: '127.0.0.1', port: ${receiverPort}, priority: 0 })
`,
  }
}

const graceMs = 5_000

async function end(child: ChildProcess): Promise<void> {
  const ended = endOf(child)
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await ended
  clearTimeout(timer)
}
