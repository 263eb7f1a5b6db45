/**
 * HAProxy, as docs/scaling.md advises it: one on each machine of Malote, which leads to the member
 * that takes writes, and one in front of the nodes. A member that is down loses its connections.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Machine, Service } from './machines.ts'

export const httpPort = 8080
export const nodePort = 3000

interface Place {
  readonly name: string
  readonly address: string
}

const general = `global
  maxconn 4000

defaults
  timeout connect 2s
  timeout client 1h
  timeout server 1h
`

/** Patroni answers 200 to this on the member that takes writes alone. */
const toDatabase = (address: string, members: readonly Place[]): string => `
listen database
  bind ${address}:5432
  mode tcp
  timeout check 2s
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${members.map(one => `  server ${one.name} ${one.address}:5432 check port 8008\n`).join('')}`

/**
 * Where no node is ready, all are asked all the same: they are away from one database, and keep a
 * call waiting until it is back, which the balancer's own 503 would not.
 */
const toNodes = (address: string, nodes: readonly Place[]): string => `
frontend front
  bind ${address}:${httpPort}
  mode http
  timeout client 90s
  timeout http-request 10s
  use_backend unready if { nbsrv(ready) lt 1 }
  default_backend ready

backend ready
  mode http
  timeout server 90s
  timeout check 5s
  option httpchk GET /readyz
  option redispatch
  retries 3
  default-server inter 1s fall 2 rise 1
${nodes.map(one => `  server ${one.name} ${one.address}:${nodePort} check\n`).join('')}
backend unready
  mode http
  timeout server 90s
  option redispatch
  retries 3
${nodes.map(one => `  server ${one.name} ${one.address}:${nodePort}\n`).join('')}`

interface Servers {
  readonly members: readonly Place[]
  /** Where it stands in front of nodes, too. */
  readonly nodes?: readonly Place[]
}

/** Starts one on a machine. */
export function balance(machine: Machine, folder: string, { members, nodes }: Servers): Service {
  const file = path.join(folder, `${machine.name}-haproxy.cfg`)
  const here = nodes === undefined ? '127.0.0.1' : machine.address
  const front = nodes === undefined ? '' : toNodes(here, nodes)
  writeFileSync(file, general + toDatabase(here, members) + front)
  return machine.run({ name: 'haproxy', words: ['haproxy', '-db', '-f', file] })
}
