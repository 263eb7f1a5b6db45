/** Beside a file what it is packed, by brotli and by gzip, so that nobody packs it at a request. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Below this a packet is a packet. */
const minBytes = 1_024
/** Two thirds of a second for all of the dashboard, and a percent from the best. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }

export function packFile(file: string): void {
  if (!/\.(html|js|css|json|svg)$/.test(file)) return
  const source = readFileSync(file)
  if (source.length < minBytes) return
  writeFileSync(`${file}.br`, brotliCompressSync(source, { params }))
  writeFileSync(`${file}.gz`, gzipSync(source, { level: constants.Z_BEST_COMPRESSION }))
}

/** All of a folder. */
export function packFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    packFile(path.join(folder, name))
  }
}
