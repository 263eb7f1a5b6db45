/** The metrics of a node as its operator's page has them, beside what a monitoring system reads. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Db } from '#kernel/world/db.ts'
import { createMetrics } from '#sending/stats/metrics.ts'
import { fakeWorld } from '../../support/fake-world.ts'

test('A database that took long to fail is away until it answers, and is asked again soon', async () => {
  let now = 0
  let isAway = true
  const query = async () => {
    now += isAway ? 30_000 : 0
    if (isAway) throw new Error('timeout exceeded')
    return []
  }
  const world = fakeWorld({ db: { query } as unknown as Db })
  const clock = { ...world.clock, monotonic: () => now }
  const metrics = createMetrics(
    { ...world, clock },
    () => [],
    async () => '1.2.3',
  )
  const up = async () => /^malote_up (\d)$/m.exec(await metrics.text())![1]
  assert.equal(await up(), '0')
  now += 4_000
  assert.equal(await up(), '0')
  isAway = false
  now += 1_000
  assert.equal(await up(), '1')
})

test('A database that has no room is said to be full until it has', async () => {
  const db = { query: async () => [], isFull: true }
  const metrics = createMetrics(
    fakeWorld({ db: db as unknown as Db }),
    () => [],
    async () => '1.2.3',
  )
  const full = async () => /^malote_database_full (\d)$/m.exec(await metrics.text())![1]
  assert.equal(await full(), '1')
  db.isFull = false
  assert.equal(await full(), '0')
})

test('A version that could not be read at first is read at the next look', async () => {
  const world = fakeWorld({ db: { query: async () => [] } as unknown as Db })
  let reads = 0
  const metrics = createMetrics(
    world,
    () => [],
    async () => {
      if (reads++ === 0) throw new Error('EMFILE: too many open files')
      return '1.2.3'
    },
  )
  await assert.rejects(metrics.text(), /EMFILE/)
  const looks = await Promise.all([metrics.text(), metrics.text()])
  for (const text of looks) {
    assert.match(text, /^malote_build_info\{version="1\.2\.3",/m)
    assert.match(text, /^process_cpu_seconds_total /m)
  }
})

test('What the page shows is what a scrape says, sample by sample', async () => {
  const world = fakeWorld({ db: { query: async () => [] } as unknown as Db })
  const metrics = createMetrics(
    world,
    () => [],
    async () => '1.2.3',
  )
  metrics.observe({ route: 'emails.list', status: 200, durationMs: 30 })
  const families = await metrics.families()
  const text = await metrics.text()
  const names = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  assert.deepEqual(new Set(families.map(one => one.name)), names)
  // What the process is like changes from one look to the next.
  const own = families.filter(({ name }) => name.startsWith('malote_'))
  const shown = own.flatMap(({ name, samples }) => samples.map(({ suffix = '' }) => name + suffix))
  const said = [...text.matchAll(/^(malote_[a-z_]+)/gm)].map(([, name]) => name)
  assert.deepEqual(shown, said)
  const of = (name: string) => families.find(one => one.name === name)!.samples
  assert.equal(of('malote_build_info')[0]!.labels.version, '1.2.3')
  assert.deepEqual(of('malote_http_requests_total'), [
    { labels: { route: 'emails.list', status: '200' }, value: 1 },
  ])
  const within = of('malote_http_request_duration_seconds').filter(one => one.suffix === '_bucket')
  assert.deepEqual(
    within
      .map(({ labels, value }) => [labels.le, value])
      .filter(([le]) => le === '0.025' || le === '0.05'),
    [
      ['0.025', 0],
      ['0.05', 1],
    ],
  )
})
