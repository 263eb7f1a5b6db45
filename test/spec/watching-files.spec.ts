/** The alert rules and the board ask for metrics, and labels of them, that a node has. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { describe, it, type TestContext } from 'node:test'
import { parse } from 'yaml'
import { eventTypes } from '#sending/events/event.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const read = (file: string): string =>
  readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8')

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: Readonly<Record<string, string>>
}

const rules = parse(read('prometheus/rules.yaml')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
) as Rule[]
const board = JSON.parse(read('grafana/malote.json'))
const panelQueries = board.panels.flatMap((panel: { targets: { expr: string }[] }) =>
  panel.targets.map(target => target.expr),
) as string[]
const queries: readonly string[] = [
  ...rules.map(rule => rule.expr),
  ...panelQueries,
  ...board.annotations.list.map((one: { expr: string }) => one.expr),
]

/** Names of metrics in a query, each with the labels that it is asked by, and their values. */
function asked(query: string): { metric: string; labels: [string, string, string][] }[] {
  return [...query.matchAll(/\b((?:malote|process|nodejs)_\w+|up)\b(?:\{([^}]*)\})?/g)].map(
    ([, metric = '', inside = '']) => ({
      metric,
      labels: [...inside.matchAll(/(\w+)(=~?)"([^"]*)"/g)].map(
        ([, name = '', how = '', value = '']) => [name, how, value],
      ),
    }),
  )
}

/** Of Prometheus itself, for each target. */
const ofTarget = ['job', 'instance']

/** What a node says that has posted a webhook and accepted an email. */
async function metricsOf(t: TestContext): Promise<string> {
  const receiver = createServer((_, response) => response.writeHead(200).end())
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  t.after(() => receiver.close().closeAllConnections())
  const { call } = await startTestService(t, {
    settings: { MALOTE_DATA_DIR: tmpdir(), MALOTE_ROLES: 'api,webhooks' },
  })
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const made = await call('POST', '/v1/webhooks', { body: { url, events: ['delivered'] } })
  await call('POST', `/v1/webhooks/${made.body.id}/test`)
  const body = { from: 'hello@shop.test', to: ['ana@here.test'], subject: 'Hi', text: 'Hi' }
  assert.equal((await call('POST', '/v1/emails', { body })).status, 202)
  return until(async () => {
    const text = String((await call('GET', '/metrics')).body)
    return /malote_webhook_posts_total\{/.test(text) && text
  }, 'that a webhook was posted')
}

/** Of all samples of a metric; null: there is no such metric. */
function labelsIn(text: string, metric: string): Set<string> | null {
  const family = metric.replace(/_(bucket|sum|count)$/, '')
  if (!new RegExp(`^# TYPE (${metric}|${family}) `, 'm').test(text)) return null
  const samples = text.split('\n').filter(line => line.startsWith(`${metric}{`))
  return new Set(samples.flatMap(line => [...line.matchAll(/(\w+)="/g)].map(one => one[1]!)))
}

describe('alert rules and board', () => {
  it('ask for metrics that a node has, by labels that these have', async t => {
    const text = await metricsOf(t)
    const labelsOf = (metric: string) => labelsIn(text, metric)
    assert.ok(queries.length > 20)
    for (const query of queries) {
      const found = asked(query)
      assert.ok(found.length > 0, query)
      for (const { metric, labels } of found) {
        if (metric === 'up') continue
        const known = labelsOf(metric)
        assert.ok(known !== null, `${metric} of ${query}`)
        for (const [label] of labels) {
          assert.ok(known.has(label) || ofTarget.includes(label), `${label} of ${metric}`)
        }
      }
      const of = found.flatMap(({ metric }) => [...(labelsOf(metric) ?? [])])
      for (const [, by = ''] of query.matchAll(/\bby \(([^)]*)\)/g)) {
        for (const label of by.split(',').map(one => one.trim())) {
          assert.ok(of.includes(label) || ofTarget.includes(label), `${label} of ${query}`)
        }
      }
    }
  })

  it('look for values that there can be', () => {
    const values: Readonly<Record<string, readonly string[]>> = {
      type: Object.keys(eventTypes),
      mode: ['live', 'test'],
      result: ['delivered', 'failed', 'given_up'],
      status: ['500'],
    }
    for (const { labels } of queries.flatMap(asked)) {
      for (const [label, , value] of labels) {
        const known = values[label]
        if (known) for (const each of value.split('|')) assert.ok(known.includes(each), each)
      }
    }
  })

  it('show every metric of ours that operators are told to watch, and close what they open', () => {
    const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
    const [, table = ''] = /\n\| metric \| watch for \|\n([\s\S]*?)\n\n/.exec(page) ?? []
    const named = [...table.matchAll(/`(malote_\w+)`/g)].map(one => one[1]!)
    assert.ok(named.length > 10)
    const all = queries.join('\n')
    for (const name of named) assert.ok(all.includes(name), name)
    for (const query of queries) {
      for (const [open, close] of ['()', '{}', '[]']) {
        assert.equal(query.split(open!).length, query.split(close!).length, query)
      }
    }
  })

  it('say in both languages what is wrong, and how bad it is', () => {
    assert.equal(new Set(rules.map(rule => rule.alert)).size, rules.length)
    for (const { alert, annotations, labels } of rules) {
      for (const name of ['summary', 'summary_pt', 'description', 'description_pt']) {
        assert.ok(annotations[name], `${name} of ${alert}`)
      }
      assert.ok(['critical', 'warning', 'info'].includes(labels.severity), alert)
    }
  })
})
