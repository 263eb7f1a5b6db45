/**
 * `POST /hooks/billing/stripe`: somebody knocks. The body is read as it came, its signature checked,
 * and noted that a look is owed; what it says is not believed. There is no such path without billing.
 */
import type { FastifyInstance } from 'fastify'
import { lookAtWishes, noteKnock } from '#billing/provider/poll.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { World } from '#kernel/world/world.ts'

const maxBytes = 256 * 1024

export const mountBillingHooks =
  (world: World) =>
  async (app: FastifyInstance): Promise<void> => {
    const { MALOTE_BILLING: billing, MALOTE_STRIPE_WEBHOOK_SECRETS: secrets } = world.settings
    if (billing !== 'stripe' || secrets.length === 0) return
    const { readKnock } = await import('#billing/provider/stripe-knock.ts')
    await app.register(async scope => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
      scope.post('/hooks/billing/stripe', async (request, reply) => {
        const body = await bytesOf(request.raw)
        const header = request.headers['stripe-signature']
        const knock =
          body === null || typeof header !== 'string' ? null : readKnock(world, body, header)
        if (knock === null) throw new Refusal('invalid_field', { param: 'Stripe-Signature' })
        await noteKnock(world, knock)
        void lookAtWishes(world).catch((error: unknown) =>
          world.log.warn({ error: String(error) }, 'a look waits for the next minute'),
        )
        return reply.status(200).send({ received: true })
      })
    })
  }

/** The body as bytes; null where it is larger than any that is meant for us. */
async function bytesOf(stream: NodeJS.ReadableStream): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream) {
    size += (part as Buffer).length
    if (size <= maxBytes) parts.push(part as Buffer)
  }
  return size > maxBytes ? null : Buffer.concat(parts)
}
