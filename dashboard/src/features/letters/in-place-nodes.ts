/** What texts of a letter may hold while they are edited: only what mail programs show alike. */
import { Node } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'

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

export const richExtensions = [
  StarterKit.configure({ ...off, code: false, blockquote: false, link }),
]

/** One paragraph; the key Enter breaks its line. */
const lines = Node.create({ name: 'doc', topNode: true, content: 'paragraph' })

export const lineExtensions = [
  lines,
  StarterKit.configure({
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
  }),
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
