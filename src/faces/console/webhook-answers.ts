/** How receivers answer the webhooks of a project, beside their list. */
import { Type } from 'typebox'
import { show } from '#kernel/base/ids.ts'
import { type Route, route } from '#kernel/routes/route.ts'
import { selectAnswers } from '#platform/webhooks/answering-store.ts'

const shape = Type.Object(
  {
    id: Type.String({ description: 'whk_…' }),
    failing: Type.Boolean({ description: 'The last five attempts failed.' }),
    attempts: Type.Integer({ description: 'Of the last hundred.' }),
    acknowledged: Type.Integer(),
    last: Type.Union([
      Type.Null(),
      Type.Object({
        at: Type.String({ format: 'date-time' }),
        status_code: Type.Union([Type.Null(), Type.Integer()], {
          description: 'null: nobody answered.',
        }),
      }),
    ]),
  },
  { $id: 'WebhookAnswers' },
)

export const webhookAnswers: Route = route({
  method: 'GET',
  path: '/v1/webhook-answers',
  name: 'webhookAnswers.list',
  scope: 'read',
  summary: 'Say how receivers answer each webhook',
  success: { status: 200, schema: Type.Object({ data: Type.Array(shape) }) },
  errors: [],
  async handle({ world, tenant }) {
    const answers = await selectAnswers(world.db, tenant.projectId)
    const data = answers.map(({ id, isFailing, attempts, acknowledged, lastAt, lastCode }) => ({
      id: show('whk', id),
      failing: isFailing,
      ...{ attempts, acknowledged },
      last: lastAt && { at: lastAt.toISOString(), status_code: lastCode },
    }))
    return { status: 200, body: { data } }
  },
})
