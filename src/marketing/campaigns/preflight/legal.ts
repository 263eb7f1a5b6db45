/**
 * What the law wants of each letter: a way to leave, and where its sender lives. What a letter says
 * nothing of is added at its end; what its author wrote in a place where nobody reads it, or not for
 * everybody, is theirs to mend.
 */
import type { Language } from '#kernel/base/languages.ts'
import type { Node } from '#sending/content/liquid/ast.ts'
import { escapedText } from '#sending/content/liquid/escape.ts'
import { givenNames } from '#sending/content/liquid/own-links.ts'
import { parseLiquid } from '#sending/content/liquid/parse.ts'
import { placed } from '#sending/content/liquid/places.ts'
import type { LetterSources } from '#sending/content/liquid/render.ts'
import { readPage, withAdded } from '#sending/content/page.ts'
import type { Finding } from '../../templates/findings.ts'

/** Every reader has it; it is not there at all; it is written, but some or all do not see it. */
type Presence = 'always' | 'absent' | 'hidden'
type Part = 'html' | 'text'

interface Legal {
  readonly sources: LetterSources
  readonly findings: readonly Finding[]
}

interface About {
  readonly language: string
  /** The name of the field that its html was written in. */
  readonly body: string
  /** Of the project; '': none is known. */
  readonly address: string
}

const leaveNames = ['unsubscribe_url', 'preferences_url']
const leaveWords = { pt: 'Cancelar inscrição', en: 'Unsubscribe' }

/** The letter with what is missing, and what is to be said of it. */
export function lawful(sources: LetterSources, about: About): Legal {
  const { address, language, body } = about
  const parts = (['html', 'text'] as const).filter(part => (sources[part] ?? '') !== '')
  const found = parts.map(part => {
    const nodes = nodesOf(sources[part]!, part)
    return {
      part,
      leave: presenceOf(nodes, sources[part]!, leaveNames, part),
      address: addressIn(nodes, sources[part]!, about, part),
    }
  })
  const path = `variants.${language}`
  const paramOf = (part: Part): string => `${path}.${part === 'html' ? body : part}`
  const findings = found.flatMap(one => [
    ...(one.leave === 'hidden' ? [hiddenLink(paramOf(one.part))] : []),
    ...(one.address === 'hidden' ? [hiddenAddress(paramOf(one.part))] : []),
  ])
  if (found.some(one => one.leave === 'absent')) findings.push(linkAdded)
  if (address === '') findings.push(noAddress)
  else if (found.some(one => one.address === 'absent')) findings.push(addressAdded)
  const added: { -readonly [Name in keyof LetterSources]: LetterSources[Name] } = { ...sources }
  for (const one of found) {
    const leave = one.leave === 'absent'
    const footer = { leave, address: one.address === 'absent' ? address : '' }
    if (!leave && footer.address === '') continue
    const words = language.startsWith('pt') ? 'pt' : 'en'
    added[one.part] = withFooter(sources[one.part]!, one.part, { ...footer, language: words })
  }
  return { sources: added, findings }
}

const nodesOf = (source: string, part: Part): readonly Node[] =>
  part === 'html' ? placed(parseLiquid(source)) : parseLiquid(source)

function presenceOf(
  nodes: readonly Node[],
  source: string,
  names: readonly string[],
  part: Part,
): Presence {
  if (!names.some(name => source.includes(name))) return 'absent'
  const given = givenNames(nodes)
  const ours = names.filter(name => !given.has(name))
  return isAlways(nodes, ours, part) ? 'always' : 'hidden'
}

/** Whichever way the conditions go. A value in a comment of html stands in no such place. */
function isAlways(nodes: readonly Node[], names: readonly string[], part: Part): boolean {
  return nodes.some(node => {
    switch (node.kind) {
      case 'output':
        return isRead(node, part) && names.includes(nameOf(node))
      case 'if':
      case 'case':
        return [...node.branches.map(one => one.body), node.otherwise].every(body =>
          isAlways(body, names, part),
        )
      default:
        return false
    }
  })
}

type Output = Extract<Node, { kind: 'output' }>

const isRead = ({ place }: Output, part: Part): boolean =>
  part === 'text' || place === 'url' || place === 'text'

const nameOf = ({ value: { initial } }: Output): string =>
  initial.kind === 'path' ? initial.path.join('.') : ''

const addressName = 'project.postal_address'

/** By its name wherever it is read, mostly if there is one at all, or written out. */
function addressIn(
  nodes: readonly Node[],
  source: string,
  { address }: About,
  part: Part,
): Presence {
  if (address === '' || saysAddress(source, address, part)) return 'always'
  if (!source.includes('postal_address')) return 'absent'
  return isSomewhere(nodes, part) ? 'always' : 'hidden'
}

/** Written out where it is read, however its words are parted. */
const saysAddress = (source: string, address: string, part: Part): boolean =>
  folded(part === 'html' ? readPage(source).words : source).includes(folded(address))

const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s,.;:·|/()–—-]+/g, ' ')
    .trim()
    .toLowerCase()

function isSomewhere(nodes: readonly Node[], part: Part): boolean {
  return nodes.some(node => {
    switch (node.kind) {
      case 'output':
        return isRead(node, part) && nameOf(node) === addressName
      case 'if':
      case 'case':
        return [...node.branches.map(one => one.body), node.otherwise].some(body =>
          isSomewhere(body, part),
        )
      default:
        return false
    }
  })
}

interface Footer {
  readonly leave: boolean
  /** '': it is not to be said. */
  readonly address: string
  readonly language: Language
}

function withFooter(source: string, part: Part, { leave, address, language }: Footer): string {
  const words = leaveWords[language]
  if (part === 'text') {
    const lines = [
      ...(address === '' ? [] : [literal(address)]),
      ...(leave ? [`${words}: {{ unsubscribe_url }}`] : []),
    ]
    return `${source}\n\n${lines.join('\n')}\n`
  }
  const lines = [
    ...(address === '' ? [] : [literal(escapedText(address))]),
    ...(leave ? [`<a href="{{ unsubscribe_url }}">${words}</a>`] : []),
  ]
  const footer = `<p style="font-size:12px;color:#666666">${lines.join('<br>')}</p>`
  const added = [withAdded(source, { last: footer }), withAdded(source, { first: footer })]
  const isRead = (html: string): boolean =>
    (!leave || presenceOf(nodesOf(html, 'html'), html, leaveNames, 'html') === 'always') &&
    (address === '' || saysAddress(html, address, 'html'))
  // At the end, unless what is there is not for every reader.
  return added.find(isRead) ?? added[0]!
}

/** Braces of an address are no template. */
const literal = (text: string): string => text.replaceAll('{', '{{ "{" }}')

const linkAdded: Finding = {
  code: 'unsubscribe_missing',
  level: 'warning',
  message: {
    en: 'There is no unsubscribe link; a footer with one is added.',
    pt: 'Não há link para cancelar a inscrição; um rodapé com ele será incluído.',
  },
}

const hiddenLink = (param: string): Finding => ({
  code: 'unsubscribe_missing',
  level: 'error',
  param,
  message: {
    en: 'The unsubscribe link stands where not every reader sees it. Print it in each email, or leave it out for a footer with one.',
    pt: 'O link para cancelar a inscrição está onde nem todo leitor o vê. Inclua-o em cada mensagem, ou retire-o e um rodapé com ele será incluído.',
  },
})

const noAddress: Finding = {
  code: 'address_missing',
  level: 'warning',
  message: {
    en: 'The project has no postal address in its marketing settings.',
    pt: 'O projeto não tem endereço postal nas configurações de marketing.',
  },
}

const addressAdded: Finding = {
  code: 'address_missing',
  level: 'warning',
  message: {
    en: 'There is no postal address; a footer with it is added.',
    pt: 'Não há endereço postal; um rodapé com ele será incluído.',
  },
}

const hiddenAddress = (param: string): Finding => ({
  code: 'address_missing',
  level: 'error',
  param,
  message: {
    en: 'The postal address stands where nobody reads it. Print it, or leave it out for a footer with it.',
    pt: 'O endereço postal está onde ninguém o lê. Inclua-o no texto, ou retire-o e um rodapé com ele será incluído.',
  },
})
