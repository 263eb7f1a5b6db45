/** The Helm chart: what it makes of values, and that Kubernetes would ask what the service answers. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import { readSettings, settingsTable } from '#kernel/base/config.ts'
import own from '../../../package.json' with { type: 'json' }
import { processCount } from '../../../src/boot/process-plan.ts'
import { root } from './build-image.ts'
import { render, TemplateRefused } from './go-template.ts'

const chart = path.join(root, 'deploy/helm/malote')
const read = (file: string): string => fs.readFileSync(path.join(chart, file), 'utf8')
const templates = fs.readdirSync(path.join(chart, 'templates')).filter(one => one.endsWith('.yaml'))

type Manifest = ReturnType<typeof parse>
type Values = Readonly<Record<string, unknown>>

const named = { hostname: 'mail.example.com', baseUrl: 'https://mail.example.com' }
const given = { ...named, existingSecret: 'own' }

function merged(base: Manifest, over: Manifest): Manifest {
  const isMap = (one: unknown): boolean =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
  if (!isMap(base) || !isMap(over)) return over ?? base
  const names = new Set([...Object.keys(base), ...Object.keys(over)])
  return Object.fromEntries([...names].map(name => [name, merged(base[name], over[name])]))
}

/** All manifests by kind and name. */
function manifests(values: Values): Map<string, Manifest> {
  const chartFile = parse(read('Chart.yaml'))
  const context = {
    Values: merged(parse(read('values.yaml')), values),
    Release: { Name: 'mail', Namespace: 'post', Service: 'Helm' },
    Chart: { Name: chartFile.name, AppVersion: chartFile.appVersion },
  }
  const all = templates.flatMap(name =>
    parseAllDocuments(
      render(read(`templates/${name}`), read('templates/_helpers.tpl'), context),
    ).map(document => {
      assert.deepEqual(document.errors, [], name)
      return document.toJS() as Manifest
    }),
  )
  return new Map(all.filter(Boolean).map(one => [`${one.kind} ${one.metadata.name}`, one]))
}

describe('the chart', () => {
  it('makes a deployment that may do little, with probes that the service answers', () => {
    const made = manifests(given)
    assert.deepEqual([...made.keys()].sort(), [
      'Deployment mail',
      'PodDisruptionBudget mail',
      'Service mail',
      'Service mail-smtp',
    ])
    const { spec } = made.get('Deployment mail')
    const [container] = spec.template.spec.containers
    assert.equal(spec.replicas, 2)
    assert.deepEqual(spec.strategy.rollingUpdate, { maxSurge: 1, maxUnavailable: 0 })
    assert.equal(container.image, `malote:${own.version}`)
    const paths = ['startupProbe', 'livenessProbe', 'readinessProbe'].map(
      name => container[name].httpGet.path,
    )
    assert.deepEqual(paths, ['/livez', '/livez', '/readyz'])
    assert.deepEqual(container.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    assert.equal(spec.template.spec.securityContext.runAsNonRoot, true)
    // What is said before the port closes, and what a node needs then (docs/operating.md).
    const delay = container.env.find((one: Manifest) => one.name === 'MALOTE_STOP_DELAY_SECONDS')
    assert.ok(spec.template.spec.terminationGracePeriodSeconds >= Number(delay.value) + 30)
    assert.deepEqual(container.envFrom, [{ secretRef: { name: 'own' } }])
    const owned = manifests({ ...given, ownerEmail: 'ana@own.test', language: 'pt' })
    const { env } = owned.get('Deployment mail').spec.template.spec.containers[0]
    const names = ['MALOTE_OWNER_EMAIL', 'MALOTE_LANGUAGE']
    const owners = (all: Manifest[]) =>
      all.filter(one => names.includes(one.name)).map(one => one.value)
    assert.deepEqual([owners(env), owners(container.env)], [['ana@own.test', 'pt'], []])
  })

  it('has pods of one process by themselves, and of more where their limits leave room', () => {
    const memoryOf = (resources?: object): number => {
      const made = manifests({ ...given, ...(resources ? { resources } : {}) })
      const [container] = made.get('Deployment mail').spec.template.spec.containers
      return Number(/^(\d+)Gi$/.exec(container.resources.limits.memory)![1]) * 1024 ** 3
    }
    const count = (memoryBytes: number) =>
      processCount(readSettings({}), { cores: 64, memoryBytes }, false)
    assert.equal(count(memoryOf()), 1)
    assert.equal(count(memoryOf({ limits: { memory: '3Gi' } })), 4)
  })

  it('leads each service to a port of its pods, by labels that they have', () => {
    const made = manifests({ ...given, service: { smtp: { submissionPort: 587 } } })
    const pod = made.get('Deployment mail').spec.template
    const [{ ports }] = pod.spec.containers
    const open = new Set(ports.map((one: Manifest) => one.name))
    for (const name of ['Service mail', 'Service mail-smtp']) {
      const { selector, ports: served } = made.get(name).spec
      for (const [label, value] of Object.entries(selector)) {
        assert.equal(pod.metadata.labels[label], value)
      }
      for (const { targetPort } of served) assert.ok(open.has(targetPort), targetPort)
    }
    const numbers = made.get('Service mail-smtp').spec.ports.map((one: Manifest) => one.port)
    assert.deepEqual(numbers, [25, 587])
    const { matchLabels } = made.get('PodDisruptionBudget mail').spec.selector
    assert.deepEqual(matchLabels, made.get('Deployment mail').spec.selector.matchLabels)
  })

  it('makes a secret of parts, whose password may have any character', () => {
    const secret = 'x'.repeat(32)
    const externalDatabase = { host: 'db.example.com', password: 'p@ss/w:rd' }
    const made = manifests({ ...named, secret, externalDatabase })
    const { stringData } = made.get('Secret mail')
    assert.equal(stringData.MALOTE_SECRET, secret)
    const url = new URL(stringData.DATABASE_URL)
    assert.equal(decodeURIComponent(url.password), 'p@ss/w:rd')
    assert.equal(`${url.host}${url.pathname}`, 'db.example.com:5432/malote')
    const [container] = made.get('Deployment mail').spec.template.spec.containers
    assert.deepEqual(container.envFrom, [{ secretRef: { name: 'mail' } }])
  })

  it('refuses values without which nothing would start', () => {
    for (const values of [
      {},
      { existingSecret: 'own' },
      { existingSecret: 'own', hostname: 'mail.example.com' },
      { ...named, secret: 'x'.repeat(32) },
      { ...named, externalDatabase: { host: 'db' } },
    ]) {
      assert.throws(() => manifests(values), TemplateRefused, JSON.stringify(values))
    }
  })

  it('adds what is asked for: an ingress, a monitor, a volume, settings', () => {
    const made = manifests({
      ...given,
      ingress: { enabled: true, className: 'nginx', hosts: ['mail.example.com'] },
      serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
      podDisruptionBudget: { enabled: false },
      persistence: { existingClaim: 'files' },
      extraEnv: [{ name: 'MALOTE_SIGNUP', value: 'open' }],
      nodeSelector: { disk: 'ssd' },
    })
    assert.equal(made.has('PodDisruptionBudget mail'), false)
    const [rule] = made.get('Ingress mail').spec.rules
    assert.equal(rule.host, 'mail.example.com')
    assert.equal(rule.http.paths[0].backend.service.name, 'mail')
    const monitor = made.get('ServiceMonitor mail')
    assert.equal(monitor.metadata.labels.release, 'prometheus')
    for (const [label, value] of Object.entries(monitor.spec.selector.matchLabels)) {
      assert.equal(made.get('Service mail').metadata.labels[label], value)
      // Of SMTP there is nothing to read.
      if (label.endsWith('component')) {
        assert.notEqual(made.get('Service mail-smtp').metadata.labels[label], value)
      }
    }
    const { spec } = made.get('Deployment mail').spec.template
    assert.deepEqual(spec.volumes[1].persistentVolumeClaim, { claimName: 'files' })
    assert.deepEqual(spec.nodeSelector, { disk: 'ssd' })
    assert.equal(spec.containers[0].env.at(-1).value, 'open')
  })

  it('has settings that there are, the version of the program, and no value without effect', () => {
    const { version, appVersion } = parse(read('Chart.yaml'))
    assert.deepEqual([version, appVersion], [own.version, own.version])
    const texts = [...templates, '_helpers.tpl'].map(name => read(`templates/${name}`)).join('\n')
    for (const [name] of texts.matchAll(/\b(?:MALOTE|DATABASE)_[A-Z_]+\b/g)) {
      assert.ok(name in settingsTable, name)
    }
    for (const name of Object.keys(parse(read('values.yaml')))) {
      assert.ok(texts.includes(`.Values.${name}`), name)
    }
  })

  const hasHelm = spawnSync('helm', ['version']).status === 0
  it('is what Helm itself makes of it', { skip: !hasHelm && 'there is no Helm here' }, () => {
    const sets = Object.entries(given).flatMap(([name, value]) => ['--set', `${name}=${value}`])
    const lint = spawnSync('helm', ['lint', '--strict', chart, ...sets], { encoding: 'utf8' })
    assert.equal(lint.status, 0, lint.stdout)
    const asked = spawnSync('helm', ['template', 'mail', chart, '-n', 'post', ...sets], {
      encoding: 'utf8',
    })
    const theirs = parseAllDocuments(asked.stdout).map(one => one.toJS() as Manifest)
    const ours = manifests(given)
    for (const one of theirs.filter(Boolean)) {
      assert.deepEqual(one, ours.get(`${one.kind} ${one.metadata.name}`))
    }
  })
})
