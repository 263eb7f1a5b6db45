/** What texts of a letter may hold while they are edited: only what mail programs show alike. */
import { Mark, Node } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { hexOf } from './word-style.ts'

const link = {
  openOnClick: false,
  autolink: false,
  defaultProtocol: 'https',
  HTMLAttributes: { target: null, rel: null },
  // A value of the letter may be where it leads.
  isAllowedUri: (url: string, { defaultValidate }: { defaultValidate: (url: string) => boolean }) =>
    /^\s*\{\{/.test(url) || defaultValidate(url),
}

/** Undoing is the draft's, over all of it. */
const off = { undoRedo: false, heading: false, codeBlock: false, horizontalRule: false } as const

/** Colour and size of words; what is neither is no mark. */
const wordStyle = Mark.create({
  name: 'wordStyle',
  addAttributes: () => ({
    color: {
      default: null,
      parseHTML: element => hexOf(element.style.color),
      renderHTML: ({ color }) => (color ? { style: `color:${color}` } : {}),
    },
    size: {
      default: null,
      parseHTML: element => Number.parseInt(element.style.fontSize, 10) || null,
      renderHTML: ({ size }) => (size ? { style: `font-size:${size}px` } : {}),
    },
  }),
  parseHTML: () => [
    {
      tag: 'span[style]',
      getAttrs: element =>
        element.style.color === '' && element.style.fontSize === '' ? false : null,
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
})

export const richExtensions = [
  StarterKit.configure({ ...off, code: false, blockquote: false, link }),
  wordStyle,
]

/** One paragraph; the key Enter breaks its line. */
const lines = Node.create({ name: 'doc', topNode: true, content: 'paragraph' })

const plain = {
  ...off,
  document: false,
  code: false,
  blockquote: false,
  bold: false,
  italic: false,
  strike: false,
  underline: false,
  link: false,
  bulletList: false,
  orderedList: false,
  listItem: false,
  listKeymap: false,
  trailingNode: false,
} as const

export const lineExtensions = [lines, StarterKit.configure(plain)]

/** A line that stands beside the letter, with an undoing of its own as inputs have it. */
export const oneLineExtensions = [
  lines,
  StarterKit.configure({ ...plain, undoRedo: {}, hardBreak: false }),
]

interface ValueOptions {
  readonly nameOf: (liquid: string) => { readonly label: string; readonly isKnown: boolean }
}

/** A value of the person or the letter, as one piece. */
export const valueNode = Node.create<ValueOptions>({
  name: 'value',
  group: 'inline',
  inline: true,
  atom: true,
  addOptions: () => ({ nameOf: label => ({ label, isKnown: true }) }),
  addAttributes: () => ({ liquid: { default: '', renderHTML: () => ({}) } }),
  parseHTML: () => [
    {
      tag: 'span[data-liquid]',
      getAttrs: (element: HTMLElement) => ({ liquid: element.getAttribute('data-liquid') ?? '' }),
    },
  ],
  renderHTML({ node }) {
    const liquid = String(node.attrs.liquid)
    const { label, isKnown } = this.options.nameOf(liquid)
    return [
      'span',
      { 'data-liquid': liquid, class: 'chip', ...(isKnown ? {} : { 'data-unknown': 'true' }) },
      label,
    ]
  },
  renderText: ({ node }) => String(node.attrs.liquid),
})
