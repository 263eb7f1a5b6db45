/**
 * Which files each page is made of, for whoever sends the document: `views.json` beside it, of which
 * the server makes the Link header (RFC 8288), so that a browser fetches all of a page at once rather
 * than one after the other, as scripts name them.
 */
import * as fs from 'node:fs'
import * as path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'

/** As src/faces/console/views.ts reads it. */
interface Views {
  /** Of whoever is not logged in, wherever they come. */
  readonly door: readonly string[]
  /** The first that fits counts. */
  readonly pages: readonly PageFiles[]
}

interface PageFiles {
  /** Of its address, as a regular expression. */
  readonly form: string
  readonly files: readonly string[]
  /** Who has no session is led to the door instead. */
  readonly isInside: boolean
}

interface PageEntry {
  readonly pattern: string
  readonly module: string
  /** Stands on what comes after the first view. */
  readonly isLazy: boolean
  readonly isInside: boolean
}

const app = fileURLToPath(new URL('./src/app/', import.meta.url))
const inApp = (file: string): string => path.resolve(app, file)
const loginPage = inApp('../features/session/login-page.tsx')

/** The tables of router.tsx, and what the addresses in them begin with. */
const tables = { outside: '', inProject: '/projects/$project/$mode', ofAccount: '' } as const
const entry = /'(\/[^']*)': (lazy|light)Page\(\s*\(\) => import\('([^']+)'\)/g

/** The pages of router.tsx, but for the log-in page. */
function pagesOfRouter(): readonly PageEntry[] {
  const text = fs.readFileSync(inApp('router.tsx'), 'utf8')
  return Object.entries(tables).flatMap(([name, base]) => {
    const [, table] = new RegExp(`\\nconst ${name}:[^=]+= \\{\\n(.*?)\\n\\}\\n`, 's').exec(text)!
    return [...table!.matchAll(entry)].map(([, page, kind, module]) => ({
      pattern: page === '/' ? base : base + page,
      module: inApp(module!),
      isLazy: kind === 'lazy',
      isInside: name !== 'outside',
    }))
  })
}

export function views(): Plugin {
  return {
    name: 'views',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const source = JSON.stringify(viewsOf(bundle))
        this.emitFile({ type: 'asset', fileName: 'views.json', source })
      },
    },
  }
}

function viewsOf(bundle: Rolldown.OutputBundle): Views {
  const sheet = (name: string): string => {
    const found = Object.keys(bundle).find(file => new RegExp(`/${name}-[^/]*\\.css$`).test(file))
    if (found === undefined) throw new Error(`no style sheet is called ${name}`)
    return found
  }
  // The document names these itself.
  const begun = new Set(filesOf(bundle, inApp('main.tsx')))
  const more = (files: readonly string[]) => [...new Set(files)].filter(file => !begun.has(file))
  const fields = sheet('door')
  const door = more([fields, ...filesOf(bundle, loginPage)])
  const frame = filesOf(bundle, inApp('frame.tsx'))
  const later = [sheet('later'), fields, ...filesOf(bundle, inApp('../api/later.ts'))]
  const pages = pagesOfRouter().map(({ pattern, module, isLazy, isInside }) => {
    const own = [...(isInside ? frame : []), ...filesOf(bundle, module), ...(isLazy ? later : [])]
    return { form: formOf(pattern), files: more(own), isInside }
  })
  return {
    door,
    pages: [
      ...pages,
      // From there it goes to the overview.
      { form: '^/$', files: more(frame), isInside: true },
      { form: '^/login/?$', files: door, isInside: false },
    ],
  }
}

const formOf = (pattern: string): string => `^${pattern.replaceAll(/\$\w+/g, '[^/]+')}/?$`

/** The file that a module is in, and all that it imports before it runs. */
function filesOf(bundle: Rolldown.OutputBundle, module: string): readonly string[] {
  const files = new Set<string>()
  const add = (name: string): void => {
    const file = bundle[name]
    if (file?.type !== 'chunk' || files.has(name)) return
    files.add(name)
    for (const css of file.viteMetadata?.importedCss ?? []) files.add(css)
    file.imports.forEach(add)
  }
  const holder = Object.values(bundle).find(
    file => file.type === 'chunk' && file.moduleIds.includes(module),
  )
  if (holder === undefined) throw new Error(`no file holds ${module}`)
  add(holder.fileName)
  return [...files]
}
