/**
 * Makes `icon:NAME` the component of one of Tabler's icons: what is built holds those in use alone,
 * out of one file with the outlines of all.
 */
import tabler from '@iconify-json/tabler/icons.json' with { type: 'json' }
import type { Plugin } from 'vite'
import { outline } from './src/ui/icon.ts'

const prefix = 'icon:'
/** As a path, so that files of what is built can be told by it. */
const folder = '\0/icons/'
const drawings: Readonly<Record<string, { readonly body: string }>> = tabler.icons

/** Throws where there is no such icon, or where it is more than outlines. */
function linesOf(name: string): string[] {
  const body = drawings[name]?.body
  if (body === undefined) throw new Error(`Tabler has no icon ${name}`)
  const lines = [...body.matchAll(/<path [^>]*\bd="([^"]+)"[^>]*\/>/g)].map(([, line]) => line!)
  if (/<(?!path|\/?g\b)/.test(body) || lines.length === 0) {
    throw new Error(`the icon ${name} is drawn by more than lines`)
  }
  return lines
}

export function icons(): Plugin {
  return {
    name: 'icons',
    enforce: 'pre',
    resolveId: id => (id.startsWith(prefix) ? folder + id.slice(prefix.length) : null),
    load(id) {
      if (!id.startsWith(folder)) return null
      const lines = JSON.stringify(linesOf(id.slice(folder.length)))
      const code = `import { ${outline.name} } from '/src/ui/icon.ts'
export default props => ${outline.name}(props, ${lines})`
      return { code, moduleSideEffects: false }
    },
  }
}
