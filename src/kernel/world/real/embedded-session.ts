/**
 * Connecting to the embedded server: with patience while it starts or recovers, and who else uses it.
 */
import pg from 'pg'
import { sqlState } from '../db.ts'
import { applicationName } from './database-address.ts'
import { readPostmaster, stateOf } from './postmaster.ts'

export const user = 'malote'

export const port = 5432

const patienceMs = 5_000

export const pollMs = 15

/** Held shared, in the database `postgres`, by every process that uses the server. */
export const usersLock = 6_253_483_000

/** A connection that counts as one who uses the server; undefined if none runs on this data. */
export async function enter(cluster: string): Promise<pg.Client | undefined> {
  const client = await connect(cluster)
  if (client === undefined) return undefined
  try {
    // Waits while somebody who was alone is stopping the server, and fails when it has stopped;
    // or a moment later, for the lock of the one who stops it may be free before we are thrown out.
    await client.query(`select pg_advisory_lock_shared(${usersLock})`)
    await makeDatabase(client)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    // 57P: the server shuts down; without a state the connection has broken.
    const state = sqlState(error)
    if (state === undefined || state.startsWith('57P')) return undefined
    throw error
  }
}

/** Connects to the server of this data, not to another one that took over its socket's place. */
async function connect(cluster: string): Promise<pg.Client | undefined> {
  const postmaster = await readPostmaster(cluster)
  if (postmaster?.socketFolder === undefined) return undefined
  const client = new pg.Client({
    host: postmaster.socketFolder,
    port: postmaster.port,
    user,
    database: 'postgres',
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(`select current_setting('data_directory') as folder`)
    if (rows[0].folder === cluster) return client
  } catch {
    // Not there yet, or going: whoever asked asks again.
  }
  await client.end().catch(() => {})
  return undefined
}

async function makeDatabase(client: pg.Client): Promise<void> {
  const found = await client.query(`select from pg_database where datname = '${user}'`)
  if (found.rows.length > 0) return
  await client.query(`create database ${user}`).catch(error => {
    // 42P04, 23505: another process has just made it.
    if (error.code !== '42P04' && error.code !== '23505') throw error
  })
}

/** Who does not answer may be starting for somebody, or stopping: neither is ours to interrupt. */
export async function connectPatiently(cluster: string): Promise<pg.Client | undefined> {
  const hurry = performance.now() + patienceMs
  for (;;) {
    const client = await connect(cluster)
    const isLate = performance.now() > hurry
    if (client !== undefined || isLate || (await stateOf(cluster)) !== 'ours') return client
    await pause(pollMs)
  }
}

/** The backend of a killed process needs a moment to leave; so a no is asked again for a while. */
export async function isAlone(client: pg.Client): Promise<boolean> {
  for (let tries = 0; tries < 10; tries++) {
    const alone = await client
      .query(`select pg_try_advisory_lock(${usersLock}) as alone`)
      .then(({ rows }) => rows[0].alone as boolean)
      // The server goes while we ask: somebody else was the last, and stops it.
      .catch(() => null)
    if (alone !== false) return alone === true
    await pause(20)
  }
  return false
}

export const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
