/**
 * A registry for npm that has what is installed here, in the one version that is, and nothing else:
 * packages for other kinds of machines, which are optional, are not found.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

export interface Registry {
  readonly url: string
  readonly server: Server
}

/** Packages of `root` as they lie in its node_modules, in whichever folder that is. */
export async function startRegistry(root: string, folders: readonly string[]): Promise<Registry> {
  const places = new Map<string, string[]>()
  for (const folder of folders) {
    const [, name] = /^.*node_modules\/(.+)$/.exec(folder)!
    places.set(name!, [...(places.get(name!) ?? []), path.join(root, folder)])
  }
  const server = createServer(({ url }, response) => {
    const asked = decodeURIComponent(url!).slice(1)
    const [, name, version] = /^(.+)\/-\/(.+)\.tgz$/.exec(asked) ?? [null, asked, null]
    const found = places.get(name!) ?? []
    if (found.length === 0) response.writeHead(404).end('{}')
    else if (version !== null) sendFiles(found.find(one => versionIn(one) === version)!, response)
    else sendVersions(server, found, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: addressOf(server), server }
}

const addressOf = (server: Server): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

const manifestIn = (folder: string): Record<string, unknown> =>
  JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))

const versionIn = (folder: string): string => manifestIn(folder).version as string

function sendVersions(server: Server, folders: readonly string[], response: ServerResponse): void {
  const versions = folders.map(folder => {
    const own = manifestIn(folder)
    const tarball = `${addressOf(server)}${own.name}/-/${own.version}.tgz`
    return [own.version, { ...own, dist: { tarball } }]
  })
  const [[latest]] = versions as [[string, object]]
  const { name } = manifestIn(folders[0]!)
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({ name, 'dist-tags': { latest }, versions: Object.fromEntries(versions) }),
  )
}

/** Not compressed, which would take seconds; npm reads either. */
function sendFiles(folder: string, response: ServerResponse): void {
  const name = path.basename(folder)
  const flags = ['--exclude', `${name}/node_modules`, '--transform', `s,^${name},package,S`]
  const tar = spawn('tar', ['--create', '--file', '-', ...flags, name], {
    cwd: path.dirname(folder),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  tar.stdout.pipe(response)
}
