/**
 * Where people of the demo read their mail: a page of what its servers have taken, newest first, and
 * each letter as it came, with links that work. On loopback, as all of the demo.
 */
import { once } from 'node:events'
import * as http from 'node:http'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import type { Language, Text } from '#kernel/base/languages.ts'
import { escaped } from '#kernel/routes/plain-page.ts'

interface Letter {
  readonly n: number
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly at: number
  readonly html: string
  readonly text: string
}

export interface Mailbox {
  readonly url: string
  close(): Promise<void>
}

/** So many are listed. */
const maxListed = 200

/** `received`: the messages so far, each as it was stuffed for SMTP, in any order. */
export async function openMailbox(
  received: () => readonly Buffer[],
  language: Language,
): Promise<Mailbox> {
  const read = reader(received)
  const server = http.createServer((request, response) => {
    const at = new URL(request.url ?? '/', 'http://mailbox')
    void read().then(letters => {
      const letter = letters.find(one => at.pathname === `/${one.n}`)
      const page = letter
        ? pageOf(letter, language)
        : listOf(letters, at.searchParams.get('to') ?? '', language)
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Each message is read once. */
function reader(received: () => readonly Buffer[]): () => Promise<Letter[]> {
  const known = new Map<Buffer, Letter>()
  return async () => {
    for (const content of received()) {
      if (!known.has(content)) known.set(content, await letterOf(content, known.size + 1))
    }
    return [...known.values()].sort((a, b) => b.at - a.at || b.n - a.n)
  }
}

async function letterOf(stuffed: Buffer, n: number): Promise<Letter> {
  const content = Buffer.from(stuffed.toString('latin1').replaceAll('\r\n..', '\r\n.'), 'latin1')
  const { to, from, subject, date, html, text } = await PostalMime.parse(new Uint8Array(content))
  return {
    n,
    to: (to ?? []).map(one => one.address ?? '').join(', '),
    from: from?.name || from?.address || '',
    subject: subject ?? '',
    at: Date.parse(date ?? '') || 0,
    html: html ?? '',
    text: text ?? '',
  }
}

const say = (en: string, pt: string): Text => ({ en, pt })

const words = {
  title: say('Mailboxes of the demo', 'Caixas de entrada da demonstração'),
  about: say(
    'What the mail servers of the demo have taken, newest first. Links in the letters work.',
    'O que os servidores de e-mail da demonstração receberam, do mais novo ao mais antigo. Os links das mensagens funcionam.',
  ),
  to: say('Address', 'Endereço'),
  show: say('Show', 'Mostrar'),
  none: say('No letter yet. Read the page again.', 'Nenhuma mensagem ainda. Recarregue a página.'),
  back: say('All letters', 'Todas as mensagens'),
  from: say('from', 'de'),
} satisfies Record<string, Text>

function listOf(letters: readonly Letter[], to: string, language: Language): string {
  const wanted = letters.filter(one => one.to.includes(to.trim().toLowerCase()))
  const rows = wanted
    .slice(0, maxListed)
    .map(
      ({ n, subject, to: whose, from }) =>
        `<li><a href="/${n}">${escaped(subject)}</a><br>${escaped(whose)} · ${words.from[language]} ${escaped(from)}</li>`,
    )
  const list = rows.length > 0 ? `<ol>${rows.join('\n')}</ol>` : `<p>${words.none[language]}</p>`
  return whole(
    words.title[language],
    `<h1>${words.title[language]}</h1><p>${words.about[language]}</p>
     <form><label>${words.to[language]} <input name="to" value="${escaped(to)}"></label>
     <button>${words.show[language]}</button></form>${list}`,
    language,
  )
}

/** The letter in a frame that runs nothing; a link opens beside it. */
function pageOf({ subject, to, from, html, text }: Letter, language: Language): string {
  const letter = html === '' ? `<pre>${escaped(text)}</pre>` : html
  const source = escaped(`<base target="_blank">${letter}`)
  return whole(
    subject,
    `<p><a href="/">${words.back[language]}</a></p><h1>${escaped(subject)}</h1>
     <p>${escaped(to)} · ${words.from[language]} ${escaped(from)}</p>
     <iframe title="${escaped(subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${source}"></iframe>`,
    language,
  )
}

const whole = (title: string, body: string, language: Language): string =>
  `<!doctype html><html lang="${language === 'pt' ? 'pt-BR' : 'en'}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:1.5rem auto;padding:0 1rem}
ol{padding:0;list-style:none}li{padding:.5rem 0;border-top:1px solid #8884}input,button{font:inherit}
iframe{box-sizing:border-box;width:100%;height:75vh;border:1px solid #8888;background:#fff}</style>
<body><main>${body}</main></body></html>`
