/**
 * The reference page of the API, a program of 9 MB with its own server side. It is read when
 * somebody first asks for it: most nodes are never asked, and it would take as much memory again.
 */
import { createHash } from 'node:crypto'
import { type FastifyInstance, fastify } from 'fastify'
import { Refusal } from '#kernel/base/errors.ts'
import { packedSender } from './packed.ts'

const prefix = '/docs/api'

/** From here only, and it calls nobody but us. Of scripts in the page, those that it came with. */
const policy = (baseUrl: string, page: string): string =>
  `default-src 'none'; script-src 'self'${hashesOf(page)}; style-src 'self' 'unsafe-inline'; ` +
  "img-src 'self' data: blob:; font-src 'self' data:; worker-src blob:; " +
  `connect-src 'self' ${new URL(baseUrl).origin}; ` +
  "base-uri 'none'; frame-ancestors 'none'"

/** CSP Level 3 §2.3.1: each script by its content, whatever else is written into the page. */
const hashesOf = (page: string): string =>
  [...page.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/gi)]
    .filter(([, script]) => script !== '')
    .map(([, script]) => ` 'sha256-${createHash('sha256').update(script!).digest('base64')}'`)
    .join('')

/** `baseUrl` is where the API is called from the page. */
export function mountReference(app: FastifyInstance, baseUrl: string): void {
  let program: Promise<FastifyInstance> | undefined
  const send = packedSender()
  const answer = async (url: string) => {
    program ??= load()
    return (await program).inject({ method: 'GET', url })
  }
  // Relative links of the page need the slash.
  app.get(prefix, (_request, reply) => reply.redirect(`${prefix}/`, 308))
  app.get(`${prefix}/*`, async ({ url }, reply) => {
    const { statusCode, headers, rawPayload } = await answer(url)
    if (statusCode === 404) throw new Refusal('route_not_found')
    const type = String(headers['content-type'])
    const page = type.startsWith('text/html') ? rawPayload.toString() : ''
    const isScript = url.endsWith('.js')
    void reply.status(statusCode).headers({
      'Content-Type': type,
      'Content-Security-Policy': policy(baseUrl, page),
      'Content-Language': 'en',
      // The program changes with an update only.
      'Cache-Control': isScript ? 'max-age=86400' : 'no-cache',
    })
    return isScript ? send(reply, url, rawPayload) : reply.send(rawPayload)
  })
}

async function load(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const program = fastify()
  await program.register(scalar, {
    routePrefix: prefix,
    configuration: {
      url: '/v1/openapi.json',
      pageTitle: 'Malote API',
      withDefaultFonts: false,
      hideClientButton: true,
      telemetry: false,
      // Buttons that lead to services of others.
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
    },
  })
  return program
}
