/** What the document at /v1/openapi.json shows: examples that fit, and what webhooks post. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openApi } from '#faces/api/openapi.ts'
import { withExamples } from '#faces/api/openapi-examples.ts'
import { describedWebhooks } from '#faces/api/openapi-webhooks.ts'
import { apiRoutes } from '#faces/api/routes.ts'
import { tagDescriptions } from '#faces/api/tags.ts'
import { eventTypeNames } from '#sending/events/event.ts'
import { type Part, readOpenApi } from '../../support/openapi.ts'

const options = { baseUrl: 'http://a', docsUrl: 'http://a/docs', version: '1' }
const { document, partAt, checkAt } = readOpenApi(
  withExamples(openApi(apiRoutes, { ...options, webhooks: describedWebhooks() })),
  { checksFormats: true },
)

function assertFits(place: readonly string[]): void {
  const media = partAt(place)
  const what = place.join(' ')
  assert.notEqual(media.example, undefined, `${what} has no example`)
  const misfit = checkAt([...place, 'schema'], media.example)
  assert.equal(misfit, null, `${what}: ${misfit} in ${JSON.stringify(media.example)}`)
}

const json = 'application/json'

describe('the OpenAPI document', () => {
  it('has an example for every body and answer, which fits its schema', () => {
    let bodies = 0
    let answers = 0
    for (const [path, methods] of Object.entries<Part>(document.paths)) {
      for (const [method, { requestBody, responses }] of Object.entries<Part>(methods)) {
        if (requestBody?.content[json]) {
          assertFits(['paths', path, method, 'requestBody', 'content', json])
          bodies++
        }
        for (const [status, { content }] of Object.entries<Part>(responses)) {
          if (!status.startsWith('2') || content?.[json] === undefined) continue
          assertFits(['paths', path, method, 'responses', status, 'content', json])
          answers++
        }
      }
    }
    assert.ok(bodies > 50 && answers > 140, `${bodies} bodies, ${answers} answers`)
  })

  it('tells what is posted to webhooks, by type, and no wildcard', () => {
    const names = Object.keys(document.webhooks)
    for (const type of eventTypeNames) assert.ok(names.includes(type), type)
    assert.ok(names.includes('contact.created') && names.includes('domain.created'))
    for (const name of names) {
      assert.doesNotMatch(name, /\*/)
      assertFits(['webhooks', name, 'post', 'requestBody', 'content', json])
      const { example } = document.webhooks[name].post.requestBody.content[json]
      assert.equal(example.type, name)
    }
  })

  it('puts every operation under a tag that it lists', () => {
    const tags = document.tags.map((one: Part) => one.name)
    const all = [document.paths, document.webhooks].flatMap(Object.values<Part>)
    for (const operation of all.flatMap(Object.values<Part>)) {
      assert.ok(tags.includes(operation.tags[0]), operation.operationId)
    }
  })

  it('says of every tag what it is for, and of no other', () => {
    for (const { name, description } of document.tags) assert.match(description, /\.$/, name)
    const tags = document.tags.map((one: Part) => one.name)
    assert.deepEqual(Object.keys(tagDescriptions).toSorted(), tags.toSorted())
  })
})
