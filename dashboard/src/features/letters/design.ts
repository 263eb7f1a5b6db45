/**
 * A letter as blocks, one below the other. The server compiles them; here they are only arranged.
 * While they are edited each has a key of its own, so that a block that moves stays what it is.
 */
import type { Block, HeadingBlock, SimpleBlock, SocialBlock } from '../../api/shapes.ts'

export type Align = NonNullable<HeadingBlock['align']>
export type SocialLink = SocialBlock['links'][number]
export type Network = SocialLink['network']

export const networks = [
  'site',
  'instagram',
  'facebook',
  'linkedin',
  'youtube',
  'x',
  'whatsapp',
  'tiktok',
] as const satisfies readonly Network[]

export type BlockType = Block['type']
export type SimpleBlockType = SimpleBlock['type']
export type BlockOf<T extends BlockType> = Extract<Block, { type: T }>

export const blockTypes = [
  'heading',
  'text',
  'image',
  'button',
  'columns',
  'product',
  'divider',
  'spacer',
  'social',
  'code',
  'html',
  'footer',
] as const satisfies readonly BlockType[]

export const maxBlocks = 200
export const maxColumns = 3

/** A block with the key it has while it is edited; those in columns have theirs. */
export interface PlacedBlock {
  readonly key: number
  readonly block: SimpleBlock | PlacedColumns
}
export interface PlacedColumns {
  readonly type: 'columns'
  readonly columns: readonly (readonly PlacedBlock[])[]
}

let lastKey = 0
const newKey = (): number => ++lastKey

export const placed = (blocks: readonly Block[]): readonly PlacedBlock[] =>
  blocks.map(block => ({
    key: newKey(),
    block:
      block.type === 'columns'
        ? { type: 'columns', columns: block.columns.map(one => placed(one)) }
        : block,
  }))

/** Blocks that came from elsewhere; those that are where they were keep their keys. */
export const placedAgain = (
  blocks: readonly Block[],
  before: readonly PlacedBlock[],
): readonly PlacedBlock[] => {
  const fresh = placed(blocks)
  const known = before.map(({ block }) => JSON.stringify(plain([{ key: 0, block }])[0]))
  const used = new Set<number>()
  return fresh.map((one, n) => {
    const same = known.findIndex((text, i) => !used.has(i) && text === JSON.stringify(blocks[n]))
    const isLong = fresh.length === before.length
    const at = same >= 0 ? same : isLong && isAlike(one, before[n]) && !used.has(n) ? n : -1
    if (at < 0) return one
    used.add(at)
    return rekeyed(one, before[at]!)
  })
}

const isAlike = (one: PlacedBlock, other: PlacedBlock | undefined): boolean =>
  one.block.type === other?.block.type

/** The same place; in columns the blocks in it keep theirs, too. */
function rekeyed({ block }: PlacedBlock, { key, block: before }: PlacedBlock): PlacedBlock {
  if (block.type !== 'columns' || before.type !== 'columns') return { key, block }
  const columns = block.columns.map((one, n) => placedAgain(plain(one), before.columns[n] ?? []))
  return { key, block: { ...block, columns } }
}

/** The key of a block by its places: its row, or its row, column and place in it. */
export function keyAt(list: readonly PlacedBlock[], path: readonly number[]): number | null {
  const [row = -1, column, place] = path
  const one = list[row]
  if (one?.block.type !== 'columns' || column === undefined) return one?.key ?? null
  return one.block.columns[column]?.[place ?? 0]?.key ?? one.key
}

export const plain = (list: readonly PlacedBlock[]): Block[] =>
  list.map(({ block }) =>
    block.type === 'columns' ? { type: 'columns', columns: block.columns.map(simple) } : block,
  )

/** Of a column, in which no columns lie. */
const simple = (list: readonly PlacedBlock[]): SimpleBlock[] =>
  plain(list).filter(block => block.type !== 'columns')

/** Moves what is at one place to another; whatever is outside of the list stays. */
export function moved<One>(list: readonly One[], from: number, to: number): readonly One[] {
  const one = list[from]
  if (one === undefined || to < 0 || to >= list.length || from === to) return list
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, one)
}

/** A copy below it, with keys of its own. */
export function doubled(list: readonly PlacedBlock[], at: number): readonly PlacedBlock[] {
  const [copy] = placed(plain([list[at]!]))
  return list.toSpliced(at + 1, 0, copy!)
}

export const countOf = (list: readonly PlacedBlock[]): number =>
  list.reduce(
    (sum, { block }) =>
      sum +
      1 +
      (block.type === 'columns' ? block.columns.reduce((n, one) => n + countOf(one), 0) : 0),
    0,
  )

/** Words without their marks, for the line that stands for a closed block. */
const wordsOf = (html: string): string =>
  html
    .replace(/<\/?[a-z][^>]*>/gi, ' ')
    .replace(/&(nbsp|amp|lt|gt|quot);/g, (_mark, name: string) => entities[name]!)
    .replace(/\s+/g, ' ')
    .trim()

const entities: Readonly<Record<string, string>> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
}

/** What says of a closed block which one it is. */
export function gistOf(block: PlacedBlock['block']): string {
  switch (block.type) {
    case 'heading':
    case 'button':
    case 'code':
      return block.text
    case 'footer':
      return block.text ?? ''
    case 'text':
    case 'html':
      return wordsOf(block.html)
    case 'image':
      return block.alt || block.src
    case 'product':
      return block.title
    case 'columns':
      return block.columns
        .map(one => one.map(({ block: inner }) => gistOf(inner)).join(', '))
        .join(' | ')
    case 'social':
      return block.links.map(({ network }) => network).join(', ')
    case 'spacer':
      return `${block.height} px`
    case 'divider':
      return ''
  }
}

/** A refusal of the server about a block: which one, by its places, and which member of it. */
export interface Fault {
  /** Of a block in columns: its row, its column, its place in it. */
  readonly path: readonly number[]
  readonly member: string
  readonly message: string
}

/** `variants.pt.design.blocks[2].columns[0][1].href` */
export function faultOf(param: string | null | undefined, message: string): Fault | null {
  const found = /\bblocks\[(\d+)\](?:\.columns\[(\d+)\]\[(\d+)\])?(?:\.(\w+))?/.exec(param ?? '')
  if (!found) return null
  const [, row, column, place, member = ''] = found
  const path = [row, column, place].filter(one => one !== undefined).map(Number)
  return { path, member, message }
}

/** The part of a fault that is about the block at `at`. */
export function faultAt(fault: Fault | null, ...at: readonly number[]): Fault | null {
  if (!fault || !at.every((n, i) => fault.path[i] === n)) return null
  return { ...fault, path: fault.path.slice(at.length) }
}
