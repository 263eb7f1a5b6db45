/**
 * Three programs that check DKIM signatures and share no code with ours or each other: mailauth,
 * opendkim-testmsg and python3-dkim. Each says of how many messages the one signature holds.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import type { Machine } from './machines.ts'

export const verifiers = ['mailauth', 'opendkim', 'python3-dkim'] as const
export const algorithms = ['rsa-sha256', 'ed25519-sha256'] as const

export interface Bench {
  /** A folder that the tools see as /srv/interop. */
  readonly shared: string
  readonly tools: Machine
  /** The TXT records of the keys, by name. */
  readonly records: ReadonlyMap<string, string>
}

type Verify = (messages: readonly Buffer[], bench: Bench) => Promise<number>

export const verify: Record<(typeof verifiers)[number], Verify> = {
  async mailauth(messages, { records }) {
    const resolver = async (name: string): Promise<string[][]> => {
      const value = records.get(name)
      return value === undefined ? [] : [[value]]
    }
    let held = 0
    for (const message of messages) {
      const { results } = await dkimVerify(message, { resolver })
      const all = results as { status: { result: string } }[]
      if (all.length === 1 && all[0]!.status.result === 'pass') held++
    }
    return held
  },
  // Ends with 0 when the signature holds.
  opendkim: (messages, bench) =>
    inside(messages, bench, 'for one in *; do opendkim-testmsg < $one && echo "$one pass"; done'),
  'python3-dkim': (messages, bench) =>
    inside(messages, bench, '/usr/bin/python3 /srv/interop/verify.py /srv/interop/dns.json *'),
}

/** Runs a command in a folder of the messages; counts those of which it says `N pass`. */
async function inside(messages: readonly Buffer[], bench: Bench, command: string): Promise<number> {
  const folder = path.join(bench.shared, 'check')
  await mkdir(folder, { recursive: true })
  for (const [i, message] of messages.entries()) {
    await writeFile(path.join(folder, String(i)), message)
  }
  const said = await bench.tools.run(`cd /srv/interop/check && ${command}`)
  await rm(folder, { recursive: true })
  const passed = new Set(said.split('\n').filter(line => / pass$/.test(line)))
  return messages.filter((_, i) => passed.has(`${i} pass`)).length
}

/** As on the wire, with line ends of SMTP, and without the other signature. */
export function withOneSignature(message: Buffer, algorithm: string): Buffer | null {
  const text = message.toString('latin1').replaceAll(/\r?\n/g, '\r\n')
  const end = text.indexOf('\r\n\r\n')
  const fields = text.slice(0, end).split(/\r\n(?![ \t])/)
  const isSignature = (field: string): boolean => /^DKIM-Signature:/i.test(field)
  const kept = fields.filter(field => !isSignature(field) || field.includes(`a=${algorithm}`))
  if (kept.filter(isSignature).length !== 1) return null
  return Buffer.from(kept.join('\r\n') + text.slice(end), 'latin1')
}

export function headOf(message: Buffer): string {
  const text = message.toString('latin1')
  return text.slice(0, text.search(/\r?\n\r?\n/))
}
