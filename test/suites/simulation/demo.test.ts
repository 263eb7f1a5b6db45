/** The demo is a table of outcomes: it ends with 0 only if every one of them was as planned. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../../../sim/demo/run.ts', import.meta.url))

for (const [language, word] of [
  ['en', 'delivered'],
  ['pt', 'entregue'],
] as const) {
  it(`npm run demo -- --language ${language} ends by itself and as planned`, async () => {
    const child = spawn(process.execPath, [file, '--language', language])
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', text => {
        output += text
      })
    }
    const code = await new Promise(resolve => child.once('close', resolve))
    assert.equal(code, 0, output.slice(-3_000))
    assert.match(output, new RegExp(`✔ ${word} +ana@gmail\\.com`))
    assert.doesNotMatch(output, /undefined|\[object/)
  })
}
