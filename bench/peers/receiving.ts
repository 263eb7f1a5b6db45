/** The receiver and the distance to it, as processes of a turn. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { makeCertificate } from '../../test/support/certificates.ts'
import { atEnd } from '../leaving.ts'
import type { Copies } from './count.ts'

export interface ReceiverOrder {
  /** To listen on; 0: any. */
  readonly port: number
  /** The numbers of the emails that are counted: so many from the first. */
  readonly first: number
  readonly total: number
  readonly defers: boolean
  /** What it offers STARTTLS with. */
  readonly tls: { readonly cert: string; readonly key: string } | null
}

export interface ReceiverCounts {
  /** Copies, of which `signed` have a DKIM signature by RSA and `secure` came by TLS. */
  readonly mails: number
  readonly signed: number
  readonly secure: number
  readonly different: number
  /** Recipients that were put off once. */
  readonly putOff: number
  /** Others than those that are counted. */
  readonly strays: number
  /** Connections at a time, at the peak. */
  readonly peak: number
  /** ms since 1970 at which the last one came that had not come before. */
  readonly lastAt: number
}

export interface Receiver {
  readonly port: number
  counts(): Promise<ReceiverCounts>
  landed(): Promise<Copies>
  close(): Promise<void>
}

/** Trusted by nobody: mail is encrypted without, as between most servers of the world. */
export const certificate = (): { cert: string; key: string } => {
  const { cert, key } = makeCertificate({ name: 'receiver.bench.test' })
  return { cert, key }
}

export async function startReceiver(order: ReceiverOrder): Promise<Receiver> {
  const program = await startProgram('receiver.ts', order)
  return {
    port: program.port,
    counts: () => program.ask('counts') as Promise<ReceiverCounts>,
    landed: () => program.ask('landed') as Promise<Copies>,
    close: program.close,
  }
}

/** A proxy on `port` before the receiver of the port `target`. */
export async function startFar(order: {
  readonly port: number
  readonly target: number
  readonly roundTripMs: number
}): Promise<{ close(): Promise<void> }> {
  return startProgram('distant.ts', order)
}

/** A program that prints its port and answers lines, and ends with its input. */
async function startProgram(file: string, order: object) {
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, file), JSON.stringify(order)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  const close = atEnd(() => {
    child.stdin.end()
    return ended
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const read = async (): Promise<unknown> => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`${file} has ended`)
    return JSON.parse(value)
  }
  child.stdin.on('error', () => {})
  const port = (await read()) as number
  return {
    port,
    ask: (question: string) => {
      child.stdin.write(`${question}\n`)
      return read()
    },
    close,
  }
}
