/**
 * Letters made of blocks, as the editor of the dashboard writes them. On the wire a block is one
 * object with the fields of all types; which of them a type has is judged here, so that a refusal
 * names the very field.
 */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'

export type Align = 'left' | 'center' | 'right'
export type Network =
  | 'site'
  | 'instagram'
  | 'facebook'
  | 'linkedin'
  | 'youtube'
  | 'x'
  | 'whatsapp'
  | 'tiktok'

export interface DesignStyle {
  readonly background?: string
  readonly body?: string
  readonly text?: string
  readonly accent?: string
  readonly font?: 'sans' | 'serif' | 'mono'
  readonly width?: number
}

/** What may lie in a column. */
export type SimpleBlock =
  | {
      readonly type: 'heading'
      readonly text: string
      readonly level?: 1 | 2 | 3
      readonly align?: Align
    }
  | { readonly type: 'text'; readonly html: string; readonly align?: Align }
  | {
      readonly type: 'image'
      readonly src: string
      readonly alt: string
      readonly href?: string
      readonly width?: number
      readonly align?: Align
    }
  | {
      readonly type: 'button'
      readonly text: string
      readonly href: string
      readonly align?: Align
      readonly full?: boolean
    }
  | { readonly type: 'divider' }
  | { readonly type: 'spacer'; readonly height: number }
  | {
      readonly type: 'social'
      readonly links: readonly { readonly network: Network; readonly href: string }[]
    }
  | {
      readonly type: 'product'
      readonly title: string
      readonly image?: string
      readonly text?: string
      readonly price?: string
      readonly href?: string
      readonly button?: string
    }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'html'; readonly html: string }
  | { readonly type: 'footer'; readonly text?: string }

type Block =
  | SimpleBlock
  | { readonly type: 'columns'; readonly columns: readonly (readonly SimpleBlock[])[] }

export interface Design {
  readonly style?: DesignStyle
  readonly blocks: readonly Block[]
}

const maxBlocks = 200
const maxText = 10_000
const maxHtml = 100_000
/** What a browser or a mail program takes for an address. */
const maxUrl = 2_048

const simpleTypes = [
  'heading',
  'text',
  'image',
  'button',
  'divider',
  'spacer',
  'social',
  'product',
  'code',
  'html',
  'footer',
] as const
const colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: '#rrggbb' })
const url = Type.String({ maxLength: maxUrl })

const simpleFields = {
  text: Type.Optional(Type.String({ maxLength: maxText })),
  html: Type.Optional(
    Type.String({
      maxLength: maxHtml,
      description: 'Of a text: p br strong em u s a[href] ul ol li blockquote are kept.',
    }),
  ),
  level: Type.Optional(Type.Integer({ minimum: 1, maximum: 3 })),
  align: Type.Optional(Type.Enum(['left', 'center', 'right'])),
  src: Type.Optional(url),
  alt: Type.Optional(Type.String({ maxLength: 1_000 })),
  href: Type.Optional(url),
  width: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_200 })),
  full: Type.Optional(Type.Boolean()),
  height: Type.Optional(Type.Integer({ minimum: 4, maximum: 120 })),
  links: Type.Optional(
    Type.Array(
      Type.Object(
        {
          network: Type.Enum([
            'site',
            'instagram',
            'facebook',
            'linkedin',
            'youtube',
            'x',
            'whatsapp',
            'tiktok',
          ]),
          href: url,
        },
        { additionalProperties: false },
      ),
      { maxItems: 20 },
    ),
  ),
  image: Type.Optional(url),
  title: Type.Optional(Type.String({ maxLength: 1_000 })),
  price: Type.Optional(Type.String({ maxLength: 200 })),
  button: Type.Optional(Type.String({ maxLength: 200 })),
}

const simpleBlock = Type.Object(
  { type: Type.Enum([...simpleTypes]), ...simpleFields },
  { additionalProperties: false },
)

export const designSchema = Type.Object(
  {
    style: Type.Optional(
      Type.Object(
        {
          background: Type.Optional(colour),
          body: Type.Optional(colour),
          text: Type.Optional(colour),
          accent: Type.Optional(colour),
          font: Type.Optional(Type.Enum(['sans', 'serif', 'mono'])),
          width: Type.Optional(Type.Integer({ minimum: 480, maximum: 720 })),
        },
        { additionalProperties: false },
      ),
    ),
    blocks: Type.Array(
      Type.Object(
        {
          type: Type.Enum([...simpleTypes, 'columns']),
          ...simpleFields,
          columns: Type.Optional(
            Type.Array(Type.Array(simpleBlock, { maxItems: maxBlocks }), { maxItems: 3 }),
          ),
        },
        { additionalProperties: false },
      ),
      { maxItems: maxBlocks },
    ),
  },
  { $id: 'Design', additionalProperties: false, description: 'Blocks of the editor.' },
)

interface Fields {
  readonly must: readonly string[]
  readonly may: readonly string[]
}

const fieldsOf: Readonly<Record<Block['type'], Fields>> = {
  heading: { must: ['text'], may: ['level', 'align'] },
  text: { must: ['html'], may: ['align'] },
  image: { must: ['src', 'alt'], may: ['href', 'width', 'align'] },
  button: { must: ['text', 'href'], may: ['align', 'full'] },
  columns: { must: ['columns'], may: [] },
  divider: { must: [], may: [] },
  spacer: { must: ['height'], may: [] },
  social: { must: ['links'], may: [] },
  product: { must: ['title'], may: ['image', 'text', 'price', 'href', 'button'] },
  code: { must: ['text'], may: [] },
  html: { must: ['html'], may: [] },
  footer: { must: [], may: ['text'] },
}

type GivenBlock = Readonly<Record<string, unknown>> & { readonly type: Block['type'] }

/** What the schema has let through, without nulls. Throws Refusal under `path`. */
export function checkedDesign(given: unknown, path: string): Design {
  const { style, blocks } = given as { style?: object | null; blocks: readonly GivenBlock[] }
  const checked = blocks.map((block, n) => checkedBlock(block, `${path}.blocks[${n}]`))
  const count = checked.flatMap(one => (one.type === 'columns' ? one.columns.flat() : one)).length
  if (count > maxBlocks) {
    throw new Refusal('invalid_field', { param: `${path}.blocks`, why: tooManyBlocks })
  }
  return { ...(style == null ? {} : { style: withoutNulls(style) }), blocks: checked }
}

const tooManyBlocks: Text = {
  en: `An email has at most ${maxBlocks} blocks.`,
  pt: `Uma mensagem tem no máximo ${maxBlocks} blocos.`,
}

function checkedBlock(given: GivenBlock, path: string): Block {
  const block = withoutNulls(given)
  const { must, may } = fieldsOf[block.type]
  for (const name of must) {
    if (block[name] === undefined || (name === 'columns' && isEmpty(block[name]))) {
      throw new Refusal('missing_field', { param: `${path}.${name}` })
    }
  }
  for (const name of Object.keys(block)) {
    if (name === 'type' || must.includes(name) || may.includes(name)) continue
    throw new Refusal('invalid_field', {
      param: `${path}.${name}`,
      why: {
        en: `A block of type ${block.type} has no field {param}.`,
        pt: `Um bloco do tipo ${block.type} não tem o campo {param}.`,
      },
    })
  }
  if (block.type !== 'columns') return block as unknown as Block
  const columns = (block.columns as readonly (readonly GivenBlock[])[]).map((column, n) =>
    column.map((one, i) => checkedBlock(one, `${path}.columns[${n}][${i}]`) as SimpleBlock),
  )
  return { type: 'columns', columns }
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0

function withoutNulls<T extends object>(given: T): T {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
  ) as T
}

/** Its texts with the path of each, all of which may hold Liquid. */
export function textsOf(design: Design, path: string): (readonly [string, string])[] {
  return Object.entries(design.blocks).flatMap(([n, block]) =>
    textsIn(block, `${path}.blocks[${n}]`),
  )
}

const written = ['text', 'html', 'src', 'alt', 'href', 'image', 'title', 'price', 'button'] as const

function textsIn(block: Block, path: string): (readonly [string, string])[] {
  if (block.type === 'columns') {
    return block.columns.flatMap((column, n) =>
      column.flatMap((one, i) => textsIn(one, `${path}.columns[${n}][${i}]`)),
    )
  }
  const own = written.flatMap((name): (readonly [string, string])[] => {
    const value = (block as Readonly<Record<string, unknown>>)[name]
    return typeof value === 'string' ? [[`${path}.${name}`, value]] : []
  })
  if (block.type !== 'social') return own
  return block.links.map(({ href }, n) => [`${path}.links[${n}].href`, href])
}
