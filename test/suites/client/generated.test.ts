/** The client's generated file is what the API's description makes of it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { apiRoutes } from '#faces/api/routes.ts'
import { calls } from '../../../client/src/generated.ts'
import { generatedClient } from '../../../scripts/client.ts'

test('The committed file is what scripts/client.ts writes', () => {
  const file = new URL('../../../client/src/generated.ts', import.meta.url)
  assert.equal(readFileSync(file, 'utf8'), generatedClient(), 'run scripts/client.ts')
})

test('Every route of the API is a method of the client, and nothing else', () => {
  const routes = apiRoutes.map(({ name, method, path }) => `${name} ${method} ${path}`)
  const methods = Object.entries(calls).map(([name, call]) => `${name} ${call.method} ${call.path}`)
  assert.deepEqual(methods.sort(), routes.sort())
})
