/** Emails for the tests of the mail formats: one plain sample, and arbitrary ones. */
import fc from 'fast-check'
import { type Address, parseAddress } from '#kernel/mail/address.ts'
import type { Attachment } from '#kernel/mail/attachments.ts'
import type { ComposeInput } from '#kernel/mail/compose.ts'

/** The address in an entry that is known to be one. */
export function address(entry: string): Address {
  const parsed = parseAddress(entry)
  if (!parsed.ok) throw new Error(`${entry}: ${parsed.why.en}`)
  return parsed.address
}

export const sample: ComposeInput = {
  messageId: '0192f0c18e7f7000a1b2c3d4e5f60718@example.com',
  dateMs: Date.UTC(2026, 10, 21, 10, 45, 0),
  from: address('Loja Exemplo <loja@example.com>'),
  to: [address('Maria Silva <maria@example.org>')],
  cc: [],
  replyTo: [],
  subject: 'Your order',
  text: 'Hello.\n',
  headers: [],
  attachments: [],
  boundarySeed: '0192f0c18e7f7000a1b2c3d4e5f60718',
}

/** Text as people and machines write it: words, long words, every script, odd spaces, markup. */
export const anyText = (maxLength: number) =>
  fc
    .array(
      fc.oneof(
        fc.lorem({ maxCount: 8 }),
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        fc.constantFrom(
          '\n',
          '\r\n',
          '\n\n',
          ' ',
          '  ',
          '\t',
          '.',
          '\n.',
          '\n.\n',
          'From ',
          '\nFrom me',
          '=',
          '=3D',
          '<p>',
          '</p>',
          '--',
          '\n--=_m_',
          'ação',
          'é',
          '日本語',
          '🎉',
          ' \n',
          '\t\n',
          '_',
          '=?UTF-8?Q?x?=',
        ),
        fc.nat(1200).map(n => 'x'.repeat(n)),
      ),
      { maxLength: 20 },
    )
    .map(parts => parts.join('').slice(0, maxLength).toWellFormed())

/** One line without controls or outer spaces. */
export const anyLine = (maxLength: number) =>
  anyText(maxLength).map(text => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim())

const label = fc.stringMatching(/^[a-z0-9]{1,12}$/)
const domain = fc
  .tuple(label, fc.constantFrom('com', 'org', 'com.br'))
  .map(parts => parts.join('.'))
const local = fc.stringMatching(/^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,20}$/)
const anyAddress: fc.Arbitrary<Address> = fc
  .record({ name: fc.option(anyLine(60), { nil: undefined }), local, domain })
  .map(({ name, local, domain }) => ({
    ...(name === undefined || name === '' ? {} : { name }),
    local,
    domain,
    email: `${local}@${domain}`,
    needsUtf8: false,
  }))

const anyAttachment: fc.Arbitrary<Attachment> = fc
  .record({
    // The parser decodes what looks like encoded words even in RFC 2231 parameters.
    filename: anyLine(80).filter(line => !line.includes('=?')),
    contentType: fc.option(fc.constantFrom('image/png', 'application/pdf', 'text/plain'), {
      nil: undefined,
    }),
    contentId: fc.option(fc.stringMatching(/^[a-z0-9]{1,10}@[a-z]{1,8}$/), { nil: undefined }),
    content: fc.uint8Array({ maxLength: 400 }).map(bytes => Buffer.from(bytes)),
  })
  .map(({ contentType, contentId, ...rest }) => ({
    ...rest,
    ...(contentType === undefined ? {} : { contentType }),
    ...(contentId === undefined ? {} : { contentId }),
  }))

/** Any email that intake would accept. */
export const anyEmail: fc.Arbitrary<ComposeInput> = fc
  .record({
    from: anyAddress,
    to: fc.array(anyAddress, { minLength: 1, maxLength: 6 }),
    cc: fc.array(anyAddress, { maxLength: 3 }),
    replyTo: fc.array(anyAddress, { maxLength: 2 }),
    subject: anyLine(300),
    bodies: fc.oneof(
      anyText(4000).map(text => ({ text })),
      anyText(4000).map(html => ({ html })),
      fc.record({ text: anyText(2000), html: anyText(4000) }),
    ),
    headers: fc.array(
      fc.tuple(
        fc.stringMatching(/^X-[A-Za-z0-9-]{1,30}$/),
        anyLine(300).filter(line => line !== ''),
      ),
      { maxLength: 4 },
    ),
    attachments: fc.array(anyAttachment, { maxLength: 3 }),
    boundarySeed: fc.stringMatching(/^[a-f0-9]{32}$/),
    dateMs: fc.integer({ min: 1_700_000_000_000, max: 2_000_000_000_000 }),
  })
  .map(({ bodies, ...rest }) => {
    const shown = rest.attachments.map(file => `<img src="cid:${file.contentId ?? 'none'}">`)
    const withImages = 'html' in bodies ? { ...bodies, html: bodies.html + shown.join('') } : bodies
    return { ...rest, ...withImages, messageId: `${rest.boundarySeed}@example.com` }
  })
