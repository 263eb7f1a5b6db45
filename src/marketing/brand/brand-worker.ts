/** A thread that reads pages and style sheets of strangers (brand.ts), whatever they cost to read. */
import { parentPort } from 'node:worker_threads'
import { type ReadPage, readPage } from './page.ts'
import { type ReadRules, readRules } from './rules.ts'

export type AskedBrandReading =
  | { readonly kind: 'page'; readonly html: string; readonly url: string }
  | { readonly kind: 'rules'; readonly css: string; readonly themeColor: string | null }

export type BrandReading =
  | ({ readonly kind: 'page' } & ReadPage)
  | ({ readonly kind: 'rules' } & ReadRules)

const read = (asked: AskedBrandReading): BrandReading =>
  asked.kind === 'page'
    ? { kind: 'page', ...readPage(asked.html, asked.url) }
    : { kind: 'rules', ...readRules(asked.css, asked.themeColor) }

parentPort!.on('message', (asked: AskedBrandReading) => parentPort!.postMessage(read(asked)))
parentPort!.postMessage('ready')
