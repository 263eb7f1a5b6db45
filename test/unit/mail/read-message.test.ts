/** What people read of a message that was handed over as one. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readParts } from '#kernel/mail/mime-parts.ts'
import { readMessage } from '#kernel/mail/read-message.ts'

const bytes = (text: string, encoding: BufferEncoding = 'utf8'): Buffer =>
  Buffer.from(text.replaceAll('\n', '\r\n'), encoding)
const read = (text: string, encoding?: BufferEncoding) => readMessage(bytes(text, encoding))

const mixed = (...parts: string[]): string =>
  `From: a@b.test\nContent-Type: multipart/mixed; boundary=b\n\n${parts.map(one => `--b\n${one}\n`).join('')}--b--\n`

describe('a message as it is read', () => {
  it('has the contents of files that are asked for, whether or not it has a key', () => {
    const file = mixed('Content-Type: image/png\nContent-Transfer-Encoding: base64\n\nJVBERg==')
    const asked = { filesOf: { type: /^image/, maxChars: 1_000 } }
    for (const message of [file, `X-Malote-Idempotency-Key: order-1\n${file}`]) {
      const [found] = readMessage(bytes(message), asked).files
      assert.equal(found?.content, 'JVBERg==')
    }
    const [keyed] = read(`X-Malote-Idempotency-Key: order-1\n${file}`).files
    assert.match(keyed!.digest!, /^[0-9a-f]{64}$/)
  })

  it('has the words of charsets that Node knows, and of others what their octets are', () => {
    const text = (charset: string, words: string): string | null =>
      read(`From: a@b.test\nContent-Type: text/plain; charset=${charset}\n\n${words}\n`, 'latin1')
        .text
    assert.equal(text('windows-1252', 'ol\xe1'), 'olá\n')
    assert.equal(text('utf-8', 'ol\xe1'), 'olá\n', 'bytes that are no UTF-8')
    assert.equal(text('iso-8859-1', 'ol\xc3\xa1'), 'olá\n', 'UTF-8 under the name of single octets')
    assert.equal(text('koi8-r', '\xf0'), 'П\n')
    assert.equal(text('x-nobody', 'ol\xe1'), 'olá\n')
    assert.equal(
      read('From: a@b.test\nSubject: Ol\xe1 mundo\n\nx\n', 'latin1').subject,
      'Olá mundo',
    )
  })

  it('keeps flowed lines as they are', () => {
    const body = '> First line of hers that is long and \n> goes on.\n\nMy answer.\n'
    assert.equal(
      read(`From: a@b.test\nContent-Type: text/plain; format=flowed\n\n${body}`).text,
      body,
    )
  })

  it('takes a part with a name for a file, and an odd alternative for none', () => {
    const named = read(
      mixed(
        'Content-Type: text/plain\n\nbody',
        'Content-Type: text/plain; name="log.txt"\n\nlines',
        'Content-Type: text/plain\nContent-Disposition: inline; filename="olá.txt"\n\nlines',
        'Content-Type: text/csv\nContent-Disposition: attachment\n\na;b',
        'Content-Type: application/pdf\nContent-Transfer-Encoding: base64\n\nJVBERg==',
      ),
    )
    assert.equal(named.text, 'body')
    assert.deepEqual(
      named.files.map(one => [one.filename, one.content_type, one.size_bytes]),
      [
        ['log.txt', 'text/plain', 5],
        ['olá.txt', 'text/plain', 5],
        ['attachment', 'text/csv', 3],
        ['attachment', 'application/pdf', 4],
      ],
    )
    const invitation = read(
      'From: a@b.test\nContent-Type: multipart/alternative; boundary="x y"\n\n--x y\n\nhi\n' +
        '--x y\nContent-Type: text/html\n\n<p>hi</p>\n--x y\n' +
        'Content-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR\n--x y--\n',
    )
    assert.deepEqual([invitation.text, invitation.html, invitation.files], ['hi', '<p>hi</p>', []])
  })

  it('gives lists, groups too, and what is said to us', () => {
    const { from, to, cc, replyTo, subject, messageId, control, others } = read(
      'From: =?utf-8?q?Ana=2C_Lda?= <a@b.test>\nTo: friends: x@y.test, Z <z@y.test>;\n' +
        'Cc: undisclosed-recipients:;\nReply-To: r@b.test\nSubject: =?utf-8?b?b2zDoQ==?=\n there\n' +
        'Message-ID: <1@b.test>\nX-Malote-Tag-A: =?utf-8?q?=C3=A1?=\nX-Own: 1\nX-Own: 2\n\n',
    )
    assert.deepEqual(from, [{ name: 'Ana, Lda', address: 'a@b.test' }])
    assert.deepEqual(
      to.map(one => one.address),
      ['x@y.test', 'z@y.test'],
    )
    assert.deepEqual([cc, replyTo.length, subject, messageId], [[], 1, 'olá there', '<1@b.test>'])
    assert.deepEqual(control, [['X-Malote-Tag-A', 'á']])
    assert.deepEqual(others, { 'X-Own': '1\n2' })
  })

  it('of any shape is read, nothing in it believed to end', () => {
    assert.deepEqual([read('').text, read('From: a@b.test\n').text], [null, null])
    assert.equal(
      read('From: a@b.test\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nopen').text,
      'open',
    )
    assert.equal(read('From: a@b.test\nContent-Type: multipart/mixed\n\nx').files.length, 1)
    assert.equal(
      read('A: b\nContent-Transfer-Encoding: quoted-printable\n\na=00b=\nc=zz\n').text,
      'abc=zz\n',
    )
    const similar = mixed('Content-Type: text/plain\n\none\n--bb\n--b2--\ntwo')
    assert.equal(read(similar).text, 'one\n--bb\n--b2--\ntwo')
    const many = readParts(bytes(mixed(...Array.from({ length: 6_000 }, () => '\n\nx'))))
    assert.equal(many.parts.length, 5_000)
  })

  it('nested beyond reason costs no more than its length', () => {
    const deep = Array.from(
      { length: 2_000 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`,
    )
    const message = bytes(`From: a@b.test\n${deep.join('')}`)
    const start = process.cpuUsage()
    readMessage(message)
    assert.ok(process.cpuUsage(start).user < 1_500_000)
  })
})
