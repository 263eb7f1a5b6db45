/** The samples of a page, in their order. */
import { readFile } from 'node:fs/promises'

export interface Block {
  readonly language: string
  readonly code: string
}

export async function blocksOf(file: string): Promise<Block[]> {
  const page = await readFile(file, 'utf8')
  return [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language, code]) => ({
    language: language!,
    code: code!,
  }))
}
