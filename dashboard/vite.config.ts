/**
 * How the dashboard is built: one file per page, loaded when it is opened; nothing inlined, so that
 * the strict content security policy holds; nothing from elsewhere; compressed once, here, rather
 * than at every request. `npm -w dashboard run dev` serves it with the API of a server on port 8080
 * (MALOTE_API for another).
 */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Below this a packet is a packet. */
const leastBytes = 1_024

function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const source = Buffer.from(file.type === 'chunk' ? file.code : file.source)
        if (source.length < leastBytes || !/\.(js|css|svg)$/.test(file.fileName)) continue
        // Quality 9: two thirds of a second for all, a percent from the best.
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
        const { fileName } = file
        this.emitFile({
          type: 'asset',
          fileName: `${fileName}.br`,
          source: brotliCompressSync(source, { params }),
        })
        this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(source) })
      }
    },
  }
}

export default defineConfig({
  plugins: [react(), compressed()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
  },
  server: {
    proxy: { '/api': { target: process.env.MALOTE_API ?? 'http://127.0.0.1:8080' } },
  },
})
