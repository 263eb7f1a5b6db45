/** What of the embedded PostgreSQL's settings goes by the machine. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { postgresSettings } from '#kernel/world/real/embedded-settings.ts'

const mb = 1024 ** 2

const buffersOf = (memoryBytes: number, isUnsafe = false) =>
  /^shared_buffers = '(\d+MB)'$/m.exec(postgresSettings(isUnsafe, memoryBytes))?.[1]

it('its buffers are a sixteenth of the memory, within bounds', () => {
  assert.equal(buffersOf(512 * mb), '128MB')
  assert.equal(buffersOf(2_048 * mb), '128MB')
  assert.equal(buffersOf(4_096 * mb + 3), '256MB')
  assert.equal(buffersOf(16 * 1_024 * mb), '1024MB')
  assert.equal(buffersOf(256 * 1_024 * mb), '1024MB')
})

it('databases of tests have the least of them', () => {
  assert.equal(buffersOf(64 * 1_024 * mb, true), '128MB')
})

it('databases of tests alone are neither vacuumed nor looked at by themselves', () => {
  const isOff = (isUnsafe: boolean) => /^autovacuum = 'off'$/m.test(postgresSettings(isUnsafe, mb))
  assert.deepEqual([isOff(true), isOff(false)], [true, false])
})
