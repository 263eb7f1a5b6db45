/** The submitter as a process of a turn. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { atEnd } from '../leaving.ts'
import type { HandedIn } from './count.ts'
import type { Letters } from './letters.ts'

export interface HandInOrder extends Letters, Door {
  readonly connections: number
  readonly first: number
  readonly total: number
  /** How long nothing is given up where nobody answers. */
  readonly patienceMs: number
}

/** Where and how emails are handed in. */
export interface Door {
  readonly how: 'smtp' | 'http'
  readonly port: number
  /** An API key. */
  readonly key?: string
}

interface HandInEnd {
  /** ms since 1970. */
  readonly begunAt: number
  readonly handedIn: HandedIn
  /** What the first refused one was answered. */
  readonly firstRefusal: string | null
}

export type HandInTold = { readonly accepted: number } | HandInEnd

/** Resolves when all is handed in; `onProgress` hears how many are accepted. */
export async function handIn(
  order: HandInOrder,
  onProgress: (accepted: number) => void = () => {},
): Promise<HandInEnd> {
  const file = path.join(import.meta.dirname, 'hand-in.ts')
  const child = spawn(process.execPath, [file, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = atEnd(async () => void child.kill('SIGKILL'))
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const told = JSON.parse(line) as HandInTold
      if ('handedIn' in told) return told
      onProgress(told.accepted)
    }
  } finally {
    await stop()
  }
  throw new Error('the submitter has ended before its time')
}
