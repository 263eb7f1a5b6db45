/** Links and images of a campaign that can never work, as far as can be said without asking anybody. */
import type { Text } from '#kernel/base/languages.ts'
import { readPage } from '#sending/content/page.ts'
import type { Finding } from '../../templates/findings.ts'
import type { CampaignLetters } from '../definition/campaign.ts'

const maxSamples = 5
const samplesOf = (all: readonly string[]): string[] => [...new Set(all)].slice(0, maxSamples)

const warning = (code: string, message: Text, hrefs: readonly string[]): Finding => ({
  code,
  level: 'warning',
  message,
  count: hrefs.length,
  sample: samplesOf(hrefs),
})

export function linkChecks({ letters, variants = {} }: CampaignLetters): Finding[] {
  const all = [letters, ...Object.values(variants).map(one => one.letters)]
  // Variants that differ in their subjects have one html.
  const htmls = new Set(all.flatMap(one => Object.values(one)).map(({ html }) => html ?? ''))
  const pages = [...htmls].map(readPage)
  const hrefs = pages.flatMap(({ links, anchors }) =>
    links.map(href => ({ href: href.trim(), anchors })),
  )
  const dead = hrefs.filter(({ href, anchors }) => leadsNowhere(href, anchors))
  const plain = hrefs.filter(({ href }) => /^http:/i.test(href)).map(({ href }) => href)
  const sources = pages.flatMap(({ images }) => images.map(({ source }) => source?.trim() ?? ''))
  const near = sources.filter(isNear)
  const unseen = sources.filter(source => isUnreachable(source) && !isNear(source))
  const found = (hrefsOf: readonly string[], code: string, { en, pt }: Text): Finding[] => {
    const count = hrefsOf.length
    const message = { en: `${en}: ${count}.`, pt: `${pt}: ${count}.` }
    return count === 0 ? [] : [warning(code, message, hrefsOf)]
  }
  const nowhere = { en: 'Links that lead nowhere', pt: 'Links que não levam a lugar nenhum' }
  const images = { en: 'Images that cannot be loaded', pt: 'Imagens que não podem ser carregadas' }
  // As those of one's own library are, where the installation has no address yet.
  const ofHere = {
    en: 'Images that nobody outside this network reaches, until Malote has a public address',
    pt: 'Imagens que ninguém fora desta rede alcança, até o Malote ter um endereço público',
  }
  const insecure = { en: 'Links that are http, not https', pt: 'Links em http, não https' }
  return [
    ...found(
      dead.map(({ href }) => href),
      'link_broken',
      nowhere,
    ),
    ...found(unseen, 'link_broken', images),
    ...found(near, 'link_broken', ofHere),
    ...found(plain, 'link_insecure', insecure),
  ]
}

/** Everything but the web, mail, telephones, and places of the page that there are. */
function leadsNowhere(href: string, anchors: ReadonlySet<string>): boolean {
  if (href.startsWith('#')) return href !== '#top' && !anchors.has(decoded(href.slice(1)))
  if (/^(?:mailto|tel|sms):/i.test(href)) return /:$/.test(href)
  return isUnreachable(href)
}

const decoded = (anchor: string): string => {
  try {
    return decodeURIComponent(anchor)
  } catch {
    return anchor
  }
}

/** What a person's values make of it is theirs to have; here is looked at what its author wrote. */
function isUnreachable(url: string): boolean {
  const written = /^([\s\S]*?)\{[{%]/.exec(url)?.[1]
  if (written !== undefined) return written !== '' && !/^https?:\/\//i.test(written)
  if (!/^https?:\/\//i.test(url)) return true
  const { hostname = '' } = URL.parse(url) ?? {}
  return !hostname.includes('.') && !hostname.startsWith('[') ? true : isOfOneMachine(hostname)
}

/** An address of the web, but of this machine or its network. */
function isNear(url: string): boolean {
  const { hostname = '', protocol = '' } = URL.parse(url) ?? {}
  return /^https?:$/.test(protocol) && (hostname === 'localhost' || isOfOneMachine(hostname))
}

/** Nobody else reaches it. */
const isOfOneMachine = (host: string): boolean =>
  /^(?:127\.|0\.0\.0\.0$|\[::1?\]$)|\.(?:local|localhost|internal|lan)\.?$/i.test(host)
