/** docs/events.md: what can happen, by the tables of events, facts and notices. */
import type { Language, Text } from '#kernel/base/languages.ts'
import { factTypes, factWildcards } from '#marketing/activity/catalogue.ts'
import { domainEvents, domainWildcard } from '#sending/domains/domain-events.ts'
import { eventTypes } from '#sending/events/event.ts'
import { noticeEvents, noticeTypes } from '#tenants/accounts/notice-kinds.ts'
import { pagesOf, tableOf } from './page.ts'

export const eventPages = () => pagesOf('events.md', eventsPage)

const wildcards = factWildcards.map(name => `\`${name}\``).join(', ')
const ofNotices = Object.fromEntries(
  Object.entries(noticeTypes).map(([name, { about }]) => [name, about]),
)

const words = {
  en: {
    title: 'Events',
    email:
      'What can happen to an email. Events are on its timeline (`GET /v1/emails/{id}`), in the list of the project (`GET /v1/events`), and are posted to webhooks that subscribe to their type.',
    head: ['type', 'meaning'],
    factsTitle: 'Facts about contacts',
    facts: `Types with a dot. They are in \`GET /v1/activity\`, and are posted to webhooks whose \`events\` name them, or all of a noun: ${wildcards}.`,
    domainsTitle: 'Domains',
    domains: `For webhooks whose \`events\` name the type, or \`${domainWildcard}\`; \`data.domain\` is what \`GET /v1/domains/{id}\` shows.`,
    noticesTitle: 'Notices',
    notices:
      'What the account is told, for webhooks whose `events` name the type; `data.notice` is what `GET /v1/notices` shows.',
    noticeTypes: 'The `type` of a notice:',
    noticeHead: ['type of notice', 'meaning'],
  },
  pt: {
    title: 'Eventos',
    email:
      'O que pode acontecer com um e-mail. Os eventos ficam na sua linha do tempo (`GET /v1/emails/{id}`), na lista do projeto (`GET /v1/events`), e são enviados aos webhooks que assinam o seu tipo.',
    head: ['tipo', 'significado'],
    factsTitle: 'Fatos sobre contatos',
    facts: `Tipos com ponto. Ficam em \`GET /v1/activity\`, e são enviados aos webhooks cujo \`events\` os cita, um por um ou todos os de um nome: ${wildcards}.`,
    domainsTitle: 'Domínios',
    domains: `Para webhooks cujo \`events\` cita o tipo, ou \`${domainWildcard}\`; \`data.domain\` é o que \`GET /v1/domains/{id}\` mostra.`,
    noticesTitle: 'Avisos',
    notices:
      'O que a conta precisa saber, para webhooks cujo `events` cita o tipo; `data.notice` é o que `GET /v1/notices` mostra.',
    noticeTypes: 'O `type` de um aviso:',
    noticeHead: ['tipo de aviso', 'significado'],
  },
}

function eventsPage(language: Language): string[] {
  const said = words[language]
  const table = (rows: Readonly<Record<string, Text>>) => tableOf(said.head, rows, language)
  const section = (title: string, text: string) => ['', `## ${title}`, '', text, '']
  return [
    said.title,
    said.email,
    '',
    ...table(eventTypes),
    ...section(said.factsTitle, said.facts),
    ...table(factTypes),
    ...section(said.domainsTitle, said.domains),
    ...table(domainEvents),
    ...section(said.noticesTitle, said.notices),
    ...table(noticeEvents),
    '',
    said.noticeTypes,
    '',
    ...tableOf(said.noticeHead, ofNotices, language),
  ]
}
