/**
 * A thread that compiles MJML (mjml.ts). The package is optional and large, so nobody else loads it.
 */
import { parentPort } from 'node:worker_threads'
import type { CompiledMjml } from './mjml.ts'

type Compile = (
  source: string,
  options: object,
) => Promise<{
  readonly html: string
  readonly errors: readonly { line: number; message: string; tagName: string }[]
}>

async function load(): Promise<Compile | null> {
  try {
    return ((await import('mjml')) as unknown as { default: Compile }).default
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_MODULE_NOT_FOUND') return null
    throw error
  }
}

const options = {
  validationLevel: 'soft',
  ignoreIncludes: true,
  keepComments: true,
  // Nothing is loaded from elsewhere but what the source itself names.
  fonts: {},
  useMjmlConfigOptions: false,
}

async function compile(mjml: Compile | null, source: string): Promise<CompiledMjml> {
  if (mjml === null) return { kind: 'absent' }
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

const loaded = await load()
parentPort!.on('message', async (source: string) => {
  parentPort!.postMessage(await compile(loaded, source))
})
parentPort!.postMessage('ready')
