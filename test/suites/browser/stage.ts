/**
 * A service with something to show: a shop that has sent, been refused, made to wait and complained
 * of, in live and in test mode, with domains, keys, webhooks, suppressions and members.
 */
import type { TestContext } from 'node:test'
import type { BrowserContext } from 'playwright-core'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { addSource, pauseSource } from '#sending/delivery/source-admin.ts'
import { trustDomain } from '#sending/domains/check-domain.ts'
import { createDomain } from '#sending/domains/domains.ts'
import { makeLink } from '#sending/domains/links.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import { changeOperator } from '#tenants/accounts/store.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { patienceMs } from '../../support/until.ts'
import { type Audience, gatherAudience } from './audience-stage.ts'

export interface Stage extends Audience {
  readonly service: TestService
  readonly base: string
  /** acc_… */
  readonly account: string
  /** prj_… */
  readonly project: string
  readonly email: string
  readonly password: string
  readonly liveKey: string
  /** Ids to open pages with. */
  readonly delivered: string
  readonly bounced: string
  readonly deferred: string
  readonly captured: string
  readonly domain: string
  readonly pendingDomain: string
  /** Of the link to its records. */
  readonly sharedToken: string
  readonly webhook: string
}

const zones = {
  'clientes.test': { MX: ['10 mx.clientes.test'] },
  'mx.clientes.test': { A: ['127.0.0.1'] },
} as const

/** The receiving server's moods, by the name of the recipient. */
function moody(stage: string, socket: { write(text: string): unknown }, line: string): boolean {
  if (stage !== 'rcpt') return false
  if (/<ninguem@/i.test(line)) {
    socket.write('550 5.1.1 <ninguem@clientes.test>: Recipient address rejected: User unknown\r\n')
    return true
  }
  if (/<ocupado@/i.test(line)) {
    socket.write('451 4.7.1 Greylisted, please try again in a few minutes\r\n')
    return true
  }
  return false
}

/** A service without anything but what a first start makes. */
export async function startEmpty(
  t: TestContext,
  more: Readonly<Record<string, string>> = {},
): Promise<{ service: TestService; base: string }> {
  const service = await startTestService(t, {
    zones,
    mx: { misbehave: moody },
    settings: { MALOTE_SIGNUP: 'open', ...more },
  })
  return { service, base: `http://127.0.0.1:${service.port}` }
}

export async function startStage(
  t: TestContext,
  settings?: Readonly<Record<string, string>>,
): Promise<Stage> {
  const { service, base } = await startEmpty(t, settings)
  const { world } = service
  const who = { email: 'ana@loja.test', password: 'correta pilha de cavalos' }
  const { accountId, projectId } = await createAccount(world, {
    ...who,
    name: 'Loja da Ana',
    ownerName: 'Ana Souza',
    plan: 'pro',
    trustLevel: 3,
    timeZone: 'America/Sao_Paulo',
  })
  await changeOperator(world.db, accountId, true)
  const domain = await createDomain(world, { projectId, name: 'loja.test' })
  await trustDomain(world, domain.id)
  const pending = await createDomain(world, { projectId, name: 'novidades.loja.test' })
  const make = async (mode: 'live' | 'test', name: string) =>
    (await createKey(world, { projectId, mode, scope: 'admin', rate: 0, name })).key
  const live = await make('live', 'Servidor da loja')
  const test = await make('test', 'Desenvolvimento')
  const ids = await sendAll(service, { live, test })
  const webhook = await service.call('POST', '/v1/webhooks', {
    key: live,
    body: { url: `https://127.0.0.1:9/eventos`, events: ['delivered', 'bounced', 'complained'] },
  })
  await service.call('POST', `/v1/webhooks/${webhook.body.id}/test`, { key: live, body: {} })
  for (const email of ['saiu@clientes.test', 'nunca.mais@clientes.test']) {
    const body = { email, stream: 'marketing' }
    await service.call('POST', '/v1/suppressions', { key: live, body })
  }
  const audience = await gatherAudience(service, live)
  await warmUp(world, projectId)
  return {
    service,
    base,
    ...audience,
    ...who,
    ...ids,
    liveKey: live,
    account: show('acc', accountId),
    project: show('prj', projectId),
    domain: show('dom', domain.id),
    pendingDomain: show('dom', pending.id),
    sharedToken: (await makeLink(world, pending)).token,
    webhook: webhook.body.id,
  }
}

/** Addresses for the marketing of a project: one new and its day full at one provider, one paused. */
async function warmUp(world: World, projectId: Uuid): Promise<void> {
  const project = show('prj', projectId)
  const own = { pool: 'novidades', projects: [project], streams: ['marketing'] }
  const add = (last: number, more: object = {}) =>
    addSource(world, {
      address: `127.0.0.${last}`,
      hostname: `saida${last}.loja.test`,
      ...own,
      ...more,
    })
  const [fresh, paused] = [await add(11, { stage: 3 }), await add(12)]
  await add(13, { state: 'active' })
  await pauseSource(world, paused)
  const now = new Date(world.clock.now())
  await world.db.query(
    `insert into source_warm_ups (source_id, provider, stage, day, taken, taken_at, sent, delivered, kept_by)
     values ($1, 'provider_1', 3, $2::date, 200, $2, 200, 200, null),
       ($1, 'provider_2', 3, $2::date, 60, $2, 57, 55, 'results')`,
    [fresh, now],
  )
}

type Keys = Readonly<Record<'live' | 'test', string>>

async function sendAll(service: TestService, keys: Keys) {
  const send = async (key: string, to: string[], subject: string, more: object = {}) => {
    const body = { ...letter(subject), to, ...more }
    const sent = await service.call('POST', '/v1/emails', { key, body })
    if (sent.status !== 202) throw new Error(`refused: ${JSON.stringify(sent.body)}`)
    return sent.body.id as string
  }
  const names = ['maria', 'joao', 'beatriz', 'carlos', 'helena', 'rafael', 'lucia', 'pedro']
  for (const [n, name] of names.entries()) {
    await send(keys.live, [`${name}@clientes.test`], `Pedido #${4810 + n} confirmado`)
  }
  const bounced = await send(keys.live, ['ninguem@clientes.test'], 'Redefinição de senha')
  const deferred = await send(keys.live, ['ocupado@clientes.test'], 'Sua nota fiscal')
  const delivered = await send(
    keys.live,
    ['maria@clientes.test', 'financeiro@clientes.test'],
    'Fatura de novembro',
    { tags: { tipo: 'fatura' }, metadata: { cliente: '8812' } },
  )
  await send(keys.live, ['joao@clientes.test'], 'Lembrete de pagamento', {
    scheduled_at: new Date(service.world.clock.now() + 86_400_000).toISOString(),
  })
  for (const name of ['bounced', 'complained', 'deferred', 'ana']) {
    await send(keys.test, [`${name}@example.com`], `Teste para ${name}`)
  }
  const captured = await send(keys.test, ['ana@example.com'], 'Boas-vindas à Loja da Ana')
  await settled(service, keys.live, [
    [bounced, 'bounced'],
    [deferred, 'deferred'],
    [delivered, 'delivered'],
  ])
  return { bounced, deferred, delivered, captured }
}

/** Waits until each email has come where it should. */
async function settled(
  service: TestService,
  key: string,
  wanted: readonly (readonly [string, string])[],
): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (const [id, status] of wanted) {
    for (;;) {
      const email = await service.call('GET', `/v1/emails/${id}`, { key })
      if (email.body.status === status) break
      if (performance.now() > deadline) throw new Error(`${id} stays ${email.body.status}`)
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
}

const letter = (subject: string) => ({
  from: 'Loja da Ana <pedidos@loja.test>',
  subject,
  text: `Olá!\n\n${subject}. Obrigada por comprar na Loja da Ana.\n`,
  html:
    '<div style="font-family:sans-serif;max-width:560px;margin:0 auto;padding:24px">' +
    `<h1 style="color:#7a3e9d">${subject}</h1>` +
    '<p>Olá! Obrigada por comprar na Loja da Ana. Seu pedido já está sendo preparado.</p>' +
    '<p><a href="https://loja.test/pedidos" style="color:#7a3e9d">Acompanhar pedido</a></p></div>',
})

/** Logs in without the form; the cookie stays with the profile. */
export async function logIn(context: BrowserContext, stage: Stage): Promise<void> {
  const answer = await context.request.post('/api/session', {
    headers: { origin: stage.base },
    data: { email: stage.email, password: stage.password },
  })
  if (!answer.ok()) throw new Error(`log-in refused: ${answer.status()} ${await answer.text()}`)
}
