/**
 * Where an authority looks whether a name leads here (RFC 8555 §8.3): on a port of its own, 80 by
 * custom, and on that of the API, for a proxy that passes it on. The port of its own sends all else
 * to https.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#kernel/base/errors.ts'
import { hostName } from '#kernel/base/host-name.ts'
import { listenBySetting } from '#kernel/world/take-port.ts'
import type { World } from '#kernel/world/world.ts'
import { challengePath, httpAnswer } from '#platform/certificates/challenges.ts'
import { certificateKeeper } from '#platform/certificates/keeper.ts'
import type { Listener } from '#protocol/smtp/server.ts'

const contentType = 'application/octet-stream'
/** For a request without a body, and for what may be on its way when the port closes. */
const requestMs = 10_000
const maxConnections = 500

export const mountChallenges = (world: World) => (app: FastifyInstance) => {
  app.get(`${challengePath}*`, async (request, reply) => {
    const answer = await httpAnswer(world, request.url.split('?', 1)[0]!)
    if (answer === null) throw new Refusal('route_not_found')
    return reply.type(contentType).header('Cache-Control', 'no-store').send(answer)
  })
}

/** Takes the port. */
export async function listenForChallenges(world: World): Promise<Listener> {
  const { log } = world
  const server = createServer({ requestTimeout: requestMs, headersTimeout: requestMs })
  server.maxConnections = maxConnections
  server.on('request', (request, response) => {
    answer(world, request, response).catch((error: unknown) => {
      log.warn({ error: String(error) }, 'a question of the authority was not answered')
      response.writeHead(503, { 'Retry-After': '5' }).end()
    })
  })
  return listenBySetting(world, server, {
    name: 'challenges',
    setting: 'MALOTE_HTTP_CHALLENGE_PORT',
    close: () => closeServer(server),
  })
}

async function answer(
  world: World,
  { url = '/', method, headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = url.split('?', 1)[0]!
  const proof = await httpAnswer(world, path)
  if (proof !== null) {
    return void response.writeHead(200, { 'Content-Type': contentType }).end(proof)
  }
  const host = hostName(headers.host ?? '')
  const isReading = method === 'GET' || method === 'HEAD'
  if (!isReading || path.startsWith(challengePath) || !(await isServed(world, host))) {
    return void response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not here.\n')
  }
  const { MALOTE_HTTPS_PORT: port } = world.settings
  const at = port === 0 || port === 443 ? host : `${host}:${port}`
  response.writeHead(308, { Location: `https://${at}${url}` }).end()
}

/** Whoever has a certificate here is served by https. */
const isServed = async (world: World, host: string): Promise<boolean> =>
  (await world.runtime.get(certificateKeeper, world).contextFor(host)) !== null

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  server.closeAllConnections()
  await closed
}
