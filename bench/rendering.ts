/**
 * Letters of one content, made one after the other on one core: values of the person put in, links
 * sealed, the message composed and encoded; without signing.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Uuid } from '#kernel/base/ids.ts'
import { compose } from '#kernel/mail/compose.ts'
import { mergedBodies, readMerged } from '#sending/content/merged.ts'
import { linksOf } from '#sending/tracking/links.ts'
import { trackedUrl } from '#sending/tracking/rewrite.ts'

const letterBytes = 40 * 1024
const links = 20
const warmUp = 2_000
const letters = 20_000

function source(): string {
  const linked = Array.from(
    { length: links },
    (_, n) => `<p><a href="https://shop.example/offers/${n}?from=letter">Offer ${n}</a></p>`,
  ).join('\n')
  const head = `<html><body><p>Hi {{ contact.first_name | default: "there" }} of {{ contact.properties.city }},</p>
${linked}
{% if contact.properties.orders > 3 %}<p>Thank you for {{ contact.properties.orders }} orders.</p>{% endif %}`
  const foot = '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p></body></html>'
  const filler = '<p style="margin:0 0 12px;color:#333333">Words that everybody gets alike.</p>\n'
  const count = Math.ceil((letterBytes - head.length - foot.length) / filler.length)
  return head + filler.repeat(count) + foot
}

export async function rendering(): Promise<Record<string, number>> {
  const withMade = await rate(true)
  const withoutText = await rate(false)
  return {
    'letters of 40 KB/s a core, text made': withMade,
    'letters of 40 KB/s a core': withoutText,
  }
}

async function rate(makesText: boolean): Promise<number> {
  const merging = {
    language: 'en',
    values: { project: { name: 'Shop' } },
    base: 'https://click.shop.example',
    makesText,
  }
  const merged = await readMerged({ html: source() }, merging)
  const secret = randomBytes(32)
  const projectId = randomUUID() as Uuid
  const emailId = randomUUID() as Uuid
  const one = (n: number): number => {
    const address = `person${n}@here.example`
    const properties = { city: `City ${n % 100}`, orders: n % 7 }
    const contact = { first_name: `Ana ${n}`, properties }
    const letter = mergedBodies(
      merged,
      { values: { contact }, zone: 'UTC' },
      {
        links: linksOf({ secret, cell: '' }, { projectId, emailId, n: 0, address }, merging.base),
        targetOf: trackedUrl,
      },
    )
    return compose({
      messageId: `${n}@shop.example`,
      dateMs: 0,
      from: { local: 'hi', domain: 'shop.example', needsUtf8: false } as never,
      to: [],
      cc: [],
      replyTo: [],
      subject: `Offers for Ana ${n}`,
      ...(letter.html === null ? {} : { html: letter.html }),
      ...(letter.text === null ? {} : { text: letter.text }),
      headers: [],
      attachments: [],
      boundarySeed: 'a'.repeat(32),
    }).bytes.length
  }
  for (let n = 0; n < warmUp; n++) one(n)
  const before = process.threadCpuUsage()
  for (let n = 0; n < letters; n++) one(n)
  const { user, system } = process.threadCpuUsage(before)
  return letters / ((user + system) / 1e6)
}
