/**
 * How a call of Resend's API becomes one of ours: its fields are put into our words, our own route
 * does the work (so the rules are the same to the letter), and its answer is put into theirs. What
 * an idempotency key keeps is the answer in their words, hence the translation inside the commit.
 */
import { type TObject, type TSchema, Type } from 'typebox'
import { assert } from '#kernel/base/assert.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'
import { type Answer, type Call, type Route, route, type Scope } from '#kernel/routes/route.ts'
import type { Db } from '#kernel/world/db.ts'
import { apiRoutes } from '../api/routes.ts'
import { compile, type Validator } from '../api/validate.ts'
import { clientOf, fitting, readAsked } from './client-forms.ts'

export type Fields = Readonly<Record<string, unknown>>

/** What our route is asked. */
interface OwnRequest {
  readonly body?: Fields
  readonly query?: Fields
  readonly params?: Fields
  /** What of an item a page goes on behind; default id. */
  readonly cursor?: string
  /** Instead of what the route does by itself: the same with what no body of ours can ask for. */
  readonly by?: (call: never) => Promise<Answer>
}

/** A call of theirs: every field is still what somebody wrote. */
export type Theirs = Call<unknown, Fields, Readonly<Record<string, string>>>

interface TheirDeclaration {
  readonly method: Route['method']
  /** Below `/resend`. */
  readonly path: string
  readonly name: string
  readonly summary: string
  readonly scope: Scope
  /** Theirs when all is well; 200 unless given. */
  readonly status?: 201 | 202
  readonly takesBody?: boolean
  readonly maxBodyBytes?: number
  /** A form with a file, which the handler reads as it comes. */
  readonly takesForm?: boolean
  readonly query?: TObject
  readonly handle: (call: Theirs) => Promise<Answer>
}

/** A route of the surface. Its body is checked as ours, once it is translated. */
export function theirRoute(declared: TheirDeclaration): Route {
  const { takesBody = false, takesForm = false, query, path, name, handle, ...rest } = declared
  const { status = 200, ...given } = rest
  return route({
    ...given,
    handle: async (call: Call) => {
      const client = clientOf(call.headers)
      const told = (answer: Answer): Answer => ({
        ...answer,
        status,
        body: fitting(client, answer.body),
      })
      // What is kept for a repetition has their status, too; in whose types, who asks again decides.
      const commit: Call['commit'] = work =>
        call.commit(async tx => ({ ...(await work(tx)), status }))
      const { idempotency: key } = call
      const idempotency = key && { idempotency: { ...key, status } }
      const asked = readAsked(path, call as Theirs)
      return told(await handle({ ...call, ...asked, ...idempotency, commit } as Theirs))
    },
    retold: (kept, headers) => {
      const client = clientOf(headers)
      return client === null ? undefined : JSON.stringify(fitting(client, JSON.parse(kept)))
    },
    readsHeaders: true,
    path: `/resend${path}`,
    changes: 'by ours',
    name: `resend.${name}`,
    ...(takesBody ? { body: Type.Unknown() as TSchema } : {}),
    ...(takesForm ? { rawBody: ['multipart/form-data'] } : {}),
    ...(query === undefined ? {} : { query: query as TSchema }),
    success: { status, schema: Type.Unknown() },
    errors: [],
  }) as Route
}

/**
 * Runs our route; `tell` puts the body of its answer into their words. What it takes is typed by the
 * shape of our route, what it gives by Resend's package, so that a wrong field does not compile.
 */
export async function through<Ours = Fields, Told = unknown>(
  name: string,
  call: Theirs,
  asking: OwnRequest,
  tell: (body: Ours) => Told = body => body as unknown as Told,
): Promise<Answer> {
  const ours = ourRoute(name)
  checkBody(ours, asking.body)
  let isTold = false
  const told = (answer: Answer): Answer => {
    isTold = true
    return { ...answer, body: tell(answer.body as Ours) }
  }
  const handle = (asking.by ?? ours.handle) as Route['handle']
  const { body, query = {}, params = {}, cursor = 'id' } = asking
  const ask = (asked: Fields) =>
    handle({
      ...call,
      body,
      query: asked,
      params,
      commit: work => call.commit(async tx => told(await work(tx))),
    })
  if (query[endingBefore] !== undefined) {
    const page = await pageBefore(async asked => (await ask(asked)).body as Fields, query, cursor)
    return { status: 200, body: tell(page as Ours) }
  }
  const answer = await ask(query)
  // What went through `commit` is kept for a repetition as it was told there.
  return isTold ? answer : told(answer)
}

function ourRoute(name: string): Route {
  const ours = apiRoutes.find(one => one.name === name)
  assert(ours, `the surface for Resend leans on ${name}, which must be a route`)
  return ours
}

/** Refuses a body whose shape is not that of our route. */
export const checkShape = (name: string, body: Fields): void => checkBody(ourRoute(name), body)

function checkBody(ours: Route, body: unknown): void {
  if (ours.body) validatorOf(ours, ours.body)(body)
}

/** Does the work; a refusal of one of our fields names theirs, where there is one. */
export async function renamed<T>(
  theirs: (ours: string) => string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const param = theirs(error.param ?? '')
    if (param === undefined || param === error.param) throw error
    throw error.of(param)
  }
}

/** Runs one of our routes inside the transaction of another call; answers its body. */
export type RunOurs = (name: string, asking: OwnRequest) => Promise<Fields>

/** Several of our routes as one: all that they do is done, or none of it. */
export function together(call: Theirs, work: (run: RunOurs) => Promise<object>): Promise<Answer> {
  return call.commit(async tx => {
    const { world } = call
    const db: Db = {
      query: (text, values) => tx.query(text, values),
      transaction: inner => inner(tx),
      close: async () => {},
    }
    const one: Theirs = {
      ...call,
      world: { ...world, db },
      // What is alone in its call may be written together with others, outside this transaction.
      idempotency: call.idempotency ?? { key: '', fingerprint: Buffer.alloc(0) },
      commit: inner => inner(tx),
    }
    const body = await work(
      async (name, asking) => (await through(name, one, asking)).body as Fields,
    )
    return { status: 200, body }
  })
}

const validators = new WeakMap<Route, Validator>()

function validatorOf(ours: Route, schema: TSchema): Validator {
  let validator = validators.get(ours)
  if (!validator) {
    validator = compile(schema)
    validators.set(ours, validator)
  }
  return validator
}

/** The body, or what stands at `param` in it, as an object whose fields may be anything. */
export function fieldsOf(body: unknown, param?: string): Fields {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Fields
  if (param !== undefined) {
    refuseField(param, {
      en: '{param} must be an object.',
      pt: '{param} deve ser um objeto.',
    })
  }
  throw new Refusal('invalid_field', {
    why: { en: 'The body must be an object.', pt: 'O corpo deve ser um objeto.' },
  })
}

/** What Resend has and Malote has not: refused, rather than quietly left out. */
export function refuseField(param: string, why: Text): never {
  throw new Refusal('invalid_field', { param, why })
}

/** Their fields of a page, and ours. */
export const theirPage = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  after: Type.Optional(Type.String()),
  before: Type.Optional(Type.String()),
}
const theirLimit = 20
/** Ours go from the newest on, so what stands before an item is looked for from there. */
const maxBefore = 2_000
const ownMaxLimit = 100

export function pageAsked(query: Fields): Fields {
  const { limit = theirLimit, after, before } = query
  if (after !== undefined && before !== undefined) {
    refuseField('before', {
      en: '{param} and after cannot both be given.',
      pt: '{param} e after não podem ser informados juntos.',
    })
  }
  return {
    limit,
    ...(after === undefined ? {} : { starting_after: after }),
    ...(before === undefined ? {} : { [endingBefore]: before }),
  }
}

/** What no list of ours takes: `through` looks for the page itself. */
const endingBefore = 'ending_before'

/** The items that stand directly before one of a list. Throws Refusal. */
async function pageBefore(
  read: (query: Fields) => Promise<Fields>,
  { [endingBefore]: before, limit, ...filters }: Fields,
  cursor: string,
): Promise<Fields> {
  const found: Fields[] = []
  let page: Fields
  do {
    const last = found.at(-1)
    const next = last === undefined ? {} : { starting_after: last[cursor] }
    page = await read({ ...filters, limit: ownMaxLimit, ...next })
    const data = page.data as readonly Fields[]
    const place = data.findIndex(one => one[cursor] === before)
    found.push(...(place === -1 ? data : data.slice(0, place)))
    if (place !== -1) {
      return { data: found.slice(-Number(limit)), has_more: found.length > Number(limit) }
    }
  } while (page.has_more && found.length < maxBefore)
  return refuseField('before', {
    en: `{param} must be one of the newest ${maxBefore} items; go on with after.`,
    pt: `{param} deve ser um dos ${maxBefore} itens mais recentes; continue com after.`,
  })
}

/** All of a list of ours that is short by its own limit. */
export async function readAll<Ours extends object = Fields>(
  call: Theirs,
  name: string,
  cursor: NoInfer<keyof Ours & string>,
): Promise<Ours[]> {
  const all: Ours[] = []
  let page: Fields
  do {
    const after = all.at(-1)?.[cursor]
    const query = { limit: 100, ...(after === undefined ? {} : { starting_after: after }) }
    page = (await through(name, call, { query })).body as Fields
    all.push(...(page.data as Ours[]))
  } while (page.has_more)
  return all
}

/**
 * A page of what is chosen of a list of ours that has no such filter: its cursor may be any item, and a
 * page is full wherever there are enough.
 */
export async function pageOfChosen<Ours extends { readonly id: string }>(
  call: Theirs,
  name: string,
  isChosen: (item: Ours) => boolean,
): Promise<OwnPage<Ours>> {
  const { limit, starting_after: after, [endingBefore]: before } = pageAsked(call.query)
  const all = await readAll<Ours>({ ...call, query: {} }, name, 'id')
  const cursor = after ?? before
  const place = all.findIndex(one => one.id === cursor)
  if (cursor !== undefined && place === -1) {
    throw new Refusal('invalid_field', { param: after === undefined ? 'before' : 'after' })
  }
  const count = Number(limit)
  const chosen = (before === undefined ? all.slice(place + 1) : all.slice(0, place)).filter(
    isChosen,
  )
  return {
    data: before === undefined ? chosen.slice(0, count) : chosen.slice(-count),
    has_more: chosen.length > count,
  }
}

interface OwnPage<Ours> {
  readonly data: readonly Ours[]
  readonly has_more: boolean
}

/** A page of ours in their words. */
export function listed<Ours = Fields, Item = Fields>(show: (item: Ours) => Item) {
  return ({ data, has_more }: OwnPage<Ours>) => ({
    object: 'list' as const,
    has_more,
    data: data.map(one => show(one)),
  })
}
