/** The thread that reads large bodies (read-json.ts). */
import { parentPort } from 'node:worker_threads'
import { Refusal } from '#kernel/base/errors.ts'
import { fingerprintOf } from '#platform/idempotency/fingerprint.ts'
import { parseJson } from './json.ts'
import type { AskedJson, FoundJson } from './read-json.ts'

function read({ bytes, of }: AskedJson): FoundJson {
  try {
    const value = parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    if (of === null) return { kind: 'read', value }
    return { kind: 'read', value, fingerprint: fingerprintOf(of.method, of.path, value) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const [code, given] = error.parts
    return { kind: 'refused', code, given }
  }
}

parentPort!.on('message', (asked: AskedJson) => parentPort!.postMessage(read(asked)))
parentPort!.postMessage('ready')
