/**
 * `POST /hooks/billing/{provider}`: somebody knocks. The body is read as it came, its signature checked,
 * and noted that a look is owed; what it says is not believed. There is no such path without billing.
 */
import type { FastifyInstance } from 'fastify'
import { lookAtWishes, noteKnock } from '#billing/provider/poll.ts'
import { isToldOf, serviceOf } from '#billing/provider/provider.ts'
import { providerCode } from '#billing/provider/provider-code.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { paymentProviders } from '#kernel/base/payment-providers.ts'
import type { World } from '#kernel/world/world.ts'

const maxBytes = 256 * 1024

export const mountBillingHooks =
  (world: World) =>
  async (app: FastifyInstance): Promise<void> => {
    const name = serviceOf(world.settings)
    if (name === null || !isToldOf(world.settings)) return
    const { header } = paymentProviders[name].webhook
    const { readKnock } = await providerCode[name]()
    await app.register(async scope => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
      scope.post(`/hooks/billing/${name}`, async (request, reply) => {
        const body = await bytesOf(request.raw)
        const signature = request.headers[header.toLowerCase()]
        const knock =
          body === null || typeof signature !== 'string' ? null : readKnock(world, body, signature)
        if (knock === null) throw new Refusal('invalid_field', { param: header })
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
