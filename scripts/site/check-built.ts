/** What must hold of the built pages: no script of their own, nothing from elsewhere, a search in each. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What is wrong with the site in a folder, a line each. */
export function faultsOfSite(built: string): string[] {
  const files = readdirSync(built, { recursive: true, encoding: 'utf8' })
  const faults = files
    .filter(name => name.endsWith('.html'))
    .flatMap(name => faultsOfPage(readFileSync(path.join(built, name), 'utf8'), name))
  for (const language of ['root', 'pt']) {
    const isIndex = (name: string) =>
      name.startsWith(path.join('assets', 'chunks', `@localSearchIndex${language}.`))
    if (!files.some(isIndex)) faults.push(`nothing is searched in ${language}`)
  }
  return faults
}

function faultsOfPage(page: string, name: string): string[] {
  const scripts = [...page.matchAll(/<script([^>]*)>/g)]
    .filter(([, attributes]) => !/ src="\/docs\//.test(attributes!))
    .map(([tag]) => `${name} has a script of its own: ${tag}`)
  const loads = [...page.matchAll(/<(?:script|link|img|iframe)[^>]*>/g)]
    .filter(([tag]) => /(?:src|href)="(?:https?:)?\/\//.test(tag))
    .map(([tag]) => `${name} loads from elsewhere: ${tag}`)
  return [...scripts, ...loads]
}
