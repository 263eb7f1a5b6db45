/** `malote campaign …` and `malote domain warm`, as operators call them. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import { realClock } from '#kernel/world/real/clock.ts'
import { ensurePartitions } from '#sending/timeline/partitions.ts'
import { maloteWith } from '../../support/command.ts'
import { testDatabase } from '../../support/database.ts'

const database = await testDatabase()
// A service that runs makes them.
await ensurePartitions({ db: database.db, clock: realClock(0) })

async function malote(...args: string[]) {
  const own = { DATABASE_URL: database.url, MALOTE_ALLOW_UNSAFE_DATABASE: 'true' }
  const { status, stdout, stderr } = await maloteWith(own, ...args, '--json')
  assert.notEqual(stdout, '', stderr)
  return { status, json: JSON.parse(stdout) }
}

const account = async () =>
  (await malote('account', 'create', '--email', `cli${randomUUID()}@tenant.test`)).json

async function sending(projectId: Uuid): Promise<string> {
  const id = randomUUID() as Uuid
  const definition = {
    from: 'a@shop.test',
    reply_to: [],
    topic_id: null,
    content: null,
    audience: { everybody: true },
    schedule: null,
    ab: null,
    tracking: { opens: true, clicks: true },
    guard: { enabled: true },
    archive: { public: false },
    tags: {},
    on_missing: 'skip',
  }
  await database.db.query(
    `insert into campaigns (project_id, id, mode, name, status, phase, definition, created_at,
       started_at)
     values ($1, $2, 'live', 'Natal', 'sending', 'rest', $3, now(), now())`,
    [projectId, id, definition],
  )
  return show('cmp', id)
}

it('a campaign is paused, goes on and is ended, each once', async () => {
  const id = await sending(read('prj', (await account()).project_id)!)
  const paused = await malote('campaign', 'pause', id)
  assert.deepEqual(
    [paused.status, paused.json.status, paused.json.paused_by, paused.json.in_flight],
    [0, 'paused', 'person', 0],
  )
  assert.equal((await malote('campaign', 'resume', id)).json.status, 'sending')
  assert.equal((await malote('campaign', 'cancel', id)).json.status, 'cancelled')
  const again = await malote('campaign', 'cancel', id)
  assert.deepEqual([again.status, again.json.error.code], [1, 'not_cancellable'])
  const unknown = await malote('campaign', 'pause', show('cmp', randomUUID() as Uuid))
  assert.deepEqual([unknown.status, unknown.json.error.code], [1, 'resource_not_found'])
})

it('a domain that has a history elsewhere is warm at once', async () => {
  const project = (await account()).project_id
  const { id } = (await malote('domain', 'create', '--project', project, 'warm.test')).json
  const { json } = await malote('domain', 'warm', id)
  assert.deepEqual([json.id, json.warm], [id, true])
  const [row] = await database.db.query<{ allowance: number }>(
    'select allowance from warm_ups where domain = $1',
    ['warm.test'],
  )
  assert.equal(row!.allowance, 51_200)
  assert.equal(
    (await malote('domain', 'warm', show('dom', randomUUID() as Uuid))).json.error.code,
    'resource_not_found',
  )
})
