/**
 * A design as MJML. All that its author wrote is held back as words (held.ts): the compiler sees our
 * own elements only, so that no text of a block can break out of its place.
 */
import { escapedText } from '#sending/content/liquid/escape.ts'
import type { LiquidHolder } from '#sending/content/liquid/held.ts'
import type { Align, Design, DesignStyle, Network, SimpleBlock } from './design.ts'
import { cleanRichText } from './rich-text.ts'

interface Look extends Required<DesignStyle> {
  readonly held: LiquidHolder
  /** Of the words that we put in. */
  readonly isPortuguese: boolean
}

const plainStyle: Required<DesignStyle> = {
  background: '#f4f4f5',
  body: '#ffffff',
  text: '#27272a',
  accent: '#1d4ed8',
  font: 'sans',
  width: 600,
}

const families = {
  sans: 'Helvetica, Arial, sans-serif',
  serif: 'Georgia, Times, serif',
  mono: 'Menlo, Consolas, monospace',
} as const

export async function mjmlOf(
  design: Design,
  held: LiquidHolder,
  language: string,
): Promise<string> {
  const isPortuguese = language.toLowerCase().startsWith('pt')
  const look: Look = { ...plainStyle, ...design.style, held, isPortuguese }
  const sections: string[] = []
  let simple: string[] = []
  const close = (): void => {
    if (simple.length > 0) sections.push(section(look, [column(simple, 100)]))
    simple = []
  }
  for (const block of design.blocks) {
    if (block.type === 'columns') {
      close()
      const share = 100 / block.columns.length
      const columns = await Promise.all(block.columns.map(one => elementsOf(one, look)))
      sections.push(
        section(
          look,
          columns.map(one => column(one, share)),
        ),
      )
    } else if (block.type === 'product' && block.image !== undefined) {
      close()
      const { image, ...rest } = block
      const picture = imageOf({ src: image, alt: block.title, href: block.href }, look)
      const details = await elementOf(rest, look)
      sections.push(section(look, [column([picture], 35), column([details], 65)]))
    } else simple.push(await elementOf(block, look))
  }
  close()
  return letter(look, language, sections)
}

const letter = (look: Look, language: string, sections: readonly string[]): string =>
  `<mjml lang="${escapedText(language)}"><mj-head><mj-attributes>
<mj-all font-family="${families[look.font]}" />
<mj-text color="${look.text}" font-size="16px" line-height="1.5" />
<mj-button background-color="${look.accent}" color="${inkOn(look.accent)}" font-size="16px" border-radius="6px" inner-padding="12px 24px" />
</mj-attributes><mj-style>a { color: ${look.accent}; } p { margin: 0 0 12px; } ul, ol { margin: 0 0 12px; padding-left: 24px; } blockquote { margin: 0 0 12px; padding-left: 12px; border-left: 3px solid ${look.accent}; }</mj-style></mj-head>
<mj-body background-color="${look.background}" width="${look.width}px">
${sections.join('\n')}
</mj-body></mjml>`

const section = ({ body }: Look, columns: readonly string[]): string =>
  `<mj-section background-color="${body}" padding="8px 0">${columns.join('')}</mj-section>`

const column = (elements: readonly string[], share: number): string =>
  `<mj-column width="${Number(share.toFixed(2))}%">${elements.join('\n')}</mj-column>`

const elementsOf = (blocks: readonly SimpleBlock[], look: Look): Promise<string[]> =>
  Promise.all(blocks.map(one => elementOf(one, look)))

const headingSizes = { 1: 28, 2: 22, 3: 18 } as const

async function elementOf(block: SimpleBlock, look: Look): Promise<string> {
  const { held } = look
  switch (block.type) {
    case 'heading': {
      const level = block.level ?? 1
      const html = `<h${level} style="margin:0;font-size:inherit">${inText(block.text, held)}</h${level}>`
      const size = ` font-size="${headingSizes[level]}px" line-height="1.25"`
      return text(held.hold(html), `${size}${aligned(block.align)}`)
    }
    case 'text':
      return text(await richText(block.html, held), aligned(block.align))
    case 'image':
      return imageOf(block, look)
    case 'button':
      return buttonOf(block, held)
    case 'divider':
      return '<mj-divider border-width="1px" border-color="#d4d4d8" />'
    case 'spacer':
      return `<mj-spacer height="${block.height}px" />`
    case 'social':
      return text(
        block.links
          .map(one => link(one.href, networkName(one.network, look), held))
          .join(' &nbsp; '),
        ' align="center" font-size="14px"',
      )
    case 'product':
      return productOf(block, look)
    case 'code':
      return text(codeOf(block.text, held), ` font-family="${families.mono}" font-size="14px"`)
    case 'html':
      return text(held.hold(block.html), '')
    case 'footer':
      return text(footerOf(block.text, look), ' align="center" font-size="12px" color="#71717a"')
  }
}

const text = (html: string, attributes: string): string => `<mj-text${attributes}>${html}</mj-text>`

const aligned = (align: Align | undefined): string =>
  align === undefined ? '' : ` align="${align}"`

/** Words of an author as text of HTML, their Liquid as it is. */
const inText = (words: string, held: LiquidHolder): string =>
  escapedText(held.holdLiquid(words)).replaceAll('\n', '<br>')

/** The same for an attribute, as one word. */
const inAttribute = (words: string, held: LiquidHolder): string =>
  held.hold(escapedText(held.holdLiquid(words.trim())))

async function richText(html: string, held: LiquidHolder): Promise<string> {
  return held.hold(await cleanRichText(held.holdLiquid(html), held.isWord))
}

const link = (href: string, words: string, held: LiquidHolder): string =>
  held.hold(`<a href="${inAttribute(href, held)}">${words}</a>`)

interface Picture {
  readonly src: string
  readonly alt: string
  readonly href?: string | undefined
  readonly width?: number
  readonly align?: Align
}

function imageOf({ src, alt, href, width, align }: Picture, { held }: Look): string {
  const wide = width === undefined ? '' : ` width="${width}px"`
  const leads = href === undefined || href === '' ? '' : ` href="${inAttribute(href, held)}"`
  return `<mj-image src="${inAttribute(src, held)}" alt="${inAttribute(alt, held)}"${leads}${wide}${aligned(align)} />`
}

interface Press {
  readonly text: string
  readonly href: string
  readonly align?: Align
  readonly full?: boolean
}

const buttonOf = ({ text: words, href, align, full }: Press, held: LiquidHolder): string =>
  `<mj-button href="${inAttribute(href, held)}"${aligned(align)}${full === true ? ' width="100%"' : ''}>${held.hold(inText(words, held))}</mj-button>`

function productOf(block: Extract<SimpleBlock, { type: 'product' }>, look: Look): string {
  const { held } = look
  const { image, title, text: words, price, href, button } = block
  const name = inText(title, held)
  const leads = href === undefined || href === '' ? null : href
  const parts = [
    ...(image === undefined ? [] : [imageOf({ src: image, alt: title, href }, look)]),
    text(
      held.hold(`<strong>${leads === null ? name : link(leads, name, held)}</strong>`),
      ' font-size="18px"',
    ),
    ...(words ? [text(held.hold(inText(words, held)), '')] : []),
    ...(price ? [text(held.hold(inText(price, held)), ' font-weight="700"')] : []),
    ...(button && leads !== null
      ? [buttonOf({ text: button, href: leads, align: 'left' }, held)]
      : []),
  ]
  return parts.join('\n')
}

const codeOf = (words: string, held: LiquidHolder): string =>
  held.hold(
    `<div style="background-color:#f4f4f5;padding:12px;white-space:pre-wrap">${inText(words, held)}</div>`,
  )

function footerOf(words: string | undefined, { held, isPortuguese }: Look): string {
  const leave = isPortuguese ? 'Cancelar inscrição' : 'Unsubscribe'
  const own = words ? `${inText(words, held)}<br>` : ''
  return held.hold(
    `${own}{% if project.postal_address != blank %}{{ project.postal_address }}<br>{% endif %}<a href="{{ unsubscribe_url }}">${leave}</a>`,
  )
}

const networkNames: Readonly<Record<Exclude<Network, 'site'>, string>> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  x: 'X',
  whatsapp: 'WhatsApp',
  tiktok: 'TikTok',
}

const networkName = (network: Network, { isPortuguese }: Look): string =>
  network === 'site' ? (isPortuguese ? 'Site' : 'Website') : networkNames[network]

/** Black or white, whichever is read better on a colour (WCAG 2.2, relative luminance). */
function inkOn(colour: string): string {
  const [red, green, blue] = [1, 3, 5].map(at => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const light = 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
  return light > 0.179 ? '#000000' : '#ffffff'
}
