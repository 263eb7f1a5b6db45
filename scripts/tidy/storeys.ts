/** Who may import whom: storeys, modules of one storey, the world outside `src`. */
import { circlesOf } from './circles.ts'
import { type Breach, type Edge, namedPath, roomOf, storeys, type Tree } from './tree.ts'

/** What happens to an email, in the order in which modules lean on each other. */
const sendingOrder: readonly string[] = [
  'suppression',
  'events',
  'explain',
  'domains',
  'timeline',
  'content',
  'outbox',
  'tlsrpt',
  'delivery',
  'inbound',
  'tracking',
  'intake',
  'stats',
]

const at = ({ from, line }: Edge): { file: string; line: number } => ({ file: from, line })
const keyOf = ({ from, to, byType }: Edge): string => `${from} -> ${to}${byType ? ' (type)' : ''}`

/** Imports of a storey above, by value or by type. */
export function risingImports({ edges }: Tree): Breach[] {
  return edges.flatMap(edge => {
    const from = roomOf(edge.from)
    const to = roomOf(edge.to)
    if (from === null || to === null) return []
    if (storeys.indexOf(to.storey) <= storeys.indexOf(from.storey)) return []
    const sentence = `imports ${edge.to}: ${from.storey} stands below ${to.storey}`
    return [{ ...at(edge), key: keyOf(edge), sentence }]
  })
}

/** Folders of `src` that no one has given a height. */
export function unknownStoreys({ files }: Tree): Breach[] {
  return files.flatMap(({ file }) => {
    const room = roomOf(file)
    if (room === null || storeys.includes(room.storey)) return []
    return [{ file, line: 1, key: file, sentence: `${room.storey} is no storey: list it` }]
  })
}

/** `#` says at a glance that a storey is left; a relative path that it is not. */
export function importForms({ edges }: Tree): Breach[] {
  return edges.flatMap(edge => {
    const from = roomOf(edge.from)
    const to = roomOf(edge.to)
    if (from === null || to === null || to.storey.endsWith('.ts')) return []
    const leaves = from.storey !== to.storey
    if (leaves === edge.specifier.startsWith('#')) return []
    const form = leaves ? 'with #' : 'by a relative path'
    const sentence = `imports ${edge.specifier}: write ${form} what is in ${leaves ? 'another' : 'the same'} storey`
    return [{ ...at(edge), key: keyOf(edge), sentence }]
  })
}

/** Modules of one storey that lean on each other in a circle, and `sending` against its order. */
export function sidewaysImports({ edges }: Tree): Breach[] {
  const sideways = edges.filter(edge => {
    const [from, to] = [roomOf(edge.from), roomOf(edge.to)]
    return from !== null && from.storey === to?.storey && from.module !== to.module
  })
  const moduleOf = (file: string): string => `${roomOf(file)!.storey}/${roomOf(file)!.module}`
  const pairOf = ({ from, to }: Edge) => [moduleOf(from), moduleOf(to)] as const
  const byValue = circlesOf(sideways.filter(({ byType }) => !byType).map(pairOf))
  const withTypes = circlesOf(sideways.map(pairOf))
  return sideways.flatMap(edge => {
    const [from, to] = pairOf(edge)
    // Of a circle that only types close, the types are to blame.
    const circles = edge.byType ? withTypes : byValue
    const circle = circles.find(one => one.includes(from) && one.includes(to))
    if (circle === undefined && !isAgainstOrder(from, to)) return []
    const why = circle
      ? `${circle.join(', ')} form a circle`
      : `${from} stands before ${to}; the wiring can hand the function in (docs/adding-an-endpoint.md)`
    return [{ ...at(edge), key: keyOf(edge), sentence: `imports ${edge.to}: ${why}` }]
  })
}

function isAgainstOrder(from: string, to: string): boolean {
  const [storey, module] = from.split('/') as [string, string]
  if (storey !== 'sending') return false
  const other = to.split('/')[1]!
  return (
    !sendingOrder.includes(module) || sendingOrder.indexOf(other) > sendingOrder.indexOf(module)
  )
}

/** `src` runs by itself: nothing that tests, builds or shows it may be needed. */
export function outsideImports({ files }: Tree): Breach[] {
  return files.flatMap(({ file, imports }) =>
    imports.flatMap(({ specifier, line }) => {
      const to = namedPath(file, specifier)
      if (!file.startsWith('src/') || to === null || to.startsWith('src/')) return []
      const sentence = `imports ${to}: src runs without ${to.split('/')[0]}`
      return [{ file, line, key: `${file} -> ${to}`, sentence }]
    }),
  )
}

/** In the dashboard, what all pages share is used by features and knows none. */
export function featureImports({ edges }: Tree): Breach[] {
  return edges.flatMap(edge => {
    const shared = /^dashboard\/src\/(ui|api)\//.exec(edge.from)?.[1]
    if (shared === undefined || !edge.to.startsWith('dashboard/src/features/')) return []
    const sentence = `imports ${edge.to}: ${shared} knows no feature`
    return [{ ...at(edge), key: keyOf(edge), sentence }]
  })
}

const data = /\.(json|css|svg|sql)$/

/** Imports that lead to no file here: no other rule would see them. */
export function lostImports({ files, edges }: Tree): Breach[] {
  const found = new Set(edges.map(({ from, specifier }) => `${from} ${specifier}`))
  return files.flatMap(({ file, imports }) =>
    imports.flatMap(({ specifier, line }) => {
      const to = namedPath(file, specifier)
      if (to === null || data.test(to) || found.has(`${file} ${specifier}`)) return []
      return [
        { file, line, key: `${file} -> ${to}`, sentence: `imports ${specifier}: no such file` },
      ]
    }),
  )
}
