/** The site of the pages: what it looks like is VitePress's own theme, what it says stands in docs/. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { transformerStyleToClass } from '@shikijs/transformers'
import { type DefaultTheme, defineConfig } from 'vitepress'
import { anchorOf } from '../../src/faces/api/markdown.ts'

const read = (file: string) => readFileSync(new URL(`../.tmp/${file}`, import.meta.url), 'utf8')
const { version, menus } = JSON.parse(read('site.json')) as {
  version: string
  menus: Record<'en' | 'pt', DefaultTheme.SidebarItem[]>
}
const dist = new URL('../dist/', import.meta.url)
const colours = transformerStyleToClass({ classPrefix: 'c-' })

/** Menus name pages as the index in docs/pt does: from there. */
const inPortuguese = (items: DefaultTheme.SidebarItem[]): DefaultTheme.SidebarItem[] =>
  items.map(({ link, items: inner, ...rest }) => ({
    ...rest,
    ...(link ? { link: link.startsWith('/../') ? link.slice(3) : `/pt${link}` } : {}),
    ...(inner ? { items: inPortuguese(inner) } : {}),
  }))

/** Scripts lie in files, so that no page needs to be allowed any of its own. */
function withoutScripts(html: string): string {
  return html.replaceAll(/<script( id="[^"]*")?>([\s\S]*?)<\/script>/g, (_all, id = '', code) => {
    const name = `assets/start.${createHash('sha256').update(code).digest('hex').slice(0, 12)}.js`
    mkdirSync(new URL('assets/', dist), { recursive: true })
    writeFileSync(new URL(name, dist), code)
    return `<script${id} src="/docs/${name}"></script>`
  })
}

export default defineConfig({
  title: 'Malote',
  base: '/docs/',
  srcDir: '.tmp',
  outDir: 'dist',
  cacheDir: 'node_modules/.cache',
  cleanUrls: true,
  metaChunk: true,
  router: { prefetchLinks: false },
  ignoreDeadLinks: [/^\/api\//, /^\/collection\.json$/],
  head: [['link', { rel: 'icon', href: '/malote.svg', type: 'image/svg+xml' }]],
  markdown: {
    html: false,
    languageAlias: { caddy: 'nginx' },
    anchor: { slugify: anchorOf },
    codeTransformers: [colours],
    config(md) {
      // What the service serves beside these pages stands below the same root.
      md.core.ruler.push('beside', ({ tokens }) => {
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const isBeside = token.attrGet('target') === '_self'
          if (isBeside) token.attrSet('href', `/docs${token.attrGet('href')}`)
        }
      })
      // Braces are text here, never a template of Vue's.
      const { text, code_inline: code } = md.renderer.rules
      const plain = (html: string) => html.replaceAll('{{', '&#123;&#123;')
      md.renderer.rules.text = (...given) => plain(text!(...given))
      md.renderer.rules.code_inline = (...given) => plain(code!(...given))
    },
  },
  transformHtml: withoutScripts,
  // The classes that samples are coloured by, which are known once all pages are read.
  buildEnd: () => writeFileSync(new URL('assets/colours.css', dist), colours.getCSS()),
  transformHead: () => [['link', { rel: 'stylesheet', href: '/docs/assets/colours.css' }]],
  locales: {
    root: {
      label: 'English',
      lang: 'en',
      description: 'An email delivery service that a company runs itself',
      themeConfig: {
        nav: [{ text: version, link: '/changes' }],
        sidebar: menus.en,
      },
    },
    pt: {
      label: 'Português',
      lang: 'pt-BR',
      description: 'Um serviço de entrega de e-mail que a própria empresa opera',
      themeConfig: {
        nav: [{ text: version, link: '/changes' }],
        sidebar: inPortuguese(menus.pt),
        outline: { label: 'Nesta página' },
        docFooter: { prev: 'Anterior', next: 'Próxima' },
        darkModeSwitchLabel: 'Aparência',
        darkModeSwitchTitle: 'Mudar para o tema escuro',
        lightModeSwitchTitle: 'Mudar para o tema claro',
        sidebarMenuLabel: 'Menu',
        returnToTopLabel: 'Voltar ao topo',
        langMenuLabel: 'Mudar de idioma',
        skipToContentLabel: 'Ir para o conteúdo',
        notFound: {
          title: 'PÁGINA NÃO ENCONTRADA',
          quote: 'Este endereço não leva a nenhuma página.',
          linkLabel: 'ir para o início',
          linkText: 'Voltar ao início',
        },
      },
    },
  },
  themeConfig: {
    externalLinkIcon: true,
    search: {
      provider: 'local',
      options: {
        locales: {
          pt: {
            translations: {
              button: { buttonText: 'Buscar', buttonAriaLabel: 'Buscar' },
              modal: {
                displayDetails: 'Mostrar detalhes',
                resetButtonTitle: 'Limpar a busca',
                backButtonTitle: 'Fechar a busca',
                noResultsText: 'Nada encontrado para',
                footer: {
                  selectText: 'abrir',
                  navigateText: 'navegar',
                  closeText: 'fechar',
                },
              },
            },
          },
        },
      },
    },
  },
})
