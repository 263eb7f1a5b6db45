/** Whether letters reached each of their people once, by what timelines and the receiver tell. */
import { readFile } from 'node:fs/promises'
import type { LandedMessage } from './sink.ts'

/** One email, as its timeline tells of it. */
export interface EmailStory {
  readonly address: string
  readonly sent: number
  readonly uncertain: number
}

export interface Judgement {
  readonly emails: number
  /** Second copies that an open attempt explains. */
  readonly explained: number
  readonly failures: readonly string[]
}

export async function readLanded(sinkLog: string): Promise<LandedMessage[]> {
  return (await readFile(sinkLog, 'utf8'))
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as LandedMessage)
}

/** `x`: what stands in each of these letters, and in no other. */
export function judgeLetters(
  name: string,
  {
    told,
    landed,
    x,
    people,
  }: {
    readonly told: readonly EmailStory[]
    readonly landed: readonly LandedMessage[]
    readonly x: number
    readonly people: number
  },
): Judgement {
  const failures: string[] = []
  const none = (what: string, found: readonly unknown[]): void => {
    if (found.length > 0) {
      failures.push(`${name}: ${what}: ${found.length} (${found.slice(0, 3).join(', ')})`)
    }
  }
  if (told.length !== people) failures.push(`${name}: ${told.length} emails`)
  const byAddress = new Map(told.map(one => [one.address, one]))
  if (byAddress.size !== told.length) failures.push(`${name}: somebody has two emails`)
  const copies = Map.groupBy(
    landed.filter(one => one.x === x),
    one => one.to.replace(/^<|>$/g, '').toLowerCase(),
  )
  none(
    'lost',
    [...byAddress.keys()].filter(to => !copies.has(to)),
  )
  none(
    'unexpected',
    [...copies.keys()].filter(to => !byAddress.has(to)),
  )
  const several = [...copies].filter(([, same]) => same.length > 1)
  none(
    'copies that no open attempt explains',
    several.filter(([to, same]) => !isExplained(byAddress.get(to), same)).map(([to]) => to),
  )
  const explained = several.filter(([to, same]) => isExplained(byAddress.get(to), same)).length
  return { emails: told.length, explained, failures }
}

const isExplained = (told: EmailStory | undefined, same: readonly LandedMessage[]): boolean =>
  told !== undefined &&
  told.sent >= same.length &&
  told.uncertain >= same.length - 1 &&
  new Set(same.map(one => one.sha256 + one.messageId)).size === 1
