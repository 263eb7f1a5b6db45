/** `/api/account`, its limits and its notices. */
import { Type } from 'typebox'
import { assert } from '#kernel/base/assert.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import { listNotices, readNotice } from '#tenants/accounts/notices.ts'
import type { NoticeRow } from '#tenants/accounts/notices-store.ts'
import { noticeFields, showNotice } from '#tenants/accounts/shown-notice.ts'
import { pauses, planNames } from '#tenants/accounts/terms.ts'
import { showAmount } from '#tenants/limits/money.ts'
import { limitsOf } from '#tenants/trust/overview.ts'
import { changeSettings, readAmount } from '#tenants/trust/settings.ts'
import { selectStanding } from '#tenants/trust/store.ts'
import { type DashboardRoute, memberRoute } from './dashboard-call.ts'
import { accountSchema } from './session-routes.ts'

const language = Type.Union([Type.Literal('pt'), Type.Literal('en')])
const moment = Type.String({ format: 'date-time' })
const maybe = Type.Union([Type.String(), Type.Null()])

/** With the names that it had before it was in the API. */
const noticeSchema = Type.Object(
  {
    ...noticeFields,
    level: Type.Enum(['info', 'warning', 'error']),
    code: Type.String(),
    text: Type.String(),
    created_at: moment,
    ended_at: Type.Union([moment, Type.Null()], { description: 'Since when its cause is over.' }),
  },
  { $id: 'AccountNotice' },
)

const showWithOldNames = (notice: NoticeRow, words: Language) => ({
  ...showNotice(notice, words),
  level: notice.level,
  code: notice.code,
  text: notice.text[words],
  created_at: notice.createdAt.toISOString(),
  ended_at: notice.endedAt?.toISOString() ?? null,
})

const count = Type.Integer()
const used = Type.Object({
  used: count,
  limit: Type.Union([count, Type.Null()]),
  resets_at: moment,
})
const rateNow = Type.Object({
  cause: Type.Enum(['bounces', 'complaints'] as const),
  count,
  of: count,
  limit: Type.Number({ description: 'A share: 0.05 is 5%.' }),
})
const limitsSchema = Type.Object(
  {
    plan: Type.Enum(planNames),
    trust_level: count,
    today: used,
    month: used,
    trust_given: Type.Boolean(),
    raises: Type.Array(Type.Object({ done: Type.Boolean(), text: Type.String() })),
    evidence: Type.Object({ tax_id: maybe, payment: Type.Boolean() }),
    spending: Type.Object({ limit: maybe, spent: Type.String(), currency: Type.String() }),
    pause: Type.Object({
      kind: Type.Enum(pauses),
      reason: maybe,
      fix: maybe,
      rate: Type.Union([rateNow, Type.Null()], {
        description: 'Of a pause by rule: the rate over the last 7 days as it is now.',
      }),
      ends_from: Type.Union([moment, Type.Null()], {
        description: 'A pause by rule ends no sooner, and then once the rate is below the limit.',
      }),
    }),
    domains: Type.Object({ used: count, limit: Type.Union([count, Type.Null()]) }),
  },
  { $id: 'Limits' },
)

const changeable = {
  name: Type.Optional(Type.String()),
  time_zone: Type.Optional(Type.String({ maxLength: 100 })),
  language: Type.Optional(language),
  tax_id: Type.Optional(maybe),
  spend_limit: Type.Optional(maybe),
}
const changed = { ...accountSchema.properties, tax_id: maybe, spend_limit: maybe }

const bare = Type.Object(changeable)
const withBillingEmail = Type.Object({ ...changeable, billing_email: Type.Optional(maybe) })

const update = (body: typeof bare | typeof withBillingEmail, answer: object) =>
  memberRoute({
    method: 'PATCH',
    path: '/account',
    name: 'account.update',
    access: 'owner',
    summary: 'Change the account',
    body,
    success: { status: 200, schema: Type.Object({ ...changed, ...answer }) },
    errors: [],
    async handle({ world, session, body: wish }) {
      const { name, language: words, time_zone: timeZone, tax_id: taxId, spend_limit: limit } = wish
      const change = {
        name,
        language: words,
        timeZone,
        taxId,
        billingEmail: 'billing_email' in wish ? wish.billing_email : undefined,
        spendCents: typeof limit === 'string' ? readAmount(limit) : limit,
      }
      const { accountId, memberId } = session
      const account = await changeSettings(world, accountId, change, { memberId })
      const standing = await selectStanding(world.db, account.id)
      const cents = standing?.spendCents ?? null
      return {
        status: 200,
        body: {
          id: show('acc', account.id),
          name: account.name,
          plan: account.plan,
          trust_level: account.trustLevel,
          time_zone: account.timeZone,
          language: account.language,
          pause: account.pause,
          tax_id: standing?.taxId ?? null,
          spend_limit: cents === null ? null : showAmount(cents),
          ...(body === bare ? {} : { billing_email: standing?.billingEmail ?? null }),
        },
      }
    },
  })
export const updateAccount = update(withBillingEmail, { billing_email: maybe })
/** Where nobody collects money. */
export const updateAccountWithoutBilling = update(bare, {})

export const accountRoutes: readonly DashboardRoute[] = [
  updateAccount,
  memberRoute({
    method: 'GET',
    path: '/limits',
    name: 'limits.get',
    summary: 'What may be sent, what was, and what raises it',
    success: { status: 200, schema: limitsSchema },
    errors: [],
    async handle({ world, session, language: words }) {
      const body = await limitsOf(world, session.accountId, words)
      assert(body, 'a session belongs to an account')
      return { status: 200, body }
    },
  }),
  memberRoute({
    method: 'GET',
    path: '/notices',
    name: 'notices.list',
    summary: 'What the account has to know, newest first',
    query: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      starting_after: Type.Optional(Type.String()),
    }),
    success: {
      status: 200,
      schema: Type.Object({ data: Type.Array(noticeSchema), has_more: Type.Boolean() }),
    },
    errors: [],
    async handle({ world, session, query, language: words }) {
      const { limit = 50, starting_after: after } = query
      const before = after === undefined ? null : read('ntc', after)
      if (after !== undefined && before === null) {
        throw new Refusal('invalid_field', { param: 'starting_after' })
      }
      const rows = await listNotices(world, session, { before, count: limit + 1 })
      const data = rows.slice(0, limit).map(row => showWithOldNames(row, words))
      return { status: 200, body: { data, has_more: rows.length > limit } }
    },
  }),
  memberRoute({
    method: 'POST',
    path: '/notices/{notice_id}/read',
    name: 'notices.read',
    summary: 'Mark a notice as read',
    success: { status: 200, schema: noticeSchema },
    errors: ['resource_not_found'],
    async handle({ world, session, params, language: words }) {
      const id = read('ntc', params.notice_id!)
      if (id === null) throw new Refusal('resource_not_found')
      const notice = await readNotice(world, session, id)
      return { status: 200, body: showWithOldNames(notice, words) }
    },
  }),
]
