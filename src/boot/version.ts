/** Which version of the program this is. */
import { readFile } from 'node:fs/promises'

const file = new URL('../../package.json', import.meta.url)

/** As package.json has it: `0.2.0`. */
export async function programVersion(): Promise<string> {
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version
}
