/**
 * How the dashboard is built: one file per page, loaded when it is opened; nothing inlined, so that
 * the strict content security policy holds; nothing from elsewhere; compressed once, here, rather
 * than at every request. `npm -w dashboard run dev` serves it with the API of a server on port 8080
 * (MALOTE_API for another).
 */
import * as fs from 'node:fs/promises'
import * as path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Below this a packet is a packet. */
const minBytes = 1_024

function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    // Once the files are what will be served: others still change them while bundling.
    async writeBundle({ dir }, bundle) {
      for (const name of Object.keys(bundle)) {
        if (!/\.(js|css|svg)$/.test(name)) continue
        const file = path.join(dir!, name)
        const source = await fs.readFile(file)
        if (source.length < minBytes) continue
        // Quality 9: two thirds of a second for all, a percent from the best.
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
        await fs.writeFile(`${file}.br`, brotliCompressSync(source, { params }))
        await fs.writeFile(`${file}.gz`, gzipSync(source))
      }
    },
  }
}

export default defineConfig({
  plugins: [react(), compressed()],
  build: {
    target: 'es2023',
    // The first that know light-dark(), which cannot be imitated where a variable sets the scheme.
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
  },
  server: {
    proxy: { '/api': { target: process.env.MALOTE_API ?? 'http://127.0.0.1:8080' } },
  },
})
