/**
 * Writes the pages of docs/ that are tables of the program: errors, events, settings. With `--check`
 * it only compares.
 *
 *     node scripts/run.mjs scripts/docs.ts [--check]
 */
import * as fs from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { settingsTable } from '#kernel/base/config.ts'
import { errors } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'
import { factTypes, factWildcards } from '#marketing/activity/catalogue.ts'
import { domainEvents, domainWildcard } from '#sending/domains/domain-events.ts'
import { eventTypes } from '#sending/events/event.ts'
import { noticeEvents, noticeTypes } from '#tenants/accounts/notice-kinds.ts'

const command = 'node scripts/run.mjs scripts/docs.ts'
const generated = `<!-- Generated: do not edit, run ${command} -->`

/** The generated pages by their name in docs/. */
export function generatedDocs(): Readonly<Record<string, string>> {
  return { 'errors.md': errorsPage(), 'events.md': eventsPage(), 'settings.md': settingsPage() }
}

function errorsPage(): string {
  const types = [...new Set(Object.values(errors).map(entry => entry.type))]
  const typeRows = types.map(type => {
    const statuses = Object.values(errors).flatMap(e => (e.type === type ? [e.status] : []))
    return `| \`${type}\` | ${[...new Set(statuses)].sort().join(', ')} |`
  })
  const sections = Object.entries(errors).map(([code, { type, status, message }]) =>
    lines(
      `## ${code}`,
      '',
      `Type \`${type}\`, status ${status}.`,
      '',
      `- English: ${shown(message.en)}`,
      `- Portuguese: ${shown(message.pt)}`,
    ),
  )
  return page(
    '# Errors',
    'Every refusal has this shape. `code` is stable and always has the same type and status; `message`',
    'is for people, in the language of the request, and often more exact than the sentences below.',
    '`param` is there where one field is to blame. `request_id` equals the `Request-Id` header: name',
    'it when you ask for help.',
    '',
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
    '',
    '| type | status |',
    '|---|---|',
    ...typeRows,
    '',
    sections.join('\n\n'),
  )
}

function eventsPage(): string {
  const rowsOf = (types: Readonly<Record<string, Text>>): string[] =>
    Object.entries(types).map(([type, { en, pt }]) => `| \`${type}\` | ${cell(en)} | ${cell(pt)} |`)
  return page(
    '# Events',
    'What can happen to an email. Events are on its timeline (`GET /v1/emails/{id}`), in the list of',
    'the project (`GET /v1/events`), and are posted to webhooks that subscribe to their type.',
    '',
    '| type | English | Portuguese |',
    '|---|---|---|',
    ...rowsOf(eventTypes),
    '',
    '## Facts about contacts',
    '',
    'Types with a dot. They are in `GET /v1/activity`, and are posted to webhooks whose `events` name',
    `them, or all of a noun: ${factWildcards.map(name => `\`${name}\``).join(', ')}.`,
    '',
    '| type | English | Portuguese |',
    '|---|---|---|',
    ...rowsOf(factTypes),
    '',
    '## Domains',
    '',
    `For webhooks whose \`events\` name the type, or \`${domainWildcard}\`; \`data.domain\` is what`,
    '`GET /v1/domains/{id}` shows.',
    '',
    '| type | English | Portuguese |',
    '|---|---|---|',
    ...rowsOf(domainEvents),
    '',
    '## Notices',
    '',
    'What the account is told, for webhooks whose `events` name the type; `data.notice` is what',
    '`GET /v1/notices` shows.',
    '',
    '| type | English | Portuguese |',
    '|---|---|---|',
    ...rowsOf(noticeEvents),
    '',
    'The `type` of a notice:',
    '',
    '| type of notice | English | Portuguese |',
    '|---|---|---|',
    ...rowsOf(
      Object.fromEntries(Object.entries(noticeTypes).map(([name, { about }]) => [name, about])),
    ),
  )
}

function settingsPage(): string {
  const rows = Object.entries(settingsTable).map(([name, { kind, default: fallback, about }]) => {
    const preset = fallback === '' ? '' : `\`${fallback}\``
    return `| \`${name}\` | ${kind} | ${preset} | ${cell(about)} |`
  })
  return page(
    '# Settings',
    'Environment variables, all optional. A value that cannot be used stops the start with a sentence',
    'that names it.',
    '',
    '| name | kind | default | meaning |',
    '|---|---|---|---|',
    ...rows,
  )
}

const lines = (...all: string[]) => all.join('\n')
const page = (title: string, ...rest: string[]) => `${lines(title, '', generated, '', ...rest)}\n`
const cell = (text: string) => text.replaceAll('|', '\\|')
/** Places that are filled with the case at hand, as code. */
const shown = (text: string) => text.replaceAll(/\{(\w+)\}/g, '`{$1}`')

async function main(): Promise<void> {
  for (const [name, text] of Object.entries(generatedDocs())) {
    const file = fileURLToPath(new URL(`../docs/${name}`, import.meta.url))
    const before = await fs.readFile(file, 'utf8').catch(() => '')
    if (before === text) continue
    if (!process.argv.includes('--check')) await fs.writeFile(file, text)
    else {
      console.error(`docs/${name} is not what the program says: run ${command}.`)
      process.exitCode = 1
    }
  }
}

if (import.meta.main) await main()
