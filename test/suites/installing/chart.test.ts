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
import { readDockerfile, root } from './build-image.ts'
import { render, TemplateRefused } from './go-template.ts'
import { type LookedAt, lookingAt } from './looked-at.ts'

const chart = path.join(root, 'deploy/helm/malote')
const read = (file: string): string => fs.readFileSync(path.join(chart, file), 'utf8')
const templates = fs.readdirSync(path.join(chart, 'templates')).filter(one => one.endsWith('.yaml'))

type Manifest = ReturnType<typeof parse>
type Values = Readonly<Record<string, unknown>>

/** Of all that is rendered here, whose manifest it is and what of it is looked at. */
const rendered: { readonly of: string; readonly file: LookedAt<Manifest> }[] = []

const named = { hostname: 'mail.example.com', baseUrl: 'https://mail.example.com' }
const given = { ...named, existingSecret: 'own' }

function merged(base: Manifest, over: Manifest): Manifest {
  const isMap = (one: unknown): boolean =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
  if (!isMap(base) || !isMap(over)) return over ?? base
  const names = new Set([...Object.keys(base), ...Object.keys(over)])
  return Object.fromEntries([...names].map(name => [name, merged(base[name], over[name])]))
}

const parts = {
  secret: 'x'.repeat(32),
  externalDatabase: { host: 'db.example.com', password: 'p@ss/w:rd' },
}

/** What only whoever runs a cluster knows. */
const cluster = {
  imagePullSecrets: [{ name: 'registry' }],
  podAnnotations: { note: 'pods' },
  extraEnvFrom: [{ configMapRef: { name: 'more' } }],
  extraVolumes: [{ name: 'tls', secret: { secretName: 'tls' } }],
  extraVolumeMounts: [{ name: 'tls', mountPath: '/etc/malote' }],
  tolerations: [{ key: 'mail', operator: 'Exists' }],
  affinity: { podAntiAffinity: {} },
  service: {
    annotations: { note: 'http' },
    smtp: { annotations: { note: 'smtp' }, submissionPort: 587 },
  },
  ingress: {
    enabled: true,
    className: 'nginx',
    annotations: { note: 'ingress' },
    hosts: ['mail.example.com'],
    tls: [{ hosts: ['mail.example.com'], secretName: 'tls' }],
  },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
}

const everything = (): Map<string, Manifest> => manifests({ ...given, ...cluster })

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
  return new Map(
    all.filter(Boolean).map(one => {
      const [of, file] = [`${one.kind} ${one.metadata.name}`, lookingAt(one)]
      rendered.push({ of, file })
      return [of, file.seen]
    }),
  )
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

  it('names all that it makes alike, in the words of the interface that has it', () => {
    const interfaces: Readonly<Record<string, string>> = {
      Deployment: 'apps/v1',
      Ingress: 'networking.k8s.io/v1',
      PodDisruptionBudget: 'policy/v1',
      Secret: 'v1',
      Service: 'v1',
      ServiceMonitor: 'monitoring.coreos.com/v1',
    }
    const labels = {
      'app.kubernetes.io/name': 'malote',
      'app.kubernetes.io/instance': 'mail',
      'app.kubernetes.io/version': own.version,
      'app.kubernetes.io/managed-by': 'Helm',
    }
    for (const made of [everything(), manifests({ ...named, ...parts })]) {
      for (const { apiVersion, kind, metadata } of made.values()) {
        assert.equal(apiVersion, interfaces[kind])
        assert.match(metadata.name, /^mail(-smtp)?$/)
        const { 'app.kubernetes.io/component': component, release, ...common } = metadata.labels
        assert.deepEqual(common, labels)
        assert.equal(component !== undefined, kind === 'Service')
        assert.equal(release, kind === 'ServiceMonitor' ? 'prometheus' : undefined)
      }
    }
    const { metadata } = everything().get('Deployment mail').spec.template
    assert.deepEqual(metadata, { labels, annotations: { note: 'pods' } })
  })

  it('gives pods settings that can be used, ports that these open, and folders of the image', () => {
    const owned = manifests({ ...given, ownerEmail: 'ana@own.test', language: 'pt' })
    for (const made of [everything(), manifests({ ...named, ...parts }), owned]) {
      const { spec } = made.get('Deployment mail').spec.template
      const [container] = spec.containers
      const env = Object.fromEntries(
        container.env.map(({ name, value }: Manifest) => [name, value]),
      ) as Record<string, string>
      const settings = readSettings({ ...env, ...made.get('Secret mail')?.stringData })
      const ports = Object.fromEntries(
        container.ports.map((one: Manifest) => [one.name, one.containerPort]),
      )
      assert.deepEqual(ports, {
        http: settings.PORT,
        inbound: settings.MALOTE_INBOUND_PORT,
        ...(settings.MALOTE_SUBMISSION_PORT === 0
          ? {}
          : { submission: settings.MALOTE_SUBMISSION_PORT }),
      })
      const of = (word: string): string =>
        readDockerfile(fs.readFileSync(path.join(root, 'Dockerfile'), 'utf8')).find(
          line => line.word === word,
        )!.rest
      const { runAsUser, runAsGroup, fsGroup, seccompProfile } = spec.securityContext
      assert.equal(`${runAsUser}:${runAsGroup}`, of('USER'))
      // Else a volume of a claim would be root's, and nothing could be written there.
      assert.equal(fsGroup, runAsGroup)
      assert.deepEqual(seccompProfile, { type: 'RuntimeDefault' })
      assert.equal(spec.automountServiceAccountToken, false)
      const mounts = new Map(
        container.volumeMounts.map((one: Manifest) => [one.name, one.mountPath]),
      )
      assert.deepEqual([mounts.get('data'), mounts.get('tmp')], [of('VOLUME'), '/tmp'])
      const volumes = spec.volumes.map((one: Manifest) => one.name)
      assert.deepEqual([...mounts.keys()].sort(), [...volumes].sort())
      assert.deepEqual(spec.volumes[0].emptyDir, {})
      assert.deepEqual([container.name, container.imagePullPolicy], ['malote', 'IfNotPresent'])
    }
  })

  it('waits for a start that migrates, and takes no pod for dead that is only busy', () => {
    const { spec } = everything().get('Deployment mail')
    const [container] = spec.template.spec.containers
    assert.equal(spec.strategy.type, 'RollingUpdate')
    const patience = (name: string): number => {
      const { periodSeconds, failureThreshold, timeoutSeconds = 1, httpGet } = container[name]
      assert.equal(httpGet.port, 'http')
      assert.ok(timeoutSeconds <= periodSeconds, name)
      return periodSeconds * failureThreshold
    }
    // Migrations wait five minutes for locks (migrations.ts); a busy node is not ended for less than
    // the half minute after which a stop gives up; one that is not ready is asked for nothing more.
    assert.ok(patience('startupProbe') >= 300)
    assert.ok(patience('livenessProbe') >= 30)
    assert.ok(patience('readinessProbe') <= 10)
    const { requests, limits } = container.resources
    assert.deepEqual([requests, limits], [{ cpu: '500m', memory: '384Mi' }, { memory: '1Gi' }])
    const { maxUnavailable } = manifests(given).get('PodDisruptionBudget mail').spec
    assert.ok(maxUnavailable < manifests(given).get('Deployment mail').spec.replicas)
  })

  it('hands on what only the cluster knows', () => {
    const made = everything()
    const { spec } = made.get('Deployment mail').spec.template
    const [container] = spec.containers
    const { extraVolumes, extraVolumeMounts, tolerations, affinity, imagePullSecrets } = cluster
    assert.deepEqual(spec.volumes.at(-1), extraVolumes[0])
    assert.deepEqual(container.volumeMounts.at(-1), extraVolumeMounts[0])
    assert.deepEqual(container.envFrom.at(-1), cluster.extraEnvFrom[0])
    assert.deepEqual(
      [spec.tolerations, spec.affinity, spec.imagePullSecrets],
      [tolerations, affinity, imagePullSecrets],
    )
    const [http, smtp] = [made.get('Service mail'), made.get('Service mail-smtp')]
    assert.deepEqual(http.metadata.annotations, { note: 'http' })
    assert.deepEqual([http.spec.type, http.spec.ports[0].port], ['ClusterIP', 80])
    assert.deepEqual(smtp.metadata.annotations, { note: 'smtp' })
    // The sender's address is looked at, so it has to come through.
    assert.deepEqual([smtp.spec.type, smtp.spec.externalTrafficPolicy], ['LoadBalancer', 'Local'])
    for (const { ports } of [http.spec, smtp.spec]) {
      for (const { name, targetPort } of ports) assert.equal(name, targetPort)
    }
    const ingress = made.get('Ingress mail')
    assert.deepEqual(ingress.metadata.annotations, { note: 'ingress' })
    const { ingressClassName, tls, rules } = ingress.spec
    assert.deepEqual([ingressClassName, tls], ['nginx', cluster.ingress.tls])
    const [{ path: at, pathType, backend }] = rules[0].http.paths
    assert.deepEqual([at, pathType], ['/', 'Prefix'])
    assert.equal(backend.service.port.name, http.spec.ports[0].name)
    const [endpoint] = made.get('ServiceMonitor mail').spec.endpoints
    assert.deepEqual(endpoint, { port: 'http', path: '/metrics', interval: '30s' })
    assert.equal(manifests({ ...named, ...parts }).get('Secret mail').type, 'Opaque')
  })

  it('has no value that nothing here looks at', () => {
    const places = (list: (file: LookedAt<Manifest>) => readonly string[]) =>
      rendered.map(({ of, file }) => list(file).map(place => `${of} ${place}`))
    const [all, unread] = [places(file => file.all()), places(file => file.unread())]
    const read = new Set(all.flatMap((list, n) => list.filter(one => !unread[n]!.includes(one))))
    assert.deepEqual(
      [...new Set(all.flat())].filter(one => !read.has(one)),
      [],
    )
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
