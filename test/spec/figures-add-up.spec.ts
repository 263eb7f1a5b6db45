/**
 * Figures are sums of states of which nobody is in two and nobody in none: lives at random, counted
 * person by person beside them.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createChance } from '../../sim/world/random.ts'
import { campaignStage, people } from '../support/campaigns.ts'
import { startTestMode } from '../support/test-mode.ts'
import { until } from '../support/until.ts'

interface StepFigures {
  readonly key: string
  readonly entered: number
  readonly waiting: number
  readonly sent: number
  readonly skipped: Record<string, number>
  readonly left: number
  readonly goal: number
}

interface Enrolled {
  readonly id: string
  readonly state: string
  readonly reason: string | null
  readonly step: string | null
  readonly path: readonly { readonly step: string; readonly outcome: string }[]
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((a, b) => a + b, 0)

describe('the figures of a sequence', () => {
  it('count everybody at each step that they came to, whatever ended their way', async t => {
    const { call, advance, publish, template } = await startTestMode(t)
    const seed = Math.floor(Math.random() * 2 ** 31)
    t.diagnostic(`seed ${seed}`)
    const chance = createChance(seed)
    const letter = { type: 'email', template_id: await template() }
    const steps = (more: readonly object[]) => ({
      exits: [{ on: 'event', name: 'order.paid', reason: 'goal' }],
      reentry: { mode: 'after_exit' },
      steps: [
        { key: 'hello', ...letter, next: 'calm' },
        { key: 'calm', type: 'wait', for: 'P2D', next: 'asked' },
        {
          key: 'asked',
          type: 'wait_for_event',
          event: 'cart.closed',
          within: 'P3D',
          since: 'step',
          next: 'again',
          timeout: 'again',
        },
        { key: 'again', ...letter, next: 'rest' },
        { key: 'rest', type: 'wait', for: 'P1D', next: 'out' },
        ...more,
      ],
    })
    const id = await publish(steps([{ key: 'out', type: 'exit', reason: 'done' }]))
    const path = `/v1/sequences/${id}` as const
    const who = Array.from({ length: 8 }, (_, n) => `p${n}@here.test`)
    await call('POST', '/v1/contacts/batch', { contacts: who.map(email => ({ email })) })
    const anybody = () => who[Math.floor(chance.uniform() * who.length)]!
    const listed = async (): Promise<Enrolled[]> => {
      const { body } = await call('GET', `${path}/enrollments?limit=100`)
      return Promise.all(
        body.data.map(
          async (one: { id: string }) => (await call('GET', `${path}/enrollments/${one.id}`)).body,
        ),
      )
    }
    const inside = async () => (await listed()).filter(one => one.state === 'inside')
    const acts: (() => Promise<unknown>)[] = [
      () => call('POST', `${path}/enrollments`, { email: anybody() }),
      () => call('POST', `${path}/enrollments`, { email: anybody() }),
      () => call('POST', `${path}/enrollments`, { email: anybody() }),
      () => call('POST', '/v1/activity', { email: anybody(), name: 'order.paid' }),
      () => call('POST', '/v1/activity', { email: anybody(), name: 'cart.closed' }),
      async () => {
        const [one] = await inside()
        if (one) await call('POST', `${path}/enrollments/${one.id}/exit`)
      },
      async () => {
        const [one] = await inside()
        if (one) await call('POST', `${path}/enrollments/${one.id}/skip_wait`)
      },
      () => advance('PT20H'),
      () => advance('P1D'),
    ]
    for (let n = 0; n < 30; n++) await acts[Math.floor(chance.uniform() * acts.length)]!()
    // Some are led elsewhere by a version without the wait, and finish it by its end.
    await call('POST', '/v1/contacts', { email: 'new@here.test' })
    await call('POST', `${path}/enrollments`, { email: 'new@here.test' })
    await advance('PT1H')
    const { steps: kept } = (await call('GET', path)).body
    const without = kept
      .filter((one: { key: string }) => one.key !== 'calm')
      .map((one: { key: string }) => (one.key === 'hello' ? { ...one, next: 'asked' } : one))
    const changed = await call('PATCH', path, { steps: without })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    const moved = { inside: 'move', map: { calm: 'rest' } }
    assert.equal((await call('POST', `${path}/publish`, moved)).status, 201)
    await advance('PT2H')
    const figures: StepFigures[] = (await call('GET', `${path}/stats`)).body.steps
    const ways = await listed()
    const stoodAt = (way: Enrolled): string[] => {
      const passed = way.path.map(one => one.step)
      const isThrough = way.step === null || passed.at(-1) === way.step
      return isThrough ? passed : [...passed, way.step!]
    }
    for (const one of figures) {
      const { key, entered, waiting, left, goal } = one
      const of = (isSuch: (way: Enrolled) => boolean) => ways.filter(isSuch).length
      assert.equal(entered, sum(ways.map(way => stoodAt(way).filter(step => step === key).length)))
      assert.equal(
        waiting,
        of(way => way.state === 'inside' && way.step === key),
      )
      const isLeft = (way: Enrolled) => way.state === 'exited' && way.step === key
      assert.equal(left, of(isLeft), key)
      assert.equal(
        goal,
        of(way => isLeft(way) && way.reason === 'goal'),
      )
    }
    // The other way round: who came to the first step is everybody, and nobody is lost between.
    const at = (key: string) => figures.find(one => one.key === key)!
    assert.equal(at('hello').entered, ways.length)
    const ended = ways.filter(way => way.state !== 'inside').length
    assert.equal(sum(figures.map(one => one.waiting)) + ended, ways.length)
    const letters = (key: string) => at(key).sent + sum(Object.values(at(key).skipped))
    const through = at('again').entered - at('again').waiting - letters('again')
    const lost = ways.filter(
      way => way.state === 'exited' && way.step === 'again' && way.path.at(-1)?.step !== 'again',
    )
    assert.equal(through, lost.length)
    // Who was led elsewhere has been at both steps, each once.
    await advance('P2D')
    const led = (await listed()).filter(way => way.path.some(one => one.outcome === 'moved'))
    assert.ok(led.length > 0)
    for (const { path } of led) {
      const after = path.slice(path.findIndex(one => one.outcome === 'moved'))
      assert.deepEqual(after.slice(0, 2), [
        { ...after[0], step: 'calm' },
        { ...after[1], step: 'rest', outcome: 'waited' },
      ])
    }
  })
})

describe('the figures of a campaign', () => {
  it('are one state for each of its people, whatever becomes of it', async t => {
    const { call, make, join, send, read, reaches, service } = await campaignStage(t)
    const seed = Math.floor(Math.random() * 2 ** 31)
    t.diagnostic(`seed ${seed}`)
    const chance = createChance(seed)
    await join(people(0, 60))
    const suppressed = people(0, 5)
    for (const email of suppressed) await call('POST', '/v1/suppressions', { email })
    const id = await make({ schedule: { rate_per_hour: 3_600 } })
    await send(id)
    const isOne = async () => {
      const { body } = await call('GET', `/v1/campaigns/${id}/stats`)
      const { audience, pending, released, cancelled, skipped } = body
      assert.equal(audience, pending + released + cancelled + sum(Object.values(skipped)))
      return audience as number
    }
    await reaches(id, body => body.counts.released > 0, 'the first letters')
    for (let n = 0; n < 12; n++) {
      const what = ['pause', 'resume', 'turn'][Math.floor(chance.uniform() * 3)]!
      if (what === 'turn') service.turn(3_000)
      else await call('POST', `/v1/campaigns/${id}/${what}`)
      await isOne()
    }
    const { status } = await read(id)
    if (status !== 'sent') await call('POST', `/v1/campaigns/${id}/cancel`)
    await until(async () => (await read(id)).counts.pending === 0, 'nobody to wait')
    assert.equal(await isOne(), 60)
    const { body: rows } = await call('GET', `/v1/campaigns/${id}/recipients?limit=100`)
    const states = Map.groupBy(rows.data as { state: string }[], one => one.state)
    const { counts } = await read(id)
    for (const state of ['pending', 'released', 'skipped', 'cancelled'] as const) {
      assert.equal(counts[state], states.get(state)?.length ?? 0, state)
    }
  })
})
