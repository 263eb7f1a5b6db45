/**
 * What things cost, as `npm run model -- --fit` has found it out and `parameters.json` keeps it. Times
 * are of one core of the machine that was measured; its speed in RSA signatures stands beside them,
 * so that another hour and another machine can be compared.
 */
import { readFileSync } from 'node:fs'

/** What each transaction costs, and each email in it. */
export interface Cost {
  readonly perTransaction: number
  readonly perEmail: number
}

export interface PartCosts {
  /** Ms of a main thread. */
  readonly node: Cost
  /** Ms of a core of the database. */
  readonly database: Cost
  /** Bytes of the write-ahead log. */
  readonly log: Cost
  /** Ms of what measures, which stands on the same cores. */
  readonly besideMs: number
}

export interface Parameters {
  /** By one core in a second. */
  readonly signaturesPerSecond: number
  readonly accept: PartCosts
  /** From the claim to the webhook, without the signature. */
  readonly deliver: PartCosts
  /** Of a node with nothing to do, a second. */
  readonly rest: { readonly nodeMs: number; readonly databaseMs: number; readonly logBytes: number }
  /** What a commit waits for the disk. */
  readonly flushMs: number
}

export const parametersFile = new URL('parameters.json', import.meta.url)

export const readParameters = (): Parameters =>
  JSON.parse(readFileSync(parametersFile, 'utf8')).parameters as Parameters
