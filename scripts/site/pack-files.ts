/** Beside each file of a site what it is packed, so that nobody packs it at a request. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Below this a packet is a packet. */
const minBytes = 1_024
/** As the dashboard's files are packed. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }

export function packFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(html|js|css|json|svg)$/.test(name)) continue
    const file = path.join(folder, name)
    const source = readFileSync(file)
    if (source.length < minBytes) continue
    writeFileSync(`${file}.br`, brotliCompressSync(source, { params }))
    writeFileSync(`${file}.gz`, gzipSync(source, { level: constants.Z_BEST_COMPRESSION }))
  }
}
