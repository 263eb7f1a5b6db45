/** A page of text with our one stylesheet, and the way to the pages of a first visit. */
import type { FastifyReply } from 'fastify'
import { escapeHtml } from './markdown.ts'

/** Text and one stylesheet; nothing can run. */
const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'"

type PageLanguage = 'en' | 'pt-BR'

interface PlainPage {
  readonly title: string
  readonly html: string
}

export const sendPage = (
  reply: FastifyReply,
  page: PlainPage,
  language: PageLanguage = 'en',
): FastifyReply => withHeaders(reply, language).send(plainPage(page, language))

/** As a page is to be sent by whoever packs it. */
export const withHeaders = (reply: FastifyReply, language: PageLanguage): FastifyReply =>
  reply
    .headers({
      'Content-Security-Policy': pagePolicy,
      'Content-Language': language,
    })
    .type('text/html; charset=utf-8')

export const plainPage = ({ title, html }: PlainPage, language: PageLanguage): string =>
  `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/malote.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
${navigation(language)}
<main>
${html}
</main>
</body>
</html>
`

const firstPages: Readonly<Record<PageLanguage, readonly (readonly [string, string])[]>> = {
  en: [
    ['quick-start', 'Quick start'],
    ['api/', 'API reference'],
    ['test-mode', 'Test mode'],
    ['events', 'Events'],
    ['webhooks', 'Webhooks'],
    ['errors', 'Errors'],
    ['going-live', 'Going live'],
    ['pt/', 'Português'],
  ],
  'pt-BR': [
    ['pt/quick-start', 'Início rápido'],
    ['api/', 'Referência da API'],
    ['pt/test-mode', 'Modo de teste'],
    ['pt/events', 'Eventos'],
    ['pt/webhooks', 'Webhooks'],
    ['pt/errors', 'Erros'],
    ['pt/going-live', 'Entrar em produção'],
    ['', 'English'],
  ],
}

function navigation(language: PageLanguage): string {
  const links = firstPages[language].map(([to, words]) => `<a href="/docs/${to}">${words}</a>`)
  const [label, home] = language === 'en' ? ['Documentation', ''] : ['Documentação', 'pt/']
  return `<nav aria-label="${label}"><a href="/docs/${home}">Malote</a> ${links.join(' ')}</nav>`
}
