/**
 * What a browser is told to fetch with the document: the files of the page that the address shows, as
 * the build has written them beside it (dashboard/views.ts), in a Link header (RFC 8288). It then asks
 * for all of them at once, rather than for one after the other as scripts name them.
 */
import { existsSync, readFileSync } from 'node:fs'

interface Page {
  /** Of its address, as a regular expression. */
  readonly form: string
  readonly files: readonly string[]
  /** Who has no session is led to the door instead. */
  readonly isInside: boolean
}

interface FilesOfViews {
  readonly door: readonly string[]
  /** The first that fits counts. */
  readonly pages: readonly Page[]
}

/** The Link header for a path, asked for by somebody who has a session or not; null: nothing is known. */
type Views = (path: string, hasSession: boolean) => string | null

export function readViews(root: string): Views {
  const file = `${root}/views.json`
  if (!existsSync(file)) return () => null
  const { door, pages } = JSON.parse(readFileSync(file, 'utf8')) as FilesOfViews
  const atDoor = linkOf(door)
  const known = pages.map(({ form, files, isInside }) => {
    return { form: new RegExp(form), link: linkOf(files), isInside }
  })
  return (path, hasSession) => {
    const page = known.find(({ form }) => form.test(path))
    if (page === undefined) return null
    return page.isInside && !hasSession ? atDoor : page.link
  }
}

const linkOf = (files: readonly string[]): string => files.map(target).join(', ')

/** Scripts and sheets are asked for with the mode that their tags have (crossorigin). */
const target = (file: string): string =>
  file.endsWith('.css')
    ? `</${file}>; rel=preload; as=style; crossorigin`
    : `</${file}>; rel=modulepreload`
