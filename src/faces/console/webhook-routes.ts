/**
 * What the dashboard shows of a webhook beyond the public API: one attempt with the very body that
 * was sent, so that people see both sides of the exchange, and how each is answered.
 */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read } from '#kernel/base/ids.ts'
import { type Route, route } from '#kernel/routes/route.ts'
import { findAttempt } from '#platform/webhooks/attempts-store.ts'
import { attemptShape, showAttempt } from '#platform/webhooks/shapes.ts'
import { webhookAnswers } from './webhook-answers.ts'

const attempt = route({
  method: 'GET',
  path: '/v1/webhooks/{id}/attempts/{attempt_id}',
  name: 'webhooks.attempt',
  scope: 'read',
  summary: 'See one attempt with what was sent',
  params: Type.Object({ id: Type.String(), attempt_id: Type.String() }),
  success: {
    status: 200,
    schema: Type.Object({
      ...attemptShape.properties,
      request_body: Type.String({ description: 'As it was signed and sent.' }),
    }),
  },
  errors: ['resource_not_found'],
  async handle({ world, tenant, params }) {
    const webhookId = read('whk', params.id)
    const id = read('att', params.attempt_id)
    const key = webhookId && id && { projectId: tenant.projectId, webhookId, id }
    const row = key && (await findAttempt(world.db, key))
    if (!row) throw new Refusal('resource_not_found')
    return { status: 200, body: { ...showAttempt(row), request_body: row.request_body } }
  },
})

export const webhookRoutes: readonly Route[] = [attempt, webhookAnswers]
