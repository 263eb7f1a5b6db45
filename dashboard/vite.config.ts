/**
 * How the dashboard is built: one file per page, loaded when it is opened; nothing inlined, so that
 * the strict content security policy holds; nothing from elsewhere; compressed once, here, rather
 * than at every request. `npm -w dashboard run dev` serves it with the API of a server on port 8080
 * (MALOTE_API for another).
 */
import * as path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { packFile } from '../scripts/packed.ts'
import { icons } from './icons.ts'
import { stillMarkup } from './src/app/outline.ts'
import { outsidePaths } from './src/app/paths.ts'
import { views } from './views.ts'

function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    // Once the files are what will be served: others still change them while bundling.
    writeBundle({ dir }, bundle) {
      for (const name of [...Object.keys(bundle), 'first-paint.js']) packFile(path.join(dir!, name))
    },
  }
}

/** Mantine's colours that nothing here is drawn in: a quarter of the first style sheet. */
const unusedColours =
  /--mantine-color-(blue|cyan|grape|green|indigo|lime|orange|pink|teal|violet)-[\w-]+:[^;}]+;?/g

function withoutUnusedColours(): Plugin {
  return {
    name: 'without-unused-colours',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
        file.source = String(file.source).replaceAll(unusedColours, '')
      }
    },
  }
}

/** What the document says by itself: the outline, and what its first script has to know. */
function outlined(): Plugin {
  return {
    name: 'outlined',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const home = Object.keys(bundle).find(name => /\/home-[^/]*\.js$/.test(name))
        return html
          .replace('<!-- still -->', stillMarkup())
          .replace('data-outside=""', `data-outside="${outsidePaths.join(' ')}"`)
          .replace('data-home=""', `data-home="${home === undefined ? '' : `/${home}`}"`)
      },
    },
  }
}

/**
 * Few files rather than hundreds, of which each costs a slow line a round trip: what every page stands
 * on, the frame with the overview, and what pages share, by who shares it.
 */
const files: Readonly<Record<string, readonly string[]>> = {
  // What every page stands on.
  base: [
    'src/app/main.tsx',
    'src/ui/(time|address-filters).tsx?',
    'src/app/connection-banner.tsx',
    'components/(ActionIcon|SegmentedControl|SimpleGrid)/',
    'use-mantine-color-scheme',
  ],
  // The frame, and the page that most come to first.
  home: ['src/app/frame.tsx', 'src/features/overview/overview-page.tsx'],
  // Icons, and what windows, menus and lists share: none of them is to fetch another for it.
  shared: [
    'icons/',
    '@mantine/(hooks|store)/',
    'core/utils/create-',
    'core/(DirectionProvider|Box/get-style-object)/',
    'components/(Checkbox/CheckIcon|Radio/RadioIcon)',
  ],
  // Fields, and the door.
  fields: [
    'src/ui/(submission|inputs).tsx',
    'components/(TextInput|PasswordInput)/',
    'src/features/session/(door|fields|texts|use-enter|provider-button).tsx?',
  ],
  forms: ['src/ui/form.tsx'],
  // What a press opens, each fetched by itself.
  windows: ['components/Modal/', 'src/ui/window.tsx'],
  menus: ['components/(Menu|Popover|Tooltip)/', 'src/app/(project|user)-menu.tsx'],
  notices: ['@mantine/notifications/', 'src/ui/notices.tsx'],
  lists: [
    'src/ui/(data-table|list-section|list-page|filters|more).tsx',
    'src/ui/(confirm|dialog).tsx',
  ],
  charts: ['@mantine/charts/', 'node_modules/recharts/'],
}
/** What an earlier one holds, with all that it imports, no later one does. */
const groups = Object.entries(files).map(([name, paths], n, all) => ({
  name,
  test: new RegExp(`/(${paths.join('|')})`),
  priority: all.length - n,
}))

export default defineConfig({
  plugins: [react(), icons(), outlined(), withoutUnusedColours(), views(), compressed()],
  build: {
    target: 'es2023',
    // The first that know light-dark(), which cannot be imitated where a variable sets the scheme.
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    assetsInlineLimit: 0,
    // Whoever knows light-dark() knows modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups } },
      // A page takes the icons that it names, not the list of all.
      treeshake: { moduleSideEffects: [{ test: /\/src\/ui\/icons\b/, sideEffects: false }] },
    },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
  },
  server: {
    proxy: { '/api': { target: process.env.MALOTE_API ?? 'http://127.0.0.1:8080' } },
  },
})
