/**
 * Composed messages: one to look at, their structure, their limits; and, over arbitrary emails, what
 * an independent parser reads back, in agreement with another composer.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import MailComposer from 'nodemailer/lib/mail-composer'
import PostalMime from 'postal-mime'
import type { Address } from '#kernel/mail/address.ts'
import { checkAttachment } from '#kernel/mail/attachments.ts'
import { type ComposeInput, compose } from '#kernel/mail/compose.ts'
import { cutLines, textOfBody } from '#kernel/mail/transfer-encoding.ts'
import { address, anyEmail, sample } from './emails.ts'

const textOf = (email: ComposeInput): string => compose(email).bytes.toString('latin1')

/** Only CRLF ends lines, seven bits, no NUL, no line too long, no dot or From to trip over. */
function assertSafe(bytes: Buffer): void {
  const text = bytes.toString('latin1')
  assert.ok(text.endsWith('\r\n'))
  assert.doesNotMatch(text, /\r(?!\n)|(?<!\r)\n/, 'a bare CR or LF')
  assert.doesNotMatch(text, /[\0\x80-\xff]/, 'a NUL or an eighth bit')
  for (const line of text.split('\r\n')) {
    assert.ok(line.length <= 998, `a line of ${line.length}`)
    assert.notEqual(line, '.')
    assert.ok(!line.startsWith('From '), line)
  }
}

/** Line ends as the parser gives them, and no last one, which belongs to the boundary. */
const normal = (text: string | undefined): string | undefined =>
  text?.replace(/\r\n|\r|\n/g, '\n').replace(/\n+$/, '')

describe('A composed message', () => {
  it('looks like this', () => {
    const message = textOf({
      ...sample,
      cc: [address('"Doe, J." <j@example.net>')],
      replyTo: [address('ajuda@example.com')],
      subject: 'Seu pedido está a caminho',
      text: 'Olá, Maria!\nSeu pedido saiu.\n',
      html: '<p>Olá, <b>Maria</b>!</p>\n<img src="cid:logo">',
      headers: [['X-Order', '12345']],
      attachments: [
        {
          filename: 'logo.png',
          contentType: 'image/png',
          contentId: 'logo',
          content: Buffer.from('PNG'),
        },
        { filename: 'relatório.pdf', contentType: 'application/pdf', content: Buffer.from('PDF') },
      ],
      received: 'from app by mx.example.com with HTTP',
    })
    const seed = sample.boundarySeed
    assert.deepEqual(message.split('\r\n'), [
      'Received: from app by mx.example.com with HTTP; Sat, 21 Nov 2026 10:45:00',
      ' +0000',
      'Date: Sat, 21 Nov 2026 10:45:00 +0000',
      'From: Loja Exemplo <loja@example.com>',
      'Reply-To: ajuda@example.com',
      'To: Maria Silva <maria@example.org>',
      'Cc: "Doe, J." <j@example.net>',
      'Subject: =?UTF-8?Q?Seu_pedido_est=C3=A1_a_caminho?=',
      `Message-ID: <${seed}@example.com>`,
      'X-Order: 12345',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed;',
      ` boundary="=_m_${seed}"`,
      '',
      `--=_m_${seed}`,
      'Content-Type: multipart/related; type="multipart/alternative";',
      ` boundary="=_r_${seed}"`,
      '',
      `--=_r_${seed}`,
      'Content-Type: multipart/alternative;',
      ` boundary="=_a_${seed}"`,
      '',
      `--=_a_${seed}`,
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Ol=C3=A1, Maria!',
      'Seu pedido saiu.',
      `--=_a_${seed}`,
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '<p>Ol=C3=A1, <b>Maria</b>!</p>',
      '<img src=3D"cid:logo">',
      `--=_a_${seed}--`,
      `--=_r_${seed}`,
      'Content-Type: image/png; name="logo.png"',
      'Content-Transfer-Encoding: base64',
      'Content-Disposition: inline; filename="logo.png"',
      'Content-ID: <logo>',
      '',
      'UE5H',
      `--=_r_${seed}--`,
      `--=_m_${seed}`,
      "Content-Type: application/pdf; name*=UTF-8''relat%C3%B3rio.pdf",
      'Content-Transfer-Encoding: base64',
      "Content-Disposition: attachment; filename*=UTF-8''relat%C3%B3rio.pdf",
      '',
      'UERG',
      `--=_m_${seed}--`,
      '',
    ])
  })

  it('is one part where there is one body', () => {
    assert.match(
      textOf(sample),
      /^Content-Type: text\/plain; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\nHello\.\r\n$/m,
    )
    assert.doesNotMatch(textOf({ ...sample, html: '<p>x</p>', text: '' }), /multipart|text\/plain/)
  })

  it('takes the shortest encoding that no relay has to touch', () => {
    const encodings: [body: string, encoding: string][] = [
      ['plain\ttext ~', '7bit'],
      ['x'.repeat(998), '7bit'],
      ['x'.repeat(999), 'quoted-printable'],
      ['.', 'quoted-printable'],
      ['a\n.\nb', 'quoted-printable'],
      ['.a', '7bit'],
      ['From here', 'quoted-printable'],
      ['a\r\nFrom here', 'quoted-printable'],
      ['Fromage', '7bit'],
      ['bell\x07', 'quoted-printable'],
      ['nul\0', 'quoted-printable'],
      ['é plain', 'quoted-printable'],
      ['日本語のメール本文です', 'base64'],
    ]
    for (const [text, encoding] of encodings) {
      assert.match(
        textOf({ ...sample, text }),
        new RegExp(`Transfer-Encoding: ${encoding}\r\n`),
        text.slice(0, 20),
      )
      assertSafe(compose({ ...sample, text }).bytes)
    }
  })

  it('shows an image by whatever form of its id, and none whose id only begins another', () => {
    const file = (contentId: string) => ({
      filename: 'a\u202egpj.png',
      content: Buffer.from('x'),
      contentType: 'image/png',
      contentId,
    })
    const shown = (html: string, id: string): boolean => {
      const text = compose({ ...sample, html, attachments: [file(id)] }).bytes.toString()
      assert.match(text, /filename="agpj\.png"/)
      return /Content-Disposition: inline/.test(text)
    }
    for (const src of ['CID:logo', 'cid:logo', 'Cid:logo']) {
      assert.equal(shown(`<img src="${src}">`, 'logo'), true, src)
    }
    for (const at of ['@', '%40', '&#64;', '&#x40;', '&commat;']) {
      assert.equal(shown(`<img src="cid:a${at}b.c">`, 'a@b.c'), true, at)
    }
    assert.equal(shown('<p style="background: url(cid:logo)">', 'logo'), true)
    for (const src of ['cid:logo2', 'cid:logo.png', 'cid:logo-2', 'cid:logo@x', 'acid:logo']) {
      assert.equal(shown(`<img src="${src}">`, 'logo'), false, src)
    }
  })

  it('needs SMTPUTF8 for a UTF-8 local part only, and says where its header ends', () => {
    const plain = compose({ ...sample, to: [address('João <joao@bücher.de>')] })
    assert.deepEqual([plain.utf8Headers, plain.eightBit], [false, false])
    const utf8 = compose({ ...sample, to: [address('João <joão@bücher.de>')] })
    assert.deepEqual([utf8.utf8Headers, utf8.eightBit], [true, false])
    for (const { bytes, headerEnd } of [plain, utf8]) {
      assert.equal(bytes.toString('latin1', headerEnd - 2, headerEnd + 2), '\r\n\r\n')
      assert.equal(headerEnd + 2, bytes.indexOf('\r\n\r\n') + 4)
    }
    assert.ok(utf8.bytes.includes('<joão@xn--bcher-kva.de>'))
  })

  it('makes the same bytes of a text of which whole lines are encoded already', () => {
    const words = ['words ', 'é', '=', '\t', '.', 'From ', '\n', '\r\n', '\r', ' \n', '\u{1f600}']
    const line = fc.array(fc.constantFrom(...words, 'a'.repeat(80), 'x'.repeat(999)))
    const texts = fc.array(
      line.map(pieces => pieces.join('')),
      { minLength: 1, maxLength: 4 },
    )
    let cuts = 0
    fc.assert(
      fc.property(texts, some => {
        const body = some.flatMap(one => cutLines(one.repeat(20)))
        if (body.some(one => typeof one !== 'string')) cuts += 1
        const whole = textOf({ ...sample, html: textOfBody(body), text: textOfBody(body) })
        assert.equal(textOf({ ...sample, html: body, text: body }), whole)
        assert.equal(textOf({ ...sample, html: body, text: body }), whole)
      }),
    )
    assert.ok(cuts > 20, `${cuts} had whole lines`)
  })

  it('never lets a body contain a boundary', async () => {
    const forged = `x\r\n--=_a_${sample.boundarySeed}--\r\n--=_a_${sample.boundarySeed}_1--\r\nevil`
    const parsed = await PostalMime.parse(compose({ ...sample, text: forged, html: forged }).bytes)
    assert.equal(normal(parsed.text), normal(forged))
    assert.equal(normal(parsed.html), normal(forged))
  })

  it('shows inline only the images that the html shows', async () => {
    const image = (id: string) => ({
      filename: `${id}.png`,
      contentType: 'image/png',
      contentId: id,
      content: Buffer.from(id),
    })
    const attachments = [image('shown'), image('a@b+c'), image('unused')]
    const html = '<img src="cid:shown"><img src="cid:a%40b%2Bc">'
    const { attachments: read } = await PostalMime.parse(
      compose({ ...sample, html, attachments }).bytes,
    )
    assert.deepEqual(
      read.map(file => [file.filename, file.disposition]),
      [
        ['shown.png', 'inline'],
        ['a@b+c.png', 'inline'],
        ['unused.png', 'attachment'],
      ],
    )
    const withoutHtml = textOf({ ...sample, attachments })
    assert.equal(withoutHtml.match(/Content-Disposition: attachment/g)?.length, 3)
  })

  it('leaves a message inside a message unencoded, or sends it as opaque bytes', () => {
    const file = (content: string, contentType = 'message/rfc822') =>
      textOf({
        ...sample,
        attachments: [{ filename: 'm.eml', contentType, content: Buffer.from(content) }],
      })
    assert.match(
      file('Subject: x\n\nbody\n'),
      /Content-Type: message\/rfc822; name="m.eml"\r\nContent-Transfer-Encoding: 7bit\r\n[\s\S]*\r\n\r\nSubject: x\r\n\r\nbody\r\n--/,
    )
    assert.match(file('Subject: é\n\n'), /Content-Type: application\/octet-stream[\s\S]*base64/)
    assert.match(
      file('--x', 'multipart/mixed; boundary=x'),
      /Content-Type: application\/octet-stream/,
    )
  })

  it('gives the same bytes for the same input', () => {
    fc.assert(
      fc.property(anyEmail, email => {
        const again = { ...email, to: email.to.map(one => ({ ...one })) }
        assert.deepEqual(compose(email), compose(again))
      }),
      { numRuns: 100, seed: 7 },
    )
  })
})

describe('Any email', () => {
  it('is read back by another parser as it was written, within every limit of the wire', async () => {
    await fc.assert(
      fc.asyncProperty(anyEmail, async email => {
        const { bytes, headerEnd } = compose(email)
        assertSafe(bytes)
        assert.equal(bytes.indexOf('\r\n\r\n') + 2, headerEnd)
        const read = await PostalMime.parse(bytes)
        assert.equal(read.subject ?? '', email.subject)
        assert.equal(read.messageId, `<${email.messageId}>`)
        assert.equal(Date.parse(read.date!), Math.floor(email.dateMs / 1000) * 1000)
        assert.deepEqual(shownAddress(read.from), plainAddress(email.from))
        assert.deepEqual(read.to?.map(shownAddress), email.to.map(plainAddress))
        assert.deepEqual(read.cc?.map(shownAddress) ?? [], email.cc.map(plainAddress))
        assert.deepEqual(read.replyTo?.map(shownAddress) ?? [], email.replyTo.map(plainAddress))
        assert.equal(read.bcc, undefined)
        if (email.text !== undefined && (email.text !== '' || email.html === undefined)) {
          assert.equal(normal(read.text), normal(textOfBody(email.text)))
        }
        if (email.html !== undefined)
          assert.equal(normal(read.html), normal(textOfBody(email.html)))
        const files = (list: readonly { filename: string | null; content: unknown }[]) =>
          list
            .map(file => [file.filename, Buffer.from(file.content as Buffer).toString('hex')])
            .sort()
            .join('\n')
        const expected = email.attachments.map(file => ({
          ...file,
          filename: file.filename.replace(/[/\\]/g, '_').trim() || 'attachment',
        }))
        assert.equal(files(read.attachments), files(expected))
      }),
      { numRuns: 600, seed: 42 },
    )
  })

  it('means the same as what nodemailer makes of it', async () => {
    await fc.assert(
      fc.asyncProperty(anyEmail, async email => {
        // It passes on what looks encoded, which ours encodes once more, so that it reads as written.
        const { subject, from, to, cc } = email
        fc.pre(!JSON.stringify([subject, from, to, cc]).includes('=?'))
        const ours = await PostalMime.parse(compose(email).bytes)
        const theirs = await PostalMime.parse(await throughNodemailer(email))
        const meaning = (read: typeof ours) => ({
          subject: read.subject ?? '',
          from: shownAddress(read.from),
          to: read.to?.map(shownAddress),
          cc: read.cc?.map(shownAddress),
          html: normal(read.html) || undefined,
          text: normal(read.text) || undefined,
          files: read.attachments
            .map(file => Buffer.from(file.content as Uint8Array).toString('hex'))
            .sort(),
        })
        assert.deepEqual(meaning(ours), meaning(theirs))
      }),
      { numRuns: 150, seed: 43 },
    )
  })
})

const plainAddress = ({ name, email }: Address) => ({ name: name ?? '', address: email })
const shownAddress = (one: { name: string; address?: string | undefined } | undefined) => ({
  name: one?.name ?? '',
  address: one?.address,
})

function throughNodemailer(email: ComposeInput): Promise<Buffer> {
  const list = (addresses: readonly Address[]) => addresses.map(plainAddress)
  const mail = new MailComposer({
    from: plainAddress(email.from),
    to: list(email.to),
    cc: list(email.cc),
    subject: email.subject,
    ...(email.text === undefined ? {} : { text: textOfBody(email.text) }),
    ...(email.html === undefined ? {} : { html: textOfBody(email.html) }),
    attachments: email.attachments.map(file => ({
      filename: file.filename,
      content: file.content,
      ...(file.contentId === undefined ? {} : { cid: file.contentId }),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return mail.compile().build()
}

describe('An attachment', () => {
  it('is refused with the field that is wrong', () => {
    assert.equal(
      checkAttachment({
        filename: 'a.pdf',
        contentType: 'text/calendar; method=REQUEST',
        contentId: 'x@y',
      }),
      null,
    )
    const wrong: [Parameters<typeof checkAttachment>[0], string][] = [
      [{ filename: '' }, 'filename'],
      [{ filename: ' ' }, 'filename'],
      [{ filename: 'a\r\nb' }, 'filename'],
      [{ filename: 'a'.repeat(256) }, 'filename'],
      [{ filename: 'a', contentType: 'pdf' }, 'content_type'],
      [{ filename: 'a', contentType: 'a/b\r\nX: y' }, 'content_type'],
      [{ filename: 'a', contentType: 'a/b; c' }, 'content_type'],
      [{ filename: 'a', contentType: `a/b; c=${'d'.repeat(200)}` }, 'content_type'],
      [{ filename: 'a', contentId: '' }, 'content_id'],
      [{ filename: 'a', contentId: '<x>' }, 'content_id'],
      [{ filename: 'a', contentId: 'x y' }, 'content_id'],
      [{ filename: 'a', contentId: 'é' }, 'content_id'],
    ]
    for (const [attachment, field] of wrong) {
      assert.equal(checkAttachment(attachment)?.field, field, JSON.stringify(attachment))
    }
  })
  it('that is wrong all the same cannot break the message', () => {
    const content = Buffer.from('x')
    const evil = '"\r\nBcc: x@y.z\r\n\r\n.\r\n'
    const { bytes } = compose({
      ...sample,
      attachments: [{ filename: evil, contentType: evil, contentId: evil, content }],
    })
    assertSafe(bytes)
    assert.doesNotMatch(bytes.toString(), /^bcc/im)
  })
})
