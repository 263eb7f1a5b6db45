/** What a block is when it is added: something that can be seen, and saved as it is. */

import type { Block, Design, TextBlock } from '../../api/shapes.ts'
import type { Say } from '../../ui/words.tsx'
import type { BlockType } from './design.ts'
import { firstWords } from './first-words.ts'

/** How an address begins; one that is empty leads nowhere, and is refused. */
const beginning = 'https://'

export function newBlock(type: BlockType, say: Say): Block {
  switch (type) {
    case 'heading':
      return { type, text: say(firstWords.heading), level: 1 }
    case 'text':
      return newText(say)
    case 'image':
      return { type, src: beginning, alt: '' }
    case 'button':
      return { type, text: say(firstWords.button), href: beginning }
    case 'columns':
      return { type, columns: [[newText(say)], [newText(say)]] }
    case 'product':
      return { type, title: say(firstWords.product) }
    case 'divider':
      return { type }
    case 'spacer':
      return { type, height: 24 }
    case 'social':
      return { type, links: [{ network: 'site', href: beginning }] }
    case 'code':
      return { type, text: say(firstWords.code) }
    case 'html':
      return { type, html: '<p></p>' }
    case 'footer':
      return { type }
  }
}

const newText = (say: Say): TextBlock => ({
  type: 'text',
  html: `<p>${say(firstWords.text)}</p>`,
})

/** What a letter begins with. */
export const newDesign = (say: Say): Design => ({
  blocks: (['heading', 'text', 'button', 'footer'] as const).map(type => newBlock(type, say)),
})
