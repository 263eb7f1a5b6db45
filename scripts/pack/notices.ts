/**
 * Whose code is in the bundle: the notices that its licences ask for, and a bill of materials
 * (CycloneDX 1.5) for whoever looks for known faults. Packages that stay packages bring theirs.
 */
import * as fs from 'node:fs'
import path from 'node:path'

interface Package {
  readonly name: string
  readonly version: string
  readonly license?: string | { readonly type?: string }
}

const manifestAt = (root: string, folder: string): Package =>
  JSON.parse(fs.readFileSync(path.join(root, folder, 'package.json'), 'utf8'))

const licenseOf = ({ license }: Package): string =>
  (typeof license === 'string' ? license : license?.type) ?? 'UNKNOWN'

/** Each package once, with the texts that it came with. */
export function noticesOf(root: string, folders: readonly string[]): string {
  const parts = new Map<string, string>()
  for (const folder of folders) {
    const own = manifestAt(root, folder)
    const title = `${own.name} ${own.version} (${licenseOf(own)})`
    const texts = fs
      .readdirSync(path.join(root, folder))
      .filter(name => /^(licen[cs]e|notice|copying)/i.test(name))
      .sort()
      .map(name => fs.readFileSync(path.join(root, folder, name), 'utf8').trim())
    parts.set(title, [title, '='.repeat(title.length), ...texts].join('\n\n'))
  }
  const head = 'The files in dist contain code of these packages.'
  return `${[head, ...[...parts.values()].sort()].join('\n\n\n')}\n`
}

/** CycloneDX 1.5 (ECMA-424): what is bundled, as in package-lock.json. */
export function billOfMaterials(
  root: string,
  folders: readonly string[],
  own: { readonly version: string },
): object {
  const found = new Map<string, object>()
  for (const folder of folders) {
    const one = manifestAt(root, folder)
    const purl = `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`
    found.set(purl, {
      type: 'library',
      'bom-ref': purl,
      name: one.name,
      version: one.version,
      licenses: [{ expression: licenseOf(one) }],
      purl,
    })
  }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': 'malote', name: 'malote', version: own.version },
    },
    components: [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one),
  }
}
