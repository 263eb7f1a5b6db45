/** A service with ports for https and for an authority's questions, and the authority that asks. */
import { once } from 'node:events'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import type { TestContext } from 'node:test'
import { connect } from 'node:tls'
import type { Settings } from '#kernel/base/config.ts'
import { createRuntime } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import { certificateKeeper } from '#platform/certificates/keeper.ts'
import { certificateJob, orderDue } from '#platform/certificates/renew.ts'
import { trackingHosts } from '#sending/domains/page-hosts.ts'
import { startService } from '../../src/service.ts'
import { type AcmeAuthority, type AuthorityOptions, startAuthority } from './acme-authority.ts'
import { freePort } from './free-port.ts'
import { startTestService, type TestService } from './service.ts'
import { until } from './until.ts'

export interface CertifiedService {
  readonly service: TestService
  readonly authority: AcmeAuthority
  readonly httpsPort: number
  readonly httpPort: number
  /** Does now what every node does by itself some seconds later. */
  order(): Promise<void>
  /** Orders until so many have been issued since the beginning, and are in use. */
  has(count: number): Promise<void>
}

export const names = { web: 'mail.malote.test', mx: 'mx.malote.test' }

/** `settings` come last; the authority looks for every name at the ports of this service. */
export async function startCertified(
  t: TestContext,
  options: { authority?: AuthorityOptions; settings?: Readonly<Record<string, string>> } = {},
): Promise<CertifiedService> {
  const [httpsPort, httpPort] = [await freePort(), await freePort()]
  let service: TestService | null = null
  const authority = await startAuthority(t, {
    httpPort: () => httpPort,
    httpsPort: () => httpsPort,
    now: () => service?.world.clock.now() ?? Date.now(),
    ...options.authority,
  })
  service = await startTestService(t, {
    settings: {
      // Nothing is ordered but when a test says so.
      MALOTE_ROLES: 'api,inbound',
      MALOTE_ACME: 'on',
      MALOTE_ACME_EMAIL: 'operator@malote.test',
      MALOTE_ACME_DIRECTORY_URL: authority.directory,
      MALOTE_HTTPS_PORT: String(httpsPort),
      MALOTE_HTTP_CHALLENGE_PORT: String(httpPort),
      MALOTE_HOSTNAME: names.mx,
      MALOTE_BASE_URL: `https://${names.web}`,
      // What must be internal is so by being set.
      MALOTE_NETWORK_ALLOW: '',
      ...options.settings,
    },
  })
  const { world } = service
  async function order(): Promise<void> {
    await certificateJob(trackingHosts).run(world)
    await world.runtime.get(certificateKeeper, world).refresh()
  }
  return {
    service,
    authority,
    httpsPort,
    httpPort,
    order,
    async has(count) {
      await until(async () => {
        await order()
        return authority.issued.length >= count && (await isIdle(world))
      }, `${count} certificates`)
      await order()
    },
  }
}

/** Nobody has an order under way. */
const isIdle = async ({ db }: World): Promise<boolean> =>
  (await db.query('select 1 from certificate_accounts where leased_by is not null')).length === 0

/** A second node on the same database; orders there, or at the first, what every node does by itself. */
export async function besideIt(
  { world }: TestService,
  ports: Pick<Settings, 'MALOTE_HTTPS_PORT' | 'MALOTE_HTTP_CHALLENGE_PORT'>,
  work: (order: () => Promise<void>, orderHere: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const settings = { ...world.settings, ...ports }
  const other = { ...world, settings, runtime: createRuntime() }
  const started = await startService(other)
  try {
    await work(
      () => orderDue(other),
      () => orderDue(world),
    )
  } finally {
    await started.stop(1_000)
  }
}

export interface SeenCertificate {
  readonly names: string
  readonly fingerprint: string
}

/** What is shown for a name; rejects where it does not verify. */
export async function handshake(
  port: number,
  name: string,
  root: string,
  protocols: string[] = ['http/1.1'],
): Promise<SeenCertificate> {
  const socket = connect({
    host: '127.0.0.1',
    port,
    servername: name,
    ca: root,
    ALPNProtocols: protocols,
  })
  await once(socket, 'secureConnect')
  const { subjectaltname, fingerprint256 } = socket.getPeerCertificate()
  socket.destroy()
  return { names: subjectaltname ?? '', fingerprint: fingerprint256 }
}

/** A call by https as a browser makes it, by the name and with the root. */
export async function callByHttps(
  { port, name, root }: { readonly port: number; readonly name: string; readonly root: string },
  options: RequestOptions & { readonly body?: string } = {},
): Promise<{ status: number; body: string }> {
  const { body, ...more } = options
  const asked = request({
    host: '127.0.0.1',
    port,
    servername: name,
    ca: root,
    agent: false,
    ...more,
  })
  asked.setHeader('Host', name)
  asked.end(body)
  const [response] = await once(asked, 'response')
  let text = ''
  for await (const piece of response) text += piece
  return { status: response.statusCode, body: text }
}

/** What the port for questions answers to somebody else's. */
export async function callByHttp({
  port,
  name,
  path,
}: {
  readonly port: number
  readonly name: string
  readonly path: string
}): Promise<{ status: number; location: string | undefined }> {
  const headers = { Host: name }
  const asked = requestPlain({ host: '127.0.0.1', port, path, headers, agent: false }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  response.resume()
  return { status: response.statusCode!, location: response.headers.location }
}
