/** The emails that are handed in, by their number: the same to everyone. */
import { type Address, parseAddress } from '#kernel/mail/address.ts'
import { compose } from '#kernel/mail/compose.ts'
import { from, senderDomain, html as smallHtml, subjectOf, text } from '../letter.ts'
import { type Scenario, smallKb } from './scenarios.ts'

export interface Letters {
  readonly bodyKb: number
  readonly domains: readonly string[]
}

/** To the receiver at a time, and of the submitter: as many as Postfix has to a destination. */
export const connections = 20
/** Malote has ten to each, so together they are as many. */
const calmDomains = ['dest0.test', 'dest1.test']
/** Apart, so that a slow pace from one scenario is none in the next. */
const troubledDomains = ['trouble0.test', 'trouble1.test']
export const allDomains = [...calmDomains, ...troubledDomains]

export const domainsOf = ({
  defers,
  kill,
}: Pick<Scenario, 'defers' | 'kill'>): readonly string[] =>
  defers || kill ? troubledDomains : calmDomains

interface Letter {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export const emailOf = (number: number, { bodyKb, domains }: Letters): Letter => ({
  from,
  to: `user${number}@${domains[number % domains.length]}`,
  subject: subjectOf(number),
  text,
  html: htmlOf(bodyKb),
})

const htmls = new Map<number, string>()

/** The html fills what text leaves. */
function htmlOf(bodyKb: number): string {
  if (bodyKb === smallKb) return smallHtml
  const known = htmls.get(bodyKb)
  if (known !== undefined) return known
  const paragraph = `<p>${text.slice(0, 500)}</p>\n`
  const html = paragraph.repeat(Math.ceil((bodyKb * 1000 - text.length) / paragraph.length))
  htmls.set(bodyKb, html)
  return html
}

/** The finished message as Malote composes it, with its final dot: no line of it begins with one. */
export function messageOf(number: number, letters: Letters): Buffer {
  const { to, subject } = emailOf(number, letters)
  const { head, body } = templateOf(letters.bodyKb)
  const fields = head
    .replace(templateTo, to)
    .replace(subjectOf(templateNumber), subject)
    .replace(idOf(templateNumber), idOf(number))
  return Buffer.concat([Buffer.from(fields, 'latin1'), body])
}

const templateNumber = 0
const templateTo = 'recipient@template.test'
const idOf = (number: number): string => `bench.${number}@${senderDomain}`
const templates = new Map<number, { readonly head: string; readonly body: Buffer }>()

/** Composed once: the submitter shares the cores with whom it measures. */
function templateOf(bodyKb: number) {
  const known = templates.get(bodyKb)
  if (known) return known
  const { bytes } = compose({
    messageId: idOf(templateNumber),
    dateMs: Date.now(),
    from: address(`Bench <${from}>`),
    to: [address(templateTo)],
    cc: [],
    replyTo: [],
    subject: subjectOf(templateNumber),
    html: htmlOf(bodyKb),
    text,
    headers: [],
    attachments: [],
    boundarySeed: 'bench',
  })
  const end = bytes.indexOf('\r\n\r\n')
  const body = Buffer.concat([bytes.subarray(end), Buffer.from('.\r\n')])
  const template = { head: bytes.toString('latin1', 0, end), body }
  templates.set(bodyKb, template)
  return template
}

function address(written: string): Address {
  const parsed = parseAddress(written)
  if (!parsed.ok) throw new Error(`not an address: ${written}`)
  return parsed.address
}
