/**
 * Letters made of blocks, as the editor of the dashboard writes them. Each type is a shape, and they
 * are one union by `type`: that is what is kept and answered. What is given is one object with the
 * fields of all types, made from the same; which of them a type has is judged here, so that a refusal
 * names the very field.
 */
import { type Static, type TProperties, Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'

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

const networks = [
  'site',
  'instagram',
  'facebook',
  'linkedin',
  'youtube',
  'x',
  'whatsapp',
  'tiktok',
] as const
export type Network = (typeof networks)[number]

const strict = { additionalProperties: false } as const
const text = Type.String({ maxLength: maxText })
const align = Type.Enum(['left', 'center', 'right'])
export type Align = Static<typeof align>

/** The fields of all types, in the order in which they are judged. */
const fields = {
  text,
  html: Type.String({
    maxLength: maxHtml,
    description: 'Of a text: p br strong em u s a[href] ul ol li blockquote are kept.',
  }),
  level: Type.Integer({ minimum: 1, maximum: 3 }),
  align,
  src: url,
  alt: Type.String({ maxLength: 1_000 }),
  href: url,
  width: Type.Integer({ minimum: 1, maximum: 1_200 }),
  full: Type.Boolean(),
  height: Type.Integer({ minimum: 4, maximum: 120 }),
  links: Type.Array(Type.Object({ network: Type.Enum([...networks]), href: url }, strict), {
    maxItems: 20,
  }),
  image: url,
  title: Type.String({ maxLength: 1_000 }),
  price: Type.String({ maxLength: 200 }),
  button: Type.String({ maxLength: 200 }),
}

const blockOf = <const T extends string, Fields extends TProperties>(
  type: T,
  $id: string,
  own: Fields,
) => Type.Object({ type: Type.Literal(type), ...own }, { $id })

const simple = {
  heading: blockOf('heading', 'HeadingBlock', {
    text,
    level: Type.Optional(Type.Enum([1, 2, 3])),
    align: Type.Optional(align),
  }),
  text: blockOf('text', 'TextBlock', { html: fields.html, align: Type.Optional(align) }),
  image: blockOf('image', 'ImageBlock', {
    src: fields.src,
    alt: fields.alt,
    href: Type.Optional(fields.href),
    width: Type.Optional(fields.width),
    align: Type.Optional(align),
  }),
  button: blockOf('button', 'ButtonBlock', {
    text,
    href: fields.href,
    align: Type.Optional(align),
    full: Type.Optional(fields.full),
  }),
  divider: blockOf('divider', 'DividerBlock', {}),
  spacer: blockOf('spacer', 'SpacerBlock', { height: fields.height }),
  social: blockOf('social', 'SocialBlock', { links: fields.links }),
  product: blockOf('product', 'ProductBlock', {
    title: fields.title,
    image: Type.Optional(fields.image),
    text: Type.Optional(text),
    price: Type.Optional(fields.price),
    href: Type.Optional(fields.href),
    button: Type.Optional(fields.button),
  }),
  code: blockOf('code', 'CodeBlock', { text }),
  html: blockOf('html', 'HtmlBlock', { html: fields.html }),
  footer: blockOf('footer', 'FooterBlock', { text: Type.Optional(text) }),
}
const simpleMembers = [
  simple.heading,
  simple.text,
  simple.image,
  simple.button,
  simple.divider,
  simple.spacer,
  simple.social,
  simple.product,
  simple.code,
  simple.html,
  simple.footer,
] as const
const byType = { discriminator: { propertyName: 'type' } } as const

/** What may lie in a column. */
const simpleShape = Type.Union([...simpleMembers], { $id: 'SimpleBlock', ...byType })
export type SimpleBlock = Static<typeof simpleShape>

const columns = blockOf('columns', 'ColumnsBlock', { columns: Type.Array(Type.Array(simpleShape)) })
const blockShape = Type.Union([...simpleMembers, columns], { $id: 'Block', ...byType })
type Block = Static<typeof blockShape>

const style = Type.Object(
  {
    background: Type.Optional(colour),
    body: Type.Optional(colour),
    text: Type.Optional(colour),
    accent: Type.Optional(colour),
    font: Type.Optional(Type.Enum(['sans', 'serif', 'mono'])),
    width: Type.Optional(Type.Integer({ minimum: 480, maximum: 720 })),
  },
  { $id: 'DesignStyle', additionalProperties: false },
)
export type DesignStyle = Static<typeof style>

export const designShape = Type.Object(
  { style: Type.Optional(style), blocks: Type.Array(blockShape) },
  { $id: 'Design', description: 'Blocks of the editor.' },
)
export type Design = Static<typeof designShape>

const given = Type.Partial(Type.Object(fields)).properties
const givenBlock = Type.Object({ type: Type.Enum([...simpleTypes]), ...given }, strict)

/** A design as it is given. */
export const designSchema = Type.Object(
  {
    style: Type.Optional(style),
    blocks: Type.Array(
      Type.Object(
        {
          type: Type.Enum([...simpleTypes, 'columns']),
          ...given,
          columns: Type.Optional(
            Type.Array(Type.Array(givenBlock, { maxItems: maxBlocks }), { maxItems: 3 }),
          ),
        },
        strict,
      ),
      { maxItems: maxBlocks },
    ),
  },
  { $id: 'DesignInput', additionalProperties: false, description: 'Blocks of the editor.' },
)

const shapes = { ...simple, columns }

type GivenBlock = Readonly<Record<string, unknown>> & { readonly type: Block['type'] }

/** What the schema has let through, without nulls. Throws Refusal under `path`. */
export function checkedDesign(given: unknown, path: string): Design {
  const { style, blocks } = given as { style?: object | null; blocks: readonly GivenBlock[] }
  const checked = checkedBlocks(blocks, `${path}.blocks`)
  return { ...(style == null ? {} : { style: withoutNulls(style) }), blocks: checked }
}

/** Blocks alone. Throws Refusal under `path`. */
export function checkedBlocks(given: readonly unknown[], path: string): Block[] {
  const checked = given.map((block, n) => checkedBlock(block as GivenBlock, `${path}[${n}]`))
  const count = checked.flatMap(one => (one.type === 'columns' ? one.columns.flat() : one)).length
  if (count > maxBlocks) throw new Refusal('invalid_field', { param: path, why: tooManyBlocks })
  return checked
}

const tooManyBlocks: Text = {
  en: `An email has at most ${maxBlocks} blocks.`,
  pt: `Uma mensagem tem no máximo ${maxBlocks} blocos.`,
}

function checkedBlock(given: GivenBlock, path: string): Block {
  const block = withoutNulls(given)
  const { required, properties } = shapes[block.type]
  for (const name of required) {
    if (block[name] === undefined || (name === 'columns' && isEmpty(block[name]))) {
      throw new Refusal('missing_field', { param: `${path}.${name}` })
    }
  }
  for (const name of Object.keys(block)) {
    if (Object.hasOwn(properties, name)) continue
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
