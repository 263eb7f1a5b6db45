/** How large a letter is as it goes out: with the links that are its recipient's own. */
import { parseAddress } from '#kernel/mail/address.ts'
import { tokenPaths } from '#kernel/routes/token-paths.ts'
import { linksOfHtml } from '#sending/content/links.ts'
import { unsubscribeMark } from '#sending/content/liquid/render.ts'
import { sealedChars } from '#sending/tracking/link-token.ts'
import { trackedUrl } from '#sending/tracking/rewrite.ts'
import type { Finding } from '../../templates/findings.ts'
import type { Common } from '../sending/letter.ts'

/** Gmail shows no more of a letter. */
const maxHtmlBytes = 102_400
const imageChars = '<img src="" width="1" height="1" alt="" style="border:0">'.length

interface SizedLetter {
  readonly html: string | null
  readonly language: string
  readonly variant: string | null
  /** The address of its person. */
  readonly email: string
}

interface LetterSizes {
  note(rendered: SizedLetter): void
  /** Of so many people for each that was noted. */
  findings(scale: number): Finding[]
}

export function letterSizes(common: Pick<Common, 'campaign' | 'bases'>): LetterSizes {
  const added = new Map<string, number>()
  const large = new Map<string, number>()
  return {
    note({ html, language, variant, email }) {
      if (html === null) return
      const key = `${language} ${variant ?? ''}`
      // Letters of one source have as many links.
      const known = added.get(key) ?? addedBytes(html, common, { variant, email })
      added.set(key, known)
      if (Buffer.byteLength(html) + known <= maxHtmlBytes) return
      large.set(language, (large.get(language) ?? 0) + 1)
    },
    findings: scale => [...large].map(([language, n]) => tooLarge(language, Math.round(n * scale))),
  }
}

function addedBytes(
  html: string,
  { campaign, bases }: Pick<Common, 'campaign' | 'bases'>,
  { variant, email }: Pick<SizedLetter, 'variant' | 'email'>,
): number {
  const { definition } = campaign
  const from = definition.ab?.variants.find(one => one.key === variant)?.from ?? definition.from
  const parsed = from === null ? null : parseAddress(from)
  const base = (parsed?.ok ? bases.get(parsed.address.domain) : undefined) ?? ''
  const sealed = (path: string, about: string): number =>
    base.length + path.length + sealedChars(about)
  const links = definition.tracking.clicks ? linksOfHtml(html) : []
  const clicks = links.reduce((sum, { href }) => {
    const url = trackedUrl(href)
    return url === null ? sum : sum + sealed(tokenPaths.click, url) - Buffer.byteLength(href)
  }, 0)
  const ways = html.split(unsubscribeMark).length - 1
  const leaving = ways * (sealed(tokenPaths.unsubscribe, email) - unsubscribeMark.length)
  return (
    clicks + leaving + (definition.tracking.opens ? imageChars + sealed(tokenPaths.open, '') : 0)
  )
}

function tooLarge(language: string, count: number): Finding {
  const which =
    count === 1
      ? { en: 'The email of 1 person is', pt: 'A mensagem de 1 pessoa passa' }
      : { en: `The emails of ${count} people are`, pt: `As mensagens de ${count} pessoas passam` }
  return {
    code: 'too_large',
    level: 'warning',
    param: `variants.${language}.html`,
    count,
    message: {
      en: `${which.en} over 102,400 bytes with the links, where Gmail cuts.`,
      pt: `${which.pt} de 102.400 bytes com os links, onde o Gmail corta.`,
    },
  }
}
