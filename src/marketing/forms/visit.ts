/** What the public pages are asked and answer. */
import type { FastifyRequest } from 'fastify'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { PageStyle } from '#kernel/routes/page-style.ts'
import type { World } from '#kernel/world/world.ts'
import type { FillTemplate } from '#sending/intake/send.ts'
import type { ForgetContact } from '../contacts/people/erase.ts'

/** How old what everybody reads may be, also by whoever keeps it between us and them. */
export const publicAgeSeconds = 300

/** A request as the pages see it. */
export interface Visit {
  readonly isPost: boolean
  /** What follows the page's path. */
  readonly rest: string
  readonly query: URLSearchParams
  readonly form: URLSearchParams
  /** False where something was sent that is no form. */
  readonly isReadable: boolean
  readonly language: Language
  readonly address: string
  readonly userAgent: string
  readonly origin: string | null
  /** By which name the page was reached: a project's own, perhaps. */
  readonly host: string
  readonly acceptLanguage: string
}

export type PageAnswer =
  | {
      readonly status: number
      readonly html: string
      readonly style?: PageStyle
      /** Another origin that its form may lead to. */
      readonly formTarget?: string
      /** What a project wrote, which never runs here. */
      readonly isLetter?: true
      /** To be found by everybody. */
      readonly isPublic?: true
      /** All that it says, where that is one sentence. */
      readonly sentence?: string
      /** Sources of pages that may show it in a frame, where a script of ours runs in it. */
      readonly framedBy?: readonly string[]
    }
  /** What has an age of its own has words in it, in the visitor's language. */
  | { readonly status: 200; readonly script: string; readonly ageSeconds?: number }
  /** For everybody, of this type. */
  | { readonly status: 200; readonly published: string; readonly type: string }
  /** To a script in a page of this origin. */
  | { readonly status: 200; readonly told: object; readonly origin: string | null }
  | { readonly status: 200; readonly feed: string }
  | { readonly status: 303; readonly location: string }
  | { readonly status: 200; readonly json: unknown; readonly fileName: string }

export type HtmlAnswer = Extract<PageAnswer, { readonly html: string }>

/** A page with what says whose it is: it is served under the hosts of that project alone. */
export interface PublicPage<Options = unknown> {
  readonly answer: (world: World, visit: Visit, options: Options) => Promise<PageAnswer>
  /** By what follows its path; `ours`: no project's; null: of nobody that there is. */
  readonly projectOf: (world: World, rest: string) => Promise<Uuid | 'ours' | null>
}

export interface PagesOptions {
  readonly addressOf: (request: FastifyRequest['raw']) => string
  readonly forget: ForgetContact
  readonly fill: FillTemplate
  /** Pages of others, by what their paths begin with: `/v/`. */
  readonly beside?: Readonly<Record<string, PublicPage>>
}
