/**
 * Runs the tests in components/: parts of the dashboard in a document without a browser. They are
 * JSX, which Node does not read, so Vite loads them, as it would load the application: for each file
 * all modules of ours anew, lest one find what another has left, but translated once for all of them.
 */
import * as fs from 'node:fs'
import { after, describe } from 'node:test'
import { fileURLToPath } from 'node:url'
import { GlobalRegistrator } from '@happy-dom/global-registrator'
import {
  createRunnableDevEnvironment,
  createServerModuleRunner,
  type InlineConfig,
  resolveConfig,
} from 'vite'
import { icons } from '../icons.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = fileURLToPath(new URL('./components/', import.meta.url))

const turnMs = 100
const environmentName = 'components'

/** Nothing is laid out here, and no style sheet read. */
const noStyles = {
  name: 'no-styles',
  enforce: 'pre',
  resolveId: (id: string) => (id.endsWith('.css') ? '\0no-styles' : null),
  load: (id: string) => (id === '\0no-styles' ? '' : null),
} as const

// Packages are loaded by Node itself, once.
const config: InlineConfig = {
  root,
  configFile: false,
  envDir: false,
  cacheDir: root,
  plugins: [icons(), noStyles],
  logLevel: 'error',
  environments: {
    [environmentName]: {
      consumer: 'server',
      dev: { moduleRunnerTransform: true },
      resolve: { external: true, mainFields: [], conditions: ['node', 'module-sync'] },
    },
  },
}

// Where these are, React tells a debugger of each element and each turn, at a tenth of the work.
for (const name of ['timeStamp', 'createTask']) Reflect.deleteProperty(console, name)

// The router takes Node for a server otherwise.
process.env.NODE_ENV = 'test'
GlobalRegistrator.register({ url: 'http://malote.test/', width: 1280, height: 900 })
localStorage.setItem('malote-language', 'en')

describe('the parts of the dashboard', async () => {
  // What was read is kept for minutes, by timers that would hold up the end; what is shown goes first, since it
  // needs the document to the last.
  after(async () => {
    const { cleanup } = await import('@testing-library/react')
    cleanup()
    // What React has put off by a turn is done by then.
    await new Promise(resolve => setTimeout(resolve, turnMs))
    await GlobalRegistrator.unregister()
  })
  const environment = createRunnableDevEnvironment(
    environmentName,
    await resolveConfig(config, 'serve'),
    { hot: false },
  )
  await environment.init()
  for (const name of fs.readdirSync(folder).sort()) {
    if (!/\.test\.tsx$/.test(name)) continue
    await createServerModuleRunner(environment, { hmr: false }).import(`${folder}${name}`)
  }
  await environment.close()
})
