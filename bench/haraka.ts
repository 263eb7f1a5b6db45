/**
 * The peer in our own language: Haraka with its DKIM plugin, from npm into a temporary folder and
 * with the Node that runs Malote. It takes any recipient, signs with RSA-2048, and delivers from its
 * queue on the disk to the sink.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { greeted } from '../test/suites/interop/machines.ts'
import { senderDomain } from './letter.ts'
import type { Peer, StartedPeer, Wish } from './peer.ts'
import { familySeconds } from './processes.ts'

const version = '3.3.4'
const packages = [`Haraka@${version}`, 'haraka-plugin-dkim@1.3.1']
/** Fixes the versions of what these depend on. */
const asOf = '2026-10-01'

export const harakaOne = haraka(1)
export const harakaTwo = haraka(2)

function haraka(workers: number): Peer {
  return {
    name: `Haraka + DKIM, ${workers} worker${workers === 1 ? '' : 's'}`,
    whyNot: () => null,
    start: wish => start(workers, wish),
  }
}

async function start(workers: number, wish: Wish): Promise<StartedPeer> {
  await install(wish)
  const home = path.join(wish.folder, `haraka-${workers}`)
  for (const [name, content] of Object.entries(files(workers, wish))) {
    await mkdir(path.dirname(path.join(home, name)), { recursive: true })
    await writeFile(path.join(home, name), content)
  }
  const installed = path.join(wish.folder, 'node_modules/Haraka')
  // It does not do without this one.
  await copyFile(`${installed}/config/connection.ini`, `${home}/config/connection.ini`)
  const child = spawn(process.execPath, [`${installed}/bin/haraka`, '-c', home], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  wish.onStart(() => end(child))
  await greeted('127.0.0.1', wish.port)
  return { version, cpuSeconds: () => familySeconds(child.pid!) }
}

/** Once for all that share the folder: what is there already takes npm no time. */
async function install({ folder, onStart }: Wish): Promise<void> {
  const options = ['--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund']
  const order = ['install', '--prefix', folder, `--before=${asOf}`, ...options, ...packages]
  const breakOff = new AbortController()
  onStart(async () => breakOff.abort())
  await promisify(execFile)('npm', order, { cwd: folder, signal: breakOff.signal })
}

function files(workers: number, { port, sinkPort, privateKey }: Wish): Record<string, string> {
  return {
    'config/me': `haraka.${senderDomain}\n`,
    'config/smtp.ini': `listen=127.0.0.1:${port}\nnodes=${workers}\n`,
    'config/outbound.ini': 'enable_tls=false\n',
    'config/log.ini': '[main]\nlevel=warn\n',
    'config/plugins': 'dkim\nsink\n',
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
    'plugins/sink.js': `'use strict'
exports.hook_lookup_rdns = next => next(OK, 'localhost')
exports.hook_rcpt = (next, connection) => {
  connection.relaying = true
  next(OK)
}
exports.hook_get_mx = next => next(OK, { exchange: '127.0.0.1', port: ${sinkPort}, priority: 0 })
`,
  }
}

const graceMs = 5_000

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await ended
  clearTimeout(timer)
}
