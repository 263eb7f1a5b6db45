/** docs/settings.md: the environment variables. */
import { settingsTable } from '#kernel/base/config.ts'
import type { Language, Text } from '#kernel/base/languages.ts'
import type { SettingKind } from '#kernel/base/setting-values.ts'
import { cell, pagesOf } from './page.ts'

export const settingPages = () => pagesOf('settings.md', settingsPage)

function settingsPage(language: Language): string[] {
  const rows = Object.entries(settingsTable).map(([name, { kind, default: fallback, about }]) => {
    const preset = fallback === '' ? '' : `\`${fallback}\``
    return `| \`${name}\` | ${kinds[kind][language]} | ${preset} | ${cell(about[language])} |`
  })
  return [...introduction[language], '|---|---|---|---|', ...rows]
}

const introduction: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'Settings',
    'Environment variables, all optional. A value that cannot be used stops the start with a sentence that names it.',
    '',
    '| name | kind | default | meaning |',
  ],
  pt: [
    'Configurações',
    'Variáveis de ambiente, todas opcionais. Um valor que não serve impede o início, com uma frase que diz qual é.',
    '',
    '| nome | tipo | padrão | significado |',
  ],
}

/** What kind of value a setting takes, as its table says it. */
const kinds: Readonly<Record<SettingKind, Text>> = {
  text: { en: 'text', pt: 'texto' },
  port: { en: 'port', pt: 'porta' },
  integer: { en: 'whole number', pt: 'número inteiro' },
  count: { en: 'whole number from 1', pt: 'número inteiro a partir de 1' },
  share: { en: 'part, above 0 to 1', pt: 'parte, acima de 0 até 1' },
  part: { en: 'part, 0 to 1', pt: 'parte, de 0 a 1' },
  boolean: { en: '`true` or `false`', pt: '`true` ou `false`' },
  list: { en: 'list, with commas', pt: 'lista, com vírgulas' },
  name_servers: { en: 'list of host:port', pt: 'lista de host:porta' },
  networks: { en: 'networks', pt: 'redes' },
  url: { en: 'URL', pt: 'URL' },
  address: { en: 'email address', pt: 'endereço de e-mail' },
  domain: { en: 'domain name', pt: 'nome de domínio' },
  duration: { en: 'duration', pt: 'duração' },
  processes: { en: 'number or `auto`', pt: 'número ou `auto`' },
  cell: { en: 'two characters', pt: 'dois caracteres' },
}
