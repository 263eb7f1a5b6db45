/** A folder in which a service of root keeps its database: it runs under another account there. */
import { chmod, mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import * as path from 'node:path'

/**
 * Makes a temporary folder that other accounts may pass through. One that only its owner may enter,
 * as mkdtemp makes it, would have the database elsewhere (embedded-files.ts), where nobody removes it.
 */
export async function passableFolder(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(await realpath(tmpdir()), `malote-${name}-`))
  await chmod(folder, 0o711)
  return folder
}
