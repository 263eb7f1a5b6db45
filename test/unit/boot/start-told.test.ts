import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { everySoOften } from '#kernel/world/real/opening-steps.ts'
import { startTeller } from '../../../src/boot/start-told.ts'

const steps: readonly Parameters<ReturnType<typeof startTeller>>[0][] = [
  { kind: 'making_data', folder: '/srv/malote' },
  { kind: 'starting_server', folder: '/srv/malote' },
  { kind: 'asking_database' },
  { kind: 'waiting_for_server', seconds: 4 },
  { kind: 'waiting_for_migrations' },
  { kind: 'migrating', done: 0, count: 39 },
  { kind: 'migrating', done: 12, count: 39 },
]

/** What a teller writes, and what it leaves to the log. */
function telling(given: { isTTY: boolean; language?: 'en' | 'pt'; isJson?: boolean }) {
  const written: string[] = []
  const lines: unknown[] = []
  const tell = startTeller({
    out: { isTTY: given.isTTY, write: text => written.push(text) },
    language: given.language ?? 'en',
    isJson: given.isJson,
    log: { info: (about, line) => lines.push({ ...about, line }) },
  })
  tell({ kind: 'starting', version: '1.2.3' })
  for (const step of steps) tell(step)
  return { written, lines }
}

describe('what a start says until it runs', () => {
  it('is a sentence for each thing that is begun, at a terminal, in its language', () => {
    assert.deepEqual(telling({ isTTY: true }), {
      written: [
        'Malote 1.2.3 is starting …\n',
        'Making a database in /srv/malote …\n',
        'Starting the database in /srv/malote …\n',
        'Connecting to the database …\n',
        'The database is not ready yet (4 s): it is recovering, or another process is starting or stopping it …\n',
        'Another process is updating this database; waiting for it …\n',
        'Updating the database (migrations: 39) …\n',
        'Migrations: 12 of 39 …\n',
      ],
      lines: [],
    })
    const { written } = telling({ isTTY: true, language: 'pt' })
    assert.equal(written[0], 'O Malote 1.2.3 está iniciando …\n')
    assert.equal(written[2], 'Iniciando o banco de dados em /srv/malote …\n')
    assert.equal(written.at(-1), 'Migrações: 12 de 39 …\n')
  })

  it('is lines of the log where nobody looks', () => {
    const { written, lines } = telling({ isTTY: false })
    assert.deepEqual(written, ['Making a database in /srv/malote …\n'])
    assert.deepEqual(lines.slice(0, 2), [
      { version: '1.2.3', line: 'starting' },
      { folder: '/srv/malote', line: 'the embedded database is being started' },
    ])
    assert.deepEqual(lines.at(-1), { done: 12, count: 39, line: 'migrations are being run' })
    assert.equal(lines.length, 7)
  })

  it('is nothing where one object is asked for', () => {
    assert.deepEqual(telling({ isTTY: true, isJson: true }), { written: [], lines: [] })
  })

  it('comes again after two seconds, not sooner', () => {
    let now = 1_000
    const isTime = everySoOften(() => now)
    const seen = [1_500, 2_999, 3_000, 3_100, 4_999, 5_000].filter(at => {
      now = at
      return isTime()
    })
    assert.deepEqual(seen, [3_000, 5_000])
  })
})
