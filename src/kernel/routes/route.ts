/**
 * An endpoint as plain data. Each module lists its own in `routes.ts`; the API layer, OpenAPI, the
 * client's types and the permission matrix are all made from these lists, so adding an endpoint is
 * four stops: routes, verb, store, spec.
 */
import type { Readable } from 'node:stream'
import type { Static, TSchema } from 'typebox'
import type { Prefix, Uuid } from '../base/ids.ts'
import type { Language } from '../base/languages.ts'
import type { KeptTrace } from '../base/trace-context.ts'
import type { Sql, Tx } from '../world/db.ts'
import type { World } from '../world/world.ts'

/**
 * What a body may have, in bytes: one limit for all would let any call have this thread look at 40 MB
 * before it is found that nobody needs them (docs/decisions/0042-bodies-by-route.md).
 */
export const bodyBytes = {
  usual: 256 * 1024,
  /** Contacts, their filters excepted, and what they did: a thousand in a call. */
  people: 4 * 1024 * 1024,
  /** What is written to many: html and text of 5 MB, in several languages. */
  letters: 16 * 1024 * 1024,
  /** 25 MB of attachments in base64, and the rest. */
  emails: 40 * 1024 * 1024,
  /** A picture of 5 MB, and what a form puts around it. */
  picture: 5 * 1024 * 1024 + 64 * 1024,
} as const

export type Scope = 'send' | 'read' | 'admin'
export type Mode = 'live' | 'test'

/** Whose data a call is about: everything that is read and written belongs to it. */
export interface Tenant {
  readonly projectId: Uuid
  readonly accountId: Uuid
  readonly mode: Mode
  /** What the project's webhooks are written in: the project's language, else its account's. */
  readonly projectLanguage: Language
  /** The account's: sentences tell times in it. */
  readonly timeZone: string
}

export interface KeyPrincipal {
  readonly kind: 'key'
  readonly keyId: Uuid
  readonly scope: Scope
}

/** Who acts. */
export type Principal = KeyPrincipal | { readonly kind: 'member'; readonly memberId: Uuid }

/** Somebody who acts for a tenant. */
export interface Caller {
  readonly tenant: Tenant
  readonly principal: Principal
}

export interface Answer {
  readonly status: number
  /** JSON body; a stream (export), bytes, or a string with its own content type otherwise. */
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** One call on its way through: what the handlers get. */
export interface Call<Body = unknown, Query = unknown, Params = unknown> {
  readonly world: World
  readonly tenant: Tenant
  readonly principal: Principal
  readonly language: Language
  readonly requestId: string
  /** Where it came from, of a call over the wire. */
  readonly ip?: string
  readonly body: Body
  readonly query: Query
  readonly params: Params
  /** The body as it comes, of a route with `rawBody` and without a limit of its own. */
  readonly stream?: Readable
  /** Of a route with `rawBody`, since they say what it is, or `readsHeaders`. */
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>
  /** Of a POST that carried an Idempotency-Key. */
  readonly idempotency?: {
    readonly key: string
    readonly fingerprint: Buffer
    /** Of a surface that tells of sent email by another status than 202. */
    readonly status?: number
  }
  /** Of a POST whose caller traces it: what is kept with an email, and told to those who hear of it. */
  readonly trace?: KeptTrace
  /** Waits for room to read so much of an email; it is kept until the answer is with the caller. */
  room(bytes: number): Promise<void>
  /**
   * Runs the work in one transaction together with the idempotency row, so that a repeat with the
   * same key finds both or neither. Every POST settles through it exactly once, after whatever it
   * had to ask of the network.
   */
  commit(work: (tx: Tx) => Promise<Answer>): Promise<Answer>
}

/** Whose data, and with what: all that most verbs take of a call. */
export type TenantWorld = Pick<Call, 'world' | 'tenant'>

/** Kept with what is made; null for what was made before this was kept: as live. */
export interface MadeByMode {
  readonly made_by_mode: Mode | null
}

/** Finds what a call is about; null: there is none yet. Throws Refusal where there must be one. */
type Find = (
  sql: Sql,
  call: Call<never, never, never>,
) => Promise<MadeByMode | { readonly id: Uuid } | null>

/** What a call changes that both modes of a project share. */
export type Changes =
  /** Nothing: what it changes is of one mode, such as contacts and campaigns. */
  | 'of its mode'
  /** A draft, which nothing is sent by. */
  | 'a draft'
  /** Nothing: it looks, tries, or keeps the mode with what it makes. */
  | 'nothing'
  /** What our own routes change that it leads to. */
  | 'by ours'
  /** What was there from the beginning, such as settings: a live key's. */
  | 'the project'
  /** Something new, whose id is in the answer. */
  | { readonly makes: Prefix }
  | {
      readonly of: Find
      /** Done by a live key or a member, live mode uses it from now on. */
      readonly publishes?: (call: Call<never, never, never>) => boolean
      /** Where there is none, the call makes it. */
      readonly makes?: 'it'
    }

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With parameters in braces: `/v1/emails/{id}`. */
  readonly path: string
  /** operationId in OpenAPI and method name in the client, for example `emails.get`. */
  readonly name: string
  readonly scope: Scope
  readonly summary: string
  readonly description?: string
  readonly body?: TSchema
  readonly query?: TSchema
  readonly params?: TSchema
  readonly success: {
    readonly status: number
    readonly schema: TSchema
    readonly contentType?: string
  }
  /** Of scope admin, never absent: what a test key may do follows from it (made-by.ts). */
  readonly changes?: Changes
  /** Refusals beyond those that every route may give. */
  readonly errors: readonly string[]
  /** The body is a file of these types, which the handler reads as it comes. */
  readonly rawBody?: readonly string[]
  /** What a file that is too large is called in the refusal. */
  readonly rawParam?: string
  /** The handler goes by headers of its own. */
  readonly readsHeaders?: true
  /** The body that was kept for an idempotency key, as it is repeated to who asks; undefined: as it is. */
  readonly retold?: (kept: string, headers: Call['headers']) => string | undefined
  /**
   * What the body may have; `bodyBytes.usual` unless given. A `rawBody` with such a limit comes to the
   * handler whole, as bytes in `body`; in a refusal it is `rawParam`.
   */
  readonly maxBodyBytes?: number
  /** A key of scope send gets less of the answer, and no other's repeated. */
  readonly tellsSendersLess?: true
  /** The fields are judged by the handler itself (`/v1/emails/check` reports all at once). */
  readonly validatesItself?: boolean
  /**
   * Throws what the handler would refuse before the field `param`, whose shape is wrong: of the
   * members of a list, the first that is wrong in any way is the one that is named.
   */
  readonly precheckItem?: (body: unknown, param: string, world: World) => Promise<void>
  readonly handle: (call: Call) => Promise<Answer>
}

type Part<S> = S extends TSchema ? Static<S> : unknown

/** Whoever adds a route that only an admin may call says what it changes. */
type SaysWhatItChanges =
  | { readonly method: 'GET' }
  | { readonly scope: 'send' | 'read' }
  | { readonly changes: Changes }

/** Declares a route with its handler typed by its own schemas. */
export function route<
  B extends TSchema | undefined,
  Q extends TSchema | undefined,
  P extends TSchema | undefined,
>(
  declared: Omit<Route, 'handle' | 'body' | 'query' | 'params'> & {
    body?: B
    query?: Q
    params?: P
    handle: (call: Call<Part<B>, Part<Q>, Part<P>>) => Promise<Answer>
  } & SaysWhatItChanges,
): Route {
  return declared as unknown as Route
}
