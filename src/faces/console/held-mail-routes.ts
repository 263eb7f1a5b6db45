/** `/api/operator/holds` and what waits: mail held back, let go, and returned, by whoever runs the place. */
import { type Static, Type } from 'typebox'
import { hourMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { canonicalDomain } from '#kernel/mail/domain-name.ts'
import { deleted } from '#kernel/routes/answers.ts'
import type { World } from '#kernel/world/world.ts'
import { holdMail, letGoMail, listHolds } from '#sending/delivery/holds.ts'
import type { HeldPart, MailHold } from '#sending/delivery/holds-store.ts'
import { countReturnable, returnMail } from '#sending/delivery/returning.ts'
import { type DashboardRoute, memberRoute } from './dashboard-call.ts'
import * as store from './operator-store.ts'

const maxNoteChars = 500
const maxHours = 7 * 24

const moment = Type.String({ format: 'date-time' })
const line = Type.String({ minLength: 1, maxLength: maxNoteChars, pattern: '\\S' })
const note = Type.Object(
  { en: line, pt: line },
  { description: 'What the customer reads on the timeline of each email.' },
)
const partFields = {
  account_id: Type.Optional(Type.String({ description: 'Whose mail.' })),
  domain: Type.Optional(
    Type.String({ minLength: 1, maxLength: 253, description: 'Or where to: of the recipients.' }),
  ),
}
const partSchema = Type.Object(partFields)

const holdSchema = Type.Object(
  {
    id: Type.String(),
    account: Type.Union([Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()]),
    domain: Type.Union([Type.String(), Type.Null()]),
    until: Type.Union([moment, Type.Null()], { description: 'Null: until it is let go.' }),
    reason: Type.Union([Type.Object({ en: Type.String(), pt: Type.String() }), Type.Null()]),
    created_at: moment,
  },
  { $id: 'MailHold' },
)

const noDomain: Text = {
  en: 'A domain is needed, such as example.com.',
  pt: 'É preciso um domínio, como example.com.',
}

async function partOf(world: World, asked: Static<typeof partSchema>): Promise<HeldPart> {
  const { account_id: account, domain } = asked
  if ((account === undefined) === (domain === undefined)) {
    throw new Refusal('invalid_field', {
      param: 'account_id',
      why: {
        en: 'Send `account_id` or `domain`, one of the two.',
        pt: 'Envie `account_id` ou `domain`, um dos dois.',
      },
    })
  }
  if (domain !== undefined) {
    const canonical = canonicalDomain(domain)
    if (canonical === null) throw new Refusal('invalid_field', { param: 'domain', why: noDomain })
    return { accountId: null, domain: canonical }
  }
  const id = read('acc', account!)
  if (id === null || (await store.selectListedAccount(world.db, id)) === null) {
    throw new Refusal('resource_not_found')
  }
  return { accountId: id, domain: null }
}

async function showHolds({ db }: World, holds: readonly MailHold[]) {
  const ids = holds.flatMap(({ accountId }) => accountId ?? [])
  const accounts = await store.selectAccountsById(db, ids, '')
  const accountOf = (id: Uuid | null) => {
    const found = accounts.find(one => one.id === id)
    return found ? { id: show('acc', found.id), name: found.name } : null
  }
  return holds.map(hold => ({
    id: show('hld', hold.id),
    account: accountOf(hold.accountId),
    domain: hold.domain,
    until: hold.until?.toISOString() ?? null,
    reason: hold.note,
    created_at: hold.createdAt.toISOString(),
  }))
}

const trimmed = ({ en, pt }: Text): Text => ({ en: en.trim(), pt: pt.trim() })

const list = memberRoute({
  method: 'GET',
  path: '/operator/holds',
  name: 'operator.holds.list',
  access: 'operator',
  summary: 'Mail that is held back',
  success: {
    status: 200,
    schema: Type.Object({ data: Type.Array(holdSchema), has_more: Type.Boolean() }),
  },
  errors: [],
  async handle({ world }) {
    const data = await showHolds(world, await listHolds(world))
    return { status: 200, body: { data, has_more: false } }
  },
})

const create = memberRoute({
  method: 'POST',
  path: '/operator/holds',
  name: 'operator.holds.create',
  access: 'operator',
  summary: 'Hold back mail of an account or to a domain: it is accepted, and waits',
  body: Type.Object({
    ...partFields,
    hours: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: maxHours }), Type.Null()], {
        description: 'It goes on by itself then; null or absent: when it is let go.',
      }),
    ),
    reason: Type.Optional(note),
  }),
  success: { status: 201, schema: holdSchema },
  errors: ['resource_not_found'],
  async handle({ world, body }) {
    const { hours = null, reason } = body
    const hold = await holdMail(world, await partOf(world, body), {
      until: hours === null ? null : world.clock.now() + hours * hourMs,
      note: reason === undefined ? null : trimmed(reason),
    })
    const [shown] = await showHolds(world, [hold])
    return { status: 201, body: shown! }
  },
})

const letGo = memberRoute({
  method: 'DELETE',
  path: '/operator/holds/{hold_id}',
  name: 'operator.holds.delete',
  access: 'operator',
  summary: 'Let mail go that is held back',
  success: deleted,
  errors: ['resource_not_found'],
  async handle({ world, params }) {
    const id = read('hld', params.hold_id!)
    if (id === null || !(await letGoMail(world, id))) throw new Refusal('resource_not_found')
    return { status: 200, body: { id: params.hold_id!, deleted: true } }
  },
})

const waiting = memberRoute({
  method: 'GET',
  path: '/operator/waiting',
  name: 'operator.waiting.get',
  access: 'operator',
  summary: 'How many recipients wait of an account or to a domain, and could be returned',
  query: partSchema,
  success: { status: 200, schema: Type.Object({ waiting: Type.Integer() }) },
  errors: ['resource_not_found'],
  async handle({ world, query }) {
    const waiting = await countReturnable(world, await partOf(world, query))
    return { status: 200, body: { waiting } }
  },
})

const giveBack = memberRoute({
  method: 'POST',
  path: '/operator/waiting/return',
  name: 'operator.waiting.return',
  access: 'operator',
  summary: 'Return what waits of an account or to a domain: it bounces with a reason',
  body: Type.Object({
    ...partFields,
    count: Type.Integer({
      minimum: 1,
      maximum: 100_000,
      description: 'How many recipients; no more are returned, and at most 5,000 in one call.',
    }),
    reason: note,
  }),
  success: {
    status: 200,
    schema: Type.Object({ ...partFields, returned: Type.Integer(), reason: note }),
  },
  errors: ['resource_not_found'],
  async handle({ world, body }) {
    const { count, account_id } = body
    const reason = trimmed(body.reason)
    const part = await partOf(world, body)
    const returned = await returnMail(world, part, { limit: count, note: reason })
    const shown = part.domain === null ? { account_id } : { domain: part.domain }
    return { status: 200, body: { ...shown, reason, returned } }
  },
})

export const heldMailRoutes: readonly DashboardRoute[] = [list, create, letGo, waiting, giveBack]
