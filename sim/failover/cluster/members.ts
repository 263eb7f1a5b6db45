/**
 * The three members of the database: PostgreSQL under Patroni, and etcd beside it. `etcd:` and not
 * `etcd3:`, since Patroni 3.0.2 of Debian 12 writes the leader key of the latter without comparing
 * and loses acknowledged mail by itself (docs/scaling.md).
 */
import { chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pause } from '../../crash/nodes.ts'
import { type Machine, makeMachine, network, type Service } from './machines.ts'

export interface Member extends Machine {
  readonly etcd: Service
  readonly patroni: Service
  readonly dataDir: string
  /** Of the running server. */
  postmaster(): number
}

export interface Database {
  readonly members: readonly Member[]
  /** Throws where nobody says that it leads. */
  leader(): Promise<Member>
  synchronousStandby(): Promise<Member>
  etcdLeader(): Promise<Member>
  switchOver(): Promise<void>
  /** Resolves when one leads, two follow it closely, and one of these is synchronous. */
  healthy(): Promise<void>
}

interface DatabaseOrder {
  readonly state: string
  readonly logs: string
  /** Acknowledges what no standby has: the negative control. */
  readonly isAsynchronous: boolean
}

const count = 3
const numbers = Array.from({ length: count }, (_, i) => i + 1)
const addressOf = (n: number): string => `${network}.${10 + n}`
const healthyMs = 300_000
const everyMs = 250

export function makeDatabase(order: DatabaseOrder): Database {
  const members = numbers.map(n => makeMember(n, order))
  const ask = (): Promise<readonly Standing[]> => askCluster(members)
  const named = async (role: string): Promise<Member> => {
    const told = (await ask()).find(one => one.role === role && one.state === 'running')
    const found = members.find(one => one.name === told?.name)
    if (found === undefined) throw new Error(`no member is the ${role}`)
    return found
  }
  const leader = (): Promise<Member> => named('leader')
  const synchronousStandby = (): Promise<Member> =>
    order.isAsynchronous ? named('replica') : named('sync_standby')
  return {
    members,
    leader,
    synchronousStandby,
    etcdLeader: () => findEtcdLeader(members),
    async switchOver() {
      const [from, to] = [await leader(), await synchronousStandby()]
      const answer = await fetch(`http://${from.address}:8008/switchover`, {
        method: 'POST',
        signal: AbortSignal.timeout(60_000),
        body: JSON.stringify({ leader: from.name, candidate: to.name }),
      })
      if (!answer.ok) throw new Error(`switchover: ${answer.status} ${await answer.text()}`)
    },
    async healthy() {
      const deadline = Date.now() + healthyMs
      while (Date.now() < deadline) {
        if (isHealthy(await ask().catch(() => []), order.isAsynchronous)) return
        await pause(everyMs)
      }
      throw new Error(`the database is not whole: ${JSON.stringify(await ask().catch(String))}`)
    },
  }
}

function makeMember(n: number, { state, logs, isAsynchronous }: DatabaseOrder): Member {
  const name = `m${n}`
  const machine = makeMachine(name, 10 + n, logs)
  const folder = path.join(state, name)
  const dataDir = path.join(folder, 'data')
  mkdirSync(folder)
  const file = path.join(folder, 'patroni.yml')
  writeFileSync(file, patroniSettings(n, folder, isAsynchronous))
  const { uid, gid } = postgresAccount()
  for (const one of [folder, file]) chownSync(one, uid, gid)
  const etcd = machine.run({ name: 'etcd', words: etcdWords(n, folder), user: 'postgres' })
  const patroni = machine.run({ name: 'patroni', words: ['patroni', file], user: 'postgres' })
  const postmaster = (): number =>
    Number(readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
  return { ...machine, etcd, patroni, dataDir, postmaster }
}

/** Whose Debian's PostgreSQL is. */
function postgresAccount(): { uid: number; gid: number } {
  return statSync('/var/lib/postgresql')
}

const etcdWords = (n: number, folder: string): string[] => [
  'etcd',
  `--name=m${n}`,
  `--data-dir=${folder}/etcd`,
  `--listen-peer-urls=http://${addressOf(n)}:2380`,
  `--initial-advertise-peer-urls=http://${addressOf(n)}:2380`,
  `--listen-client-urls=http://${addressOf(n)}:2379`,
  `--advertise-client-urls=http://${addressOf(n)}:2379`,
  `--initial-cluster=${numbers.map(one => `m${one}=http://${addressOf(one)}:2380`).join(',')}`,
  '--initial-cluster-state=new',
  '--enable-v2=true',
  // Processors that others keep busy delay heartbeats.
  '--heartbeat-interval=500',
  '--election-timeout=5000',
]

/** What docs/scaling.md advises; less memory and log than a server of its own would have. */
function patroniSettings(n: number, folder: string, isAsynchronous: boolean): string {
  const here = addressOf(n)
  return JSON.stringify({
    scope: 'malote',
    name: `m${n}`,
    restapi: { listen: `${here}:8008`, connect_address: `${here}:8008` },
    etcd: { hosts: numbers.map(one => `${addressOf(one)}:2379`) },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        primary_start_timeout: 0,
        failsafe_mode: false,
        // A standby that lags may take over in the control: that is what it is to show.
        maximum_lag_on_failover: isAsynchronous ? 1_000_000_000 : 1_048_576,
        synchronous_mode: !isAsynchronous,
        synchronous_mode_strict: !isAsynchronous,
        synchronous_node_count: 1,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 200,
            shared_buffers: '128MB',
            max_wal_size: '256MB',
            wal_keep_size: '64MB',
            synchronous_commit: 'on',
            // A standby that is cut off without a word holds all commits until then; 60 s by default.
            wal_sender_timeout: '10s',
          },
        },
      },
      initdb: ['data-checksums', { encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
    },
    postgresql: {
      listen: `${here}:5432`,
      connect_address: `${here}:5432`,
      data_dir: path.join(folder, 'data'),
      bin_dir: postgresPrograms(),
      authentication: {
        superuser: { username: 'postgres', password: 'postgres' },
        replication: { username: 'replicator', password: 'replicator' },
        rewind: { username: 'rewinder', password: 'rewinder' },
      },
      pgpass: path.join(folder, 'pgpass'),
      parameters: { unix_socket_directories: folder },
      // Nobody else is on this network.
      pg_hba: [`host all all ${network}.0/24 trust`, `host replication all ${network}.0/24 trust`],
    },
  })
}

const versions = '/usr/lib/postgresql'

/** Of the newest version that is installed. */
function postgresPrograms(): string {
  const newest = readdirSync(versions).sort((a, b) => Number(b) - Number(a))[0]
  return path.join(versions, newest!, 'bin')
}

interface Standing {
  readonly name: string
  readonly role: string
  readonly state: string
  readonly timeline?: number
  readonly lag?: number | string
}

/** What Patroni says of all, by whichever member answers first. */
async function askCluster(members: readonly Member[]): Promise<readonly Standing[]> {
  return Promise.any(
    members.map(async ({ address }) => {
      const answer = await fetch(`http://${address}:8008/cluster`, {
        signal: AbortSignal.timeout(2_000),
      })
      return ((await answer.json()) as { members: Standing[] }).members
    }),
  )
}

const maxLag = 100_000

function isHealthy(told: readonly Standing[], isAsynchronous: boolean): boolean {
  const leads = told.filter(one => one.role === 'leader')
  const follow = told.filter(one => one.role !== 'leader')
  const synchronous = told.filter(one => one.role === 'sync_standby').length
  return (
    leads.length === 1 &&
    follow.length === count - 1 &&
    told.every(one => one.state === 'running' && one.timeline === leads[0]!.timeline) &&
    follow.every(one => typeof one.lag === 'number' && one.lag < maxLag) &&
    synchronous === (isAsynchronous ? 0 : 1)
  )
}

async function findEtcdLeader(members: readonly Member[]): Promise<Member> {
  for (const member of members) {
    const answer = await fetch(`http://${member.address}:2379/v3/maintenance/status`, {
      method: 'POST',
      body: '{}',
      signal: AbortSignal.timeout(2_000),
    })
    const told = (await answer.json()) as { header: { member_id: string }; leader: string }
    if (told.leader === told.header.member_id) return member
  }
  throw new Error('no etcd leads')
}
