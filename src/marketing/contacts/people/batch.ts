/** Many contacts in one call: all or none, or each by itself. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { show } from '#kernel/base/ids.ts'
import { itemErrorShape, showItemError } from '#kernel/routes/answers.ts'
import { type Answer, bodyBytes, type Call, type Route, route } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import { checkFields } from '../fields/fields.ts'
import type { PropertyTypes } from '../fields/property.ts'
import { readPropertyTypes } from '../topics/topic-store.ts'
import { contactFields } from './contact.ts'
import { type ContactHooks, type ContactWrite, readTopicIds, writeContacts } from './write.ts'

const maxContacts = 1_000

/** In a body that is judged here, since one wrong contact need not refuse the others. */
interface Batch {
  readonly contacts: readonly unknown[]
  readonly onExisting: 'update' | 'keep'
  readonly skips: boolean
}

export const batchRoute = (hooks: ContactHooks): Route =>
  route({
    method: 'POST',
    path: '/v1/contacts/batch',
    name: 'contacts.createBatch',
    tellsSendersLess: true,
    maxBodyBytes: bodyBytes.people,
    scope: 'send',
    summary: 'Create or change up to 1,000 contacts',
    description:
      'In order; the same address twice is one contact. on_error: refuse writes all or none, ' +
      'skip writes those that are right.',
    body: Type.Object(
      {
        contacts: Type.Array(
          Type.Object(
            { ...contactFields, topics: Type.Optional(Type.Array(Type.String())) },
            { additionalProperties: false },
          ),
          { minItems: 1, maxItems: maxContacts },
        ),
        on_existing: Type.Optional(Type.Enum(['update', 'keep'])),
        on_error: Type.Optional(Type.Enum(['refuse', 'skip'])),
      },
      { additionalProperties: false },
    ),
    validatesItself: true,
    success: {
      status: 200,
      schema: Type.Object({
        data: Type.Array(
          Type.Object({
            id: Type.Optional(Type.String()),
            created: Type.Optional(Type.Boolean()),
            error: Type.Optional(itemErrorShape),
          }),
        ),
      }),
    },
    errors: ['missing_field', 'invalid_field', 'batch_too_large'],
    handle: call => takeBatch(call, hooks),
  })

async function takeBatch(call: Call, hooks: ContactHooks): Promise<Answer> {
  const batch = readBatch(call.body)
  const types = await readPropertyTypes(call.world.db, call.tenant)
  const errors = new Map<number, Refusal>()
  for (;;) {
    try {
      return await call.commit(tx => writeBatch(tx, call, { batch, types, errors, hooks }))
    } catch (error) {
      // What was written of them is undone with the rest; the others are written again without them.
      if (!(error instanceof WrittenWrong)) throw error
      for (const [n, refusal] of error.errors) errors.set(n, refusal)
    }
  }
}

/** Some could not be written in full. */
class WrittenWrong extends Error {
  readonly errors: ReadonlyMap<number, Refusal>
  constructor(errors: ReadonlyMap<number, Refusal>) {
    super('contacts that cannot be written in full')
    this.errors = errors
  }
}

interface Writing {
  readonly batch: Batch
  readonly types: PropertyTypes
  readonly errors: Map<number, Refusal>
  readonly hooks: ContactHooks
}

async function writeBatch(
  tx: Tx,
  call: Call,
  { batch, types, errors, hooks }: Writing,
): Promise<Answer> {
  const numbers: number[] = []
  const writes: ContactWrite[] = []
  let refused: Refusal | null = null
  for (const [n, given] of batch.contacts.entries()) {
    if (errors.has(n)) continue
    const write = await readOne(tx, call, given, types)
    if (write instanceof Refusal) {
      if (!batch.skips) {
        refused = write.at(`contacts[${n}]`)
        break
      }
      errors.set(n, write)
      continue
    }
    numbers.push(n)
    writes.push(write)
  }
  const written = await writeContacts(tx, call, writes, { onExisting: batch.onExisting, hooks })
  const wrong = new Map<number, Refusal>()
  written.forEach((one, i) => {
    if ('error' in one) refuseOrSkip(batch, wrong, numbers[i]!, one.error)
  })
  // After those before it: the first that is wrong is named.
  if (refused !== null) throw refused
  if (wrong.size > 0) throw new WrittenWrong(wrong)
  const byNumber = new Map(written.map((one, i) => [numbers[i]!, one]))
  const data = batch.contacts.map((_, n) => {
    const one = byNumber.get(n)
    if (one === undefined || 'error' in one) {
      return showItemError(errors.get(n)!, `contacts[${n}]`, call.language)
    }
    return { id: show('con', one.id), created: one.isCreated }
  })
  return { status: 200, body: { data } }
}

function refuseOrSkip(
  { skips }: Batch,
  errors: Map<number, Refusal>,
  n: number,
  refusal: Refusal,
): void {
  if (!skips) throw refusal.at(`contacts[${n}]`)
  errors.set(n, refusal)
}

async function readOne(
  tx: Tx,
  { tenant }: Pick<Call, 'tenant'>,
  given: unknown,
  types: PropertyTypes,
): Promise<ContactWrite | Refusal> {
  try {
    const fields = checkFields(given, types, ['topics'])
    const { topics } = given as { topics?: unknown }
    if (topics === undefined || topics === null) return { fields, topicIds: [] }
    if (!Array.isArray(topics) || !topics.every(one => typeof one === 'string')) {
      return new Refusal('invalid_field', { param: 'topics' })
    }
    return { fields, topicIds: await readTopicIds(tx, tenant, topics, n => `topics[${n}]`) }
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function readBatch(body: unknown): Batch {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Refusal('invalid_field', {
      why: { en: 'The body must be an object.', pt: 'O corpo deve ser um objeto.' },
    })
  }
  const { contacts, on_existing, on_error, ...rest } = body as Record<string, unknown>
  const [unknown] = Object.keys(rest)
  if (contacts === undefined || contacts === null) {
    throw new Refusal('missing_field', { param: 'contacts' })
  }
  if (unknown !== undefined) {
    throw new Refusal('invalid_field', {
      param: unknown,
      why: { en: 'There is no field {param}.', pt: 'Não existe o campo {param}.' },
    })
  }
  if (!Array.isArray(contacts)) throw new Refusal('invalid_field', { param: 'contacts' })
  if (contacts.length === 0) throw new Refusal('missing_field', { param: 'contacts' })
  if (contacts.length > maxContacts) {
    throw new Refusal('batch_too_large', {
      param: 'contacts',
      why: {
        en: `A batch holds at most ${maxContacts} contacts; this one has ${contacts.length}.`,
        pt: `Um lote tem no máximo ${maxContacts} contatos; este tem ${contacts.length}.`,
      },
    })
  }
  return {
    contacts,
    onExisting: readChoice(on_existing, ['update', 'keep'] as const, 'on_existing'),
    skips: readChoice(on_error, ['refuse', 'skip'] as const, 'on_error') === 'skip',
  }
}

/** The first is the one that absence means. */
function readChoice<const C extends readonly string[]>(
  given: unknown,
  choices: C,
  param: string,
): C[number] {
  if (given === undefined || given === null) return choices[0]!
  const choice = choices.find(one => one === given)
  if (choice === undefined) throw new Refusal('invalid_field', { param })
  return choice
}
