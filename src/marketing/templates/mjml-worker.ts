/**
 * A thread that compiles MJML (mjml.ts). The package is large, so nobody else loads it; it is the one
 * for browsers, which reads no files and brings no minifiers, and compiles to the same html.
 */
import { parentPort } from 'node:worker_threads'
import mjml from 'mjml-browser'
import type { CompiledMjml } from './mjml.ts'

const options = {
  validationLevel: 'soft',
  ignoreIncludes: true,
  keepComments: true,
  // Nothing is loaded from elsewhere but what the source itself names.
  fonts: {},
  useMjmlConfigOptions: false,
}

async function compile(source: string): Promise<CompiledMjml> {
  try {
    const { html, errors } = await mjml(source, options)
    const [first] = errors
    if (first === undefined) return { kind: 'compiled', html }
    return { kind: 'fault', line: first.line, tag: first.tagName, message: first.message }
  } catch (error) {
    const [message = ''] = String((error as Error).message).split('\n')
    return { kind: 'fault', line: 1, tag: 'mjml', message }
  }
}

parentPort!.on('message', async (source: string) => {
  parentPort!.postMessage(await compile(source))
})
parentPort!.postMessage('ready')
