/**
 * Campaigns of the simulated marketers: now or later, by a template or with words of their own, in
 * windows, at a pace, with variants; paused, resumed, cancelled and called back while they go out.
 */
import type { CampaignOrder, Figures, Marketer } from '../audit/market.ts'
import type { Crowd } from './customers.ts'
import { act, ask, markerOf, stirMarket } from './marketers.ts'

const minute = 60_000

/** What is done to a campaign after it was let go. */
const plans = [
  [],
  [],
  ['pause', 'resume'],
  ['pause', 'content', 'resume'],
  ['pause', 'resume', 'pause', 'resume'],
  ['cancel'],
  ['pause', 'cancel'],
] as const

/** One campaign from its making to the last thing that is done to it, amid people who come and go. */
export async function runCampaign(crowd: Crowd): Promise<void> {
  const { chance, ledger, universe } = crowd
  const marketer = chance.integer(ledger.market.marketers.length)
  const order = await makeCampaign(crowd, marketer)
  if (order === null) return
  const stirring = Array.from({ length: chance.between(1, 4) }, () => stirMarket(crowd, marketer))
  await letGo(crowd, order)
  for (const what of chance.pick(plans)) {
    await universe.time.sleep(chance.wait(chance.pick([2_000, minute, 20 * minute])))
    await change(crowd, order, what)
  }
  await Promise.all(stirring)
}

async function makeCampaign(crowd: Crowd, marketer: number): Promise<CampaignOrder | null> {
  const { chance, ledger } = crowd
  const own = ledger.market.marketers[marketer]!
  const marker = markerOf('c', ledger.market.campaigns.length + 1, chance)
  const earlier = ledger.market.campaigns.filter(one => one.marketer === marketer)
  const without = earlier.length > 0 && chance.happens(0.25) ? chance.pick(earlier).id : null
  const window = chance.happens(0.2) ? { from: '07:00', until: '19:30' } : null
  const perHour = chance.happens(0.2) ? chance.pick([30, 120, 600]) : null
  const variants = chance.happens(0.25) ? ['plain', 'loud'] : []
  const content = await contentOf(crowd, own, marker)
  if (content === null) return null
  const made = await ask(crowd, own, {
    method: 'POST',
    path: '/v1/campaigns',
    body: {
      name: marker,
      from: `Shop <news@${own.domain}>`,
      topic_id: own.topic,
      content,
      audience: {
        ...(chance.happens(0.7) ? { topics: [own.topic] } : { segments: [own.segment] }),
        ...(without === null ? {} : { exclude: { campaigns: [without] } }),
        ...(chance.happens(0.2) ? { recheck: true } : {}),
      },
      ...(window === null && perHour === null
        ? {}
        : {
            schedule: {
              ...(window === null ? {} : { window, time_zone: 'UTC' }),
              ...(perHour === null ? {} : { rate_per_hour: perHour }),
            },
          }),
      ...(variants.length === 0 ? {} : { ab: testOf(crowd, marker, variants) }),
    },
  })
  if (made?.status !== 201) return null
  const { id } = made.body as { id: string }
  const order: CampaignOrder = {
    marker,
    marketer,
    id,
    without,
    window,
    perHour,
    variants,
    acts: [],
    status: 'draft',
    figures: null,
  }
  ledger.market.campaigns.push(order)
  return order
}

const wordsOf = ({ domain }: Marketer, marker: string, more: string): object => ({
  subject: `News ${marker}`,
  html: `<p>Hello ${more}</p><p><a href="https://${domain}/${marker}">An offer</a></p>`,
})

/** A template that is published for it, or words of its own. */
async function contentOf(crowd: Crowd, own: Marketer, marker: string): Promise<object | null> {
  const words = wordsOf(own, marker, '{{ contact.email }}')
  if (crowd.chance.happens(0.5)) return words
  const template = await makeTemplate(crowd, own, { name: marker, words })
  return template === null ? null : { template_id: template }
}

/** Published; null where somebody refused, or nobody answered. */
export async function makeTemplate(
  crowd: Crowd,
  own: Marketer,
  { name, words }: { readonly name: string; readonly words: object },
): Promise<string | null> {
  const made = await ask(crowd, own, {
    method: 'POST',
    path: '/v1/templates',
    body: { name, variants: { en: words } },
  })
  if (made?.status !== 201) return null
  const { id } = made.body as { id: string }
  const path = `/v1/templates/${id}/publish`
  const published = await ask(crowd, own, { method: 'POST', path, body: {} })
  return published !== null && published.status < 300 ? id : null
}

const testOf = ({ chance }: Crowd, marker: string, variants: readonly string[]): object => ({
  variants: variants.map(key => ({ key, subject: `News ${marker} ${key}` })),
  test_share: chance.pick([0.3, 1]),
  wait: 'PT1H',
  if_unsure: chance.pick(['first', 'leader', 'split']),
})

/** At once or later; some are called back and let go again. */
async function letGo(crowd: Crowd, order: CampaignOrder): Promise<void> {
  const { chance, universe } = crowd
  if (chance.happens(0.6)) return change(crowd, order, 'send')
  await change(crowd, order, 'schedule')
  if (!chance.happens(0.4)) return
  await universe.time.sleep(chance.wait(5 * minute))
  await change(crowd, order, 'unschedule')
  await change(crowd, order, chance.pick(['send', 'schedule']))
}

async function change(crowd: Crowd, order: CampaignOrder, what: string): Promise<void> {
  const { chance, ledger, universe } = crowd
  const own = ledger.market.marketers[order.marketer]!
  const path = `/v1/campaigns/${order.id}`
  if (what === 'content') {
    const content = wordsOf(own, order.marker, 'again {{ contact.email }}')
    const { answer: _, ...done } = await act(crowd, own, what, {
      method: 'PATCH',
      path,
      body: { content },
    })
    order.acts.push(done)
    return
  }
  const at = universe.time.now() + chance.pick([1, 5, 60, 300]) * minute
  const body = what === 'schedule' ? scheduleOf(order, at) : undefined
  const { answer, ...done } = await act(crowd, own, what, {
    method: 'POST',
    path: `${path}/${what}`,
    ...(body === undefined ? {} : { body }),
  })
  const inFlight = (answer?.body as { in_flight?: number } | undefined)?.in_flight
  order.acts.push({ ...done, ...(inFlight === undefined ? {} : { inFlight }) })
}

const scheduleOf = ({ window, perHour }: CampaignOrder, at: number): object => ({
  at: new Date(at).toISOString(),
  ...(window === null ? {} : { window, time_zone: 'UTC' }),
  ...(perHour === null ? {} : { rate_per_hour: perHour }),
})

const isOver = ({ status }: CampaignOrder): boolean =>
  status === 'sent' || status === 'cancelled' || status === 'draft'

/** After the storm: what stands still is let go on. Returns how many are not over. */
export async function tidyCampaigns(crowd: Crowd): Promise<number> {
  const { campaigns } = crowd.ledger.market
  for (const order of campaigns) {
    if (isOver(order) && order.status !== 'draft') continue
    order.status = (await look<{ status: string }>(crowd, order, '')).status
    if (order.status === 'paused') await change(crowd, order, 'resume')
  }
  return campaigns.filter(one => !isOver(one)).length
}

/** At rest. */
export async function readFigures(crowd: Crowd): Promise<void> {
  for (const order of crowd.ledger.market.campaigns) {
    order.figures = await look<Figures>(crowd, order, '/stats')
  }
}

async function look<T>(crowd: Crowd, order: CampaignOrder, what: string): Promise<T> {
  const own = crowd.ledger.market.marketers[order.marketer]!
  const path = `/v1/campaigns/${order.id}${what}`
  const answer = await ask(crowd, own, { method: 'GET', path })
  if (answer?.status !== 200) throw new Error(`${path}: ${answer?.text}`)
  return answer.body as T
}
