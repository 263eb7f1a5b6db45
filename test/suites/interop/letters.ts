/** Emails of every shape that has ever broken a signature or a mail server, and random ones. */
import fc from 'fast-check'
import { anyLine, anyText } from '../../unit/mail/emails.ts'

export interface Letter {
  readonly about: string
  readonly body: Readonly<Record<string, unknown>>
}

const bytes = Buffer.from(Array.from({ length: 40_000 }, (_, i) => (i * 7919) % 256))

export const letters: readonly Letter[] = [
  { about: 'text alone', body: { subject: 'Plain', text: 'Just text.\n' } },
  {
    about: 'html and text with accents',
    body: {
      subject: 'Olá, coração — ação nº 1 🎉',
      text: 'Não há nada como um acento.\n',
      html: '<p>Não há nada como um <b>acento</b>.</p>',
    },
  },
  {
    about: 'dots and blanks at the edges of lines',
    body: {
      subject: '  blanks   inside  ',
      text: '.\n..\n.hidden\ntrailing blanks   \n\ttab\n\n\n\nmany empty lines at the end\n\n\n',
    },
  },
  {
    about: 'a line of 5,000 characters',
    body: { subject: 'Long', text: `${'word '.repeat(1000)}\n` },
  },
  {
    about: 'attachments',
    body: {
      subject: 'With files',
      html: '<p>See <img src="cid:picture"></p>',
      text: 'See attached.',
      attachments: [
        { filename: 'relatório.bin', content: bytes.toString('base64') },
        { filename: 'picture.png', content: bytes.toString('base64'), content_id: 'picture' },
      ],
    },
  },
  {
    about: 'many headers, some folded',
    body: {
      subject: `Folded ${'subject '.repeat(40)}`,
      text: 'Headers.',
      reply_to: ['Atendimento à Cliente <ajuda@loja.test>'],
      headers: {
        'X-Long': 'value '.repeat(60).trim(),
        'X-Accent': 'não é só ASCII',
        'List-Unsubscribe': '<https://loja.test/sair>',
      },
    },
  },
  { about: 'one character', body: { subject: 'x', text: 'x' } },
  {
    about: 'a megabyte of html',
    body: { subject: 'Large', html: `<p>${'Um parágrafo com acentuação. '.repeat(34_000)}</p>` },
  },
]

const present = (arbitrary: fc.Arbitrary<string>, otherwise: string) =>
  arbitrary.map(text => (text.trim() === '' ? otherwise : text))
const bodyText = present(anyText(8000), 'text')

/** What the API takes, of every kind of text and file. */
const anyLetter: fc.Arbitrary<Letter['body']> = fc
  .record({
    subject: present(anyLine(300), 'subject'),
    bodies: fc.oneof(
      bodyText.map(text => ({ text })),
      bodyText.map(html => ({ html })),
      fc.record({ text: bodyText, html: bodyText }),
    ),
    files: fc.array(
      fc.record({
        filename: fc.stringMatching(/^[a-z0-9 ç]{1,40}$/).map(name => `a${name.trim()}.bin`),
        content: fc
          .uint8Array({ minLength: 1, maxLength: 3000 })
          .map(bytes => Buffer.from(bytes).toString('base64')),
      }),
      { maxLength: 3 },
    ),
    headers: fc.dictionary(
      fc.stringMatching(/^X-Own-[A-Za-z0-9-]{1,20}$/),
      present(anyLine(300), 'value'),
      { maxKeys: 3, noNullPrototype: true },
    ),
  })
  .map(({ subject, bodies, files, headers }) => ({
    subject,
    ...bodies,
    ...(files.length > 0 ? { attachments: files } : {}),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
  }))

/** The same seed makes the same letters. */
export function randomLetters(seed: number, count: number): Letter[] {
  if (count === 0) return []
  return fc
    .sample(anyLetter, { seed, numRuns: count })
    .map((body, i) => ({ about: `random message ${i} of seed ${seed}`, body }))
}
