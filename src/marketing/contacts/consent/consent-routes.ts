/** The records of one person's consents, and the signed file of them. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import { pageOf, pageQuery } from '#kernel/routes/paging.ts'
import { type Call, type Route, route } from '#kernel/routes/route.ts'
import { findContactId } from '../people/find.ts'
import { readContact } from '../people/store.ts'
import { appendToChain, consentSecret, signText } from './chain.ts'
import { consentActions, consentMethods, recordKey } from './consent-record.ts'
import {
  addressInConsents,
  type ConsentRow,
  findNeighbours,
  isConsentOf,
  listConsents,
  listHeads,
} from './consent-store.ts'

const orNull = Type.Union([Type.String(), Type.Null()])

export const consentShape = Type.Object(
  {
    id: Type.String({ description: 'cns_…' }),
    contact_id: Type.String(),
    topic_id: orNull,
    action: Type.Enum([...consentActions]),
    at: Type.String({ format: 'date-time' }),
    method: Type.Enum([...consentMethods]),
    actor: orNull,
    ip: orNull,
    user_agent: orNull,
    page: orNull,
    wording: Type.Union([
      Type.Object({ text: Type.String(), version: Type.Integer(), language: Type.String() }),
      Type.Null(),
    ]),
    email_id: Type.Optional(Type.String()),
    evidence: Type.Union([
      Type.Object({
        at: Type.String(),
        source: orNull,
        confirmed: Type.Boolean(),
        basis: Type.Optional(Type.String()),
      }),
      Type.Null(),
    ]),
    hash: Type.Union([Type.String(), Type.Null()], {
      description: 'SHA-256 in hexadecimal; null until the chain has reached the record.',
    }),
    previous_hash: orNull,
  },
  { $id: 'ConsentRecord' },
)

export function showConsent(row: ConsentRow) {
  const { payload } = row
  return {
    id: show('cns', row.id),
    contact_id: show('con', row.contact_id),
    topic_id: row.topic_id === null ? null : show('top', row.topic_id),
    action: row.action,
    at: row.at.toISOString(),
    method: row.method,
    actor: payload.actor,
    ip: payload.ip ?? null,
    user_agent: payload.user_agent ?? null,
    page: payload.page,
    wording: payload.wording,
    ...(payload.email_id === null ? {} : { email_id: payload.email_id }),
    evidence: payload.evidence,
    hash: row.hash?.toString('hex') ?? null,
    previous_hash: row.previous_hash?.toString('hex') ?? null,
  }
}

const params = Type.Object({ id: Type.String({ description: 'con_… or an address.' }) })
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff' as Uuid

/** A contact that was deleted still has its records, until the person is erased. */
async function mustFindId({ world, tenant, params: { id: text } }: OneContact): Promise<Uuid> {
  const id = await findContactId(world.db, tenant, text)
  if (id !== null) {
    const contact = await readContact(world.db, tenant, id)
    if (contact !== null || (await addressInConsents(world.db, tenant, id)) !== null) return id
  }
  throw new Refusal('resource_not_found')
}

type OneContact = Pick<Call<unknown, unknown, { id: string }>, 'world' | 'tenant' | 'params'>

const list = route({
  method: 'GET',
  path: '/v1/contacts/{id}/consents',
  name: 'contacts.consents',
  scope: 'read',
  summary: "List a contact's consents",
  params,
  query: Type.Object(pageQuery),
  success: { status: 200, schema: pageOf(consentShape) },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call => {
    const { world, tenant, query } = call
    const id = await mustFindId(call)
    const limit = query.limit ?? 50
    const before = query.starting_after === undefined ? lastId : read('cns', query.starting_after)
    const isKnown =
      before === lastId || (before !== null && (await isConsentOf(world.db, tenant, id, before)))
    if (before === null || !isKnown) throw new Refusal('invalid_field', { param: 'starting_after' })
    const rows = await listConsents(world.db, tenant, id, { before, count: limit + 1 })
    return {
      status: 200,
      body: { data: rows.slice(0, limit).map(showConsent), has_more: rows.length > limit },
    }
  },
})

const proven = Type.Object({
  ...consentShape.properties,
  seq: Type.Integer(),
  proof: Type.String({ description: 'The canonical text that is hashed.' }),
  key: Type.String({ description: 'By which the digests in `proof` are made, in hexadecimal.' }),
})

const exportRoute = route({
  method: 'GET',
  path: '/v1/contacts/{id}/consents/export',
  name: 'contacts.exportConsents',
  scope: 'read',
  summary: "Download a contact's consents as a signed file",
  description:
    '`npx malote consent verify FILE --key KEY` checks it by the key that the project publishes.',
  params,
  success: {
    status: 200,
    schema: Type.Object({
      contact_id: Type.String(),
      records: Type.Array(proven),
      neighbours: Type.Array(
        Type.Object({
          id: Type.String(),
          seq: Type.Integer(),
          hash: Type.String(),
          previous_hash: Type.String(),
        }),
      ),
      heads: Type.Array(
        Type.Object({ day: Type.String(), seq: Type.Integer(), hash: Type.String() }),
      ),
      public_key: Type.String({ description: 'Ed25519, as PEM.' }),
      signature: Type.String({ description: 'Of all that stands before it, in base64.' }),
    }),
  },
  errors: ['resource_not_found'],
  handle: async call => {
    const { world, tenant } = call
    const id = await mustFindId(call)
    await appendToChain(world, tenant)
    const file = await fileOf(call, id)
    const { publicKey, signature } = await signText(world, tenant, JSON.stringify(file))
    return { status: 200, body: { ...file, public_key: publicKey, signature } }
  },
})

/** Records of one person in a file; more are not made by people. */
const maxRecords = 10_000

async function fileOf({ world, tenant }: OneContact, id: Uuid) {
  const { db } = world
  const secret = await consentSecret(world)
  const rows = await listConsents(db, tenant, id, { before: lastId, count: maxRecords })
  const chained = rows
    .flatMap(row => (row.seq === null ? [] : [{ ...row, seq: row.seq }]))
    .reverse()
  const places = new Set(chained.map(row => row.seq))
  const beside = [...places].flatMap(seq => [seq - 1, seq + 1]).filter(seq => !places.has(seq))
  const neighbours = await findNeighbours(db, tenant, [...new Set(beside)])
  const heads = chained.length === 0 ? [] : await listHeads(db, tenant, chained[0]!.at)
  return {
    contact_id: show('con', id),
    records: chained.map(row => ({
      ...showConsent(row),
      seq: row.seq,
      proof: row.proof,
      key: recordKey(secret, row.id).toString('hex'),
    })),
    neighbours: neighbours.map(row => ({
      id: show('cns', row.id),
      seq: row.seq,
      hash: row.hash.toString('hex'),
      previous_hash: row.previous_hash.toString('hex'),
    })),
    heads: heads.map(({ day, seq, hash }) => ({ day, seq, hash: hash.toString('hex') })),
  }
}

export const consentRoutes: readonly Route[] = [list, exportRoute]
