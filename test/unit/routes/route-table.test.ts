/** Which route a call is for. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { routeTable } from '#kernel/routes/route-table.ts'

const table = routeTable(
  [
    'GET /v1/emails',
    'POST /v1/emails',
    'POST /v1/emails/batch',
    'GET /v1/emails/{email_id}',
    'GET /v1/emails/{id}/events/{event_id}',
    'GET /v1/emails/batch/{batch_id}/errors',
    'GET /status',
    'DELETE /other/{id}',
  ].map(text => {
    const [method = '', path = ''] = text.split(' ')
    return { method: method as 'GET', path, value: text }
  }),
)

const found = (method: string, url: string) => {
  const one = table.find(method, url)
  return one && [one.value, one.path, { ...one.params }]
}

describe('the table of routes', () => {
  it('finds a route by its method and its path, without the query', () => {
    assert.deepEqual(found('GET', '/v1/emails?limit=1'), ['GET /v1/emails', '/v1/emails', {}])
    assert.deepEqual(found('POST', '/v1/emails#top')?.[0], 'POST /v1/emails')
    assert.equal(found('PATCH', '/v1/emails'), null)
    assert.equal(found('GET', '/v1/email'), null)
    assert.equal(found('GET', '/v1'), null)
    assert.equal(found('GET', '/v1/emails/1/events'), null)
    assert.equal(found('GET', '/V1/emails'), null)
    assert.deepEqual(found('GET', '/status')?.[0], 'GET /status')
  })

  it('gives what stands for the parameters by the names of that route', () => {
    assert.deepEqual(found('GET', '/v1/emails/em_1')?.[2], { email_id: 'em_1' })
    assert.deepEqual(found('GET', '/v1/emails/em_1/events/ev_2')?.[2], {
      id: 'em_1',
      event_id: 'ev_2',
    })
  })

  it('takes a part that is named before one that may be anything, and goes back where it led nowhere', () => {
    assert.deepEqual(found('POST', '/v1/emails/batch')?.[0], 'POST /v1/emails/batch')
    assert.deepEqual(found('GET', '/v1/emails/batch')?.[2], { email_id: 'batch' })
    assert.deepEqual(found('GET', '/v1/emails/batch/events/ev_2')?.[2], {
      id: 'batch',
      event_id: 'ev_2',
    })
    assert.deepEqual(found('GET', '/v1/emails/batch/b_1/errors')?.[2], { batch_id: 'b_1' })
  })

  it('compares and gives parts decoded, each by itself', () => {
    assert.deepEqual(found('GET', '/v1/%65mails/a%2Fb%20c%2541')?.[2], { email_id: 'a/b c%41' })
    assert.equal(found('GET', '/v1%2Femails'), null)
    assert.equal(found('GET', '/v1/emails/%zz'), null)
  })

  it('says of an empty part that it is empty', () => {
    assert.deepEqual(found('GET', '/v1/emails/')?.[2], { email_id: '' })
    assert.deepEqual(found('GET', '/v1/emails//events/')?.[2], { id: '', event_id: '' })
    assert.equal(found('GET', '//v1/emails'), null)
  })

  it('answers HEAD as GET', () => {
    assert.deepEqual(found('HEAD', '/v1/emails')?.[0], 'GET /v1/emails')
    assert.equal(found('HEAD', '/v1/emails/batch/more/than/there/is'), null)
    assert.equal(found('HEAD', '/other/1'), null)
  })

  it('knows the methods and the places of all, each once', () => {
    assert.deepEqual(table.methods, ['GET', 'POST', 'DELETE'])
    assert.deepEqual(table.places, ['/v1/*', '/status', '/other/*'])
  })

  it('refuses two routes at one place, and one without a name of its own', () => {
    const of = (...paths: string[]) =>
      routeTable(paths.map(path => ({ method: 'GET' as const, path, value: path })))
    assert.throws(() => of('/v1/{id}', '/v1/{other}'), /already declared/)
    assert.throws(() => of('/{id}/v1'), /has a name before its parameters/)
  })
})
