/** Words for the texts of examples, by the names of fields. */
import { type Prefix, show } from '#kernel/base/ids.ts'

export const exampleId = '0192f0c1-0000-7000-8000-000000000000'
export const exampleAt = '2026-01-05T12:00:00.000Z'

const prefixOf: Readonly<Record<string, Prefix>> = {
  email: 'msg',
  event: 'evt',
  webhook: 'whk',
  suppression: 'sup',
  notice: 'ntc',
  request: 'req',
  domain: 'dom',
  contact: 'con',
  consent: 'cns',
  topic: 'top',
  segment: 'seg',
  activity: 'evt',
  form: 'frm',
  import: 'imp',
  file: 'fil',
  template: 'tpl',
  savedBlock: 'blk',
  campaign: 'cmp',
  sequence: 'seq',
  enrollment: 'enr',
  key: 'key',
}

const words: Readonly<Record<string, string>> = {
  external_id: 'customer-17',
  message_id: '<0192f0c1@example.com>',
  tax_id: '11.222.333/0001-81',
  from: 'Shop <orders@example.com>',
  to: 'ana@example.net',
  cc: 'rui@example.net',
  bcc: 'rui@example.net',
  reply_to: 'answers@example.com',
  email: 'ana@example.net',
  recipient: 'ana@example.net',
  subject: 'Your order',
  html: '<p>It is on its way.</p>',
  text: 'It is on its way.',
  name: 'News',
  url: 'https://example.com/hooks/malote',
  first_name: 'Ana',
  last_name: 'Sá',
  language: 'pt',
  timezone: 'America/Sao_Paulo',
  time_zone: 'America/Sao_Paulo',
  secret: 'whsec_…',
  ip: '203.0.113.7',
  contacts: show('con', exampleId),
  alias: 'receipt',
  key: 'city',
  filename: 'invoice.pdf',
  content: 'JVBERi0xLjQK',
  token: 'a token of your DNS provider',
  advance: 'PT1H',
}

interface TextRule {
  readonly format?: string
  readonly pattern?: string
}

/** Of what `email`, `confirm_template` or the tag `domains` names. */
function prefixFor(owner: string): Prefix | undefined {
  const [noun = ''] = owner.split('_').slice(-1)
  return prefixOf[noun.replace(/ies$/, 'y').replace(/s$/, '')]
}

/** A word for a field; `noun` is the tag of the operation, by which its `id` is known. */
export function wordFor(noun: string, name: string, { format, pattern }: TextRule): string {
  const prefix = prefixFor(name === 'id' ? noun : (/^(.+)_ids?$/.exec(name)?.[1] ?? ''))
  if (format === 'date-time') return exampleAt
  if (format === 'date') return exampleAt.slice(0, 10)
  const candidates = [
    ...(prefix === undefined ? [] : [show(prefix, exampleId)]),
    ...(words[name] === undefined ? [] : [words[name]]),
    ...(/_(at|until|since)$/.test(name) ? [exampleAt] : []),
    ...(format === 'uri' ? ['https://example.com/'] : []),
    ...(format === 'email' ? ['ana@example.net'] : []),
    ...[
      'example',
      'example.com',
      exampleAt,
      '2026-01-05',
      '12:00',
      'PT1H',
      'A',
      '#1f6feb',
      'BRL',
      '1',
    ],
  ]
  if (pattern === undefined) return candidates[0]!
  const fits = new RegExp(pattern, 'u')
  return candidates.find(one => fits.test(one)) ?? candidates[0]!
}
