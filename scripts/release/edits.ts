/** What a release changes in files, as text: pure, so that formatting and comments stay. */

const section = '## Unreleased'

/** Whether `next` is a version above `now`: three numbers. */
export function isAbove(next: string, now: string): boolean {
  const [a, b] = [next, now].map(numbersOf)
  if (a === null || a === undefined || b === null || b === undefined) return false
  const at = a.findIndex((one, i) => one !== b[i])
  return at !== -1 && a[at]! > b[at]!
}

function numbersOf(version: string): number[] | null {
  return /^\d+\.\d+\.\d+$/.test(version) ? version.split('.').map(Number) : null
}

/**
 * The changelog with what was unreleased under the version, and an empty section above it. Throws
 * what is missing: a paragraph that says what is new, and at least one line of changes.
 */
export function closeSection(changelog: string, version: string, day: string): string {
  const start = changelog.indexOf(`${section}\n`)
  if (start === -1) throw new Error(`The changelog has no "${section}".`)
  const from = start + section.length + 1
  const next = changelog.indexOf('\n## ', from)
  const body = changelog.slice(from, next === -1 ? undefined : next)
  const [first = ''] = body.trim().split('\n')
  if (!/^- /m.test(body)) throw new Error('Nothing is unreleased.')
  if (first === '' || /^(#|- )/.test(first)) {
    throw new Error(`Below "${section}" there is no paragraph that says what is new.`)
  }
  const head = changelog.slice(0, start)
  return `${head}${section}\n\n## ${version} – ${day}\n${changelog.slice(from)}`
}

/** package.json, or the file of a chart. */
export const withVersion = (text: string, version: string): string =>
  text
    .replace(/^( *"version": )"[^"]+"/m, `$1"${version}"`)
    .replace(/^(version|appVersion): .+$/gm, `$1: ${version}`)

/** The lock file: of the packages here, whose versions stand behind their folder's name. */
export function withLockedVersion(
  lock: string,
  version: string,
  folders: readonly string[],
): string {
  const root = lock.replace(/^( {2}"version": )"[^"]+"/m, `$1"${version}"`)
  return folders.reduce((text, folder) => {
    const at = text.indexOf(`\n    "${folder}": {\n`)
    if (at === -1) throw new Error(`The lock file has no "${folder}".`)
    const before = text.slice(0, at)
    return before + text.slice(at).replace(/^( {6}"version": )"[^"]+"/m, `$1"${version}"`)
  }, root)
}
