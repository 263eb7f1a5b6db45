/** Whether an email reached its recipients: what somebody is told who asks for it. */
import { Type } from 'typebox'
import { show } from '#kernel/base/ids.ts'
import { findNamed } from '#kernel/routes/find-named.ts'
import { type Route, route } from '#kernel/routes/route.ts'
import { arrivals } from '#sending/explain/answer.ts'
import { suppressionReasons } from '#sending/suppression/reasons.ts'
import { answersAbout } from '#sending/timeline/answers.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'

const shape = Type.Object(
  {
    address: Type.String(),
    outcome: Type.Enum(arrivals),
    headline: Type.String({ description: 'Whether it reached them, and why not.' }),
    reply: Type.Object(
      { en: Type.String(), pt: Type.String() },
      { description: 'To send on to who asks for the email.' },
    ),
    suppression: Type.Union(
      [
        Type.Null(),
        Type.Object({
          id: Type.String({ description: 'sup_…' }),
          reason: Type.Enum(suppressionReasons),
        }),
      ],
      { description: 'Why the address gets nothing of this kind now; null: it does.' },
    ),
  },
  { $id: 'RecipientAnswer' },
)

export const emailAnswers: Route = route({
  method: 'GET',
  path: '/v1/emails/{id}/answers',
  name: 'emails.answers',
  scope: 'read',
  summary: 'Say whether an email reached its recipients',
  description:
    'Each recipient in a sentence, with a reply for who asks; those it did not reach first.',
  params: Type.Object({ id: Type.String({ description: 'msg_…' }) }),
  success: { status: 200, schema: Type.Object({ data: Type.Array(shape) }) },
  errors: ['resource_not_found'],
  async handle({ world, tenant, params, language }) {
    const account = await getAccount(world, tenant.accountId)
    const at = { now: world.clock.now(), timeZone: account?.timeZone ?? 'UTC' }
    const answers = await findNamed('msg', params.id, id => answersAbout(world.db, tenant, id, at))
    const data = answers.map(({ headline, suppression, ...rest }) => ({
      ...rest,
      headline: headline[language],
      suppression: suppression && {
        id: show('sup', suppression.id),
        reason: suppression.reason,
      },
    }))
    return { status: 200, body: { data } }
  },
})
