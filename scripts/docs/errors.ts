/** docs/errors.md: every code with its type, status and sentence. */
import { errors } from '#kernel/base/errors.ts'
import type { Language } from '#kernel/base/languages.ts'
import { pagesOf } from './page.ts'

export const errorPages = () =>
  pagesOf('errors.md', language => [...introduction[language], sections(language).join('\n\n')])

function sections(language: Language): string[] {
  return Object.entries(errors).map(([code, { type, status, message }]) =>
    [
      `## ${code}`,
      '',
      language === 'en'
        ? `Type \`${type}\`, status ${status}.`
        : `Tipo \`${type}\`, status ${status}.`,
      '',
      shown(message[language]),
    ].join('\n'),
  )
}

/** Places that are filled with the case at hand, as code. */
const shown = (text: string) => text.replaceAll(/\{(\w+)\}/g, '`{$1}`')

const sample = [
  '```json',
  '{',
  '  "error": {',
  '    "type": "invalid_request",',
  '    "code": "invalid_field",',
  '    "message": "…",',
  '    "param": "to[1]",',
  '    "doc_url": "…/docs/errors#invalid_field",',
  '    "request_id": "req_…"',
  '  }',
  '}',
  '```',
]

const typeRows = [...new Set(Object.values(errors).map(entry => entry.type))].map(type => {
  const statuses = Object.values(errors).flatMap(e => (e.type === type ? [e.status] : []))
  return `| \`${type}\` | ${[...new Set(statuses)].sort().join(', ')} |`
})

const introduction: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'Errors',
    'Every refusal has this shape. `code` is stable and always has the same type and status; `message` is for people, in the language of the request, and often more exact than the sentences below. `param` is there where one field is to blame. `request_id` equals the `Request-Id` header: name it when you ask for help.',
    '',
    ...sample,
    '',
    '| type | status |',
    '|---|---|',
    ...typeRows,
    '',
  ],
  pt: [
    'Erros',
    'Toda recusa tem esta forma. `code` não muda e tem sempre o mesmo tipo e status; `message` é para pessoas, no idioma da chamada, e muitas vezes diz mais do que as frases abaixo. `param` aparece quando a culpa é de um campo. `request_id` é igual ao cabeçalho `Request-Id`: informe-o ao pedir ajuda.',
    '',
    ...sample,
    '',
    '| tipo | status |',
    '|---|---|',
    ...typeRows,
    '',
  ],
}
