import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Input, locate, type PageInput } from '../../src/api/calls.ts'
import { call } from '../../src/api/client.ts'
import { withHead } from '../../src/api/lists.ts'
import { refusal, serve } from './stage.tsx'

describe('a call', () => {
  it('goes where its route is, with its parameters in path and query', () => {
    const input = { project_id: 'prj_1', mode: 'live', id: 'a/b' } as const
    assert.deepEqual(locate('project.emails.get', input), {
      method: 'GET',
      url: '/api/projects/prj_1/live/emails/a%2Fb',
      body: undefined,
    })
    const { url } = locate('project.emails.list', {
      project_id: 'prj_1',
      mode: 'test',
      subject: 'olá & tchau',
      from: '',
      stream: undefined,
      tag: { kind: 'invoice' },
    })
    const query = new URLSearchParams(url.slice(url.indexOf('?')))
    assert.deepEqual(
      [...query],
      [
        ['subject', 'olá & tchau'],
        ['tag[kind]', 'invoice'],
      ],
    )
  })

  it('sends an empty object where a change needs no more', () => {
    assert.deepEqual(locate('totp.setup'), { method: 'POST', url: '/api/totp/setup', body: {} })
    assert.equal(locate('session.delete').body, undefined)
  })

  it('is an error, in the reader’s words, where it is refused', async () => {
    serve(() => refusal('Choose a longer password.', 'password'))
    const body = { token: 't', password: 'x' }
    await assert.rejects(call('password.reset', { body }), {
      message: 'Choose a longer password.',
      param: 'password',
      status: 422,
    })
  })

  it('compiles with the right name, parameters and fields alone', () => {
    // Each line below that is marked is an error of types; without one, the check of types fails.
    const right: Input<'keys.create'> = {
      project_id: 'prj_1',
      body: { name: 'x', mode: 'test', scope: 'send' },
    }
    const onPage: PageInput<'keys.create'> = { body: right.body }
    const wrongField: PageInput<'keys.create'> = {
      // @ts-expect-error: a key has no title
      body: { title: 'x', mode: 'test', scope: 'send' },
    }
    // @ts-expect-error: a mode is test or live
    const wrongValue: Input<'keys.create'>['body'] = { mode: 'prod', scope: 'send' }
    // @ts-expect-error: an email is found by its id
    const noParameter: PageInput<'project.emails.get'> = {}
    // @ts-expect-error: no such filter
    const wrongQuery: PageInput<'project.emails.list'> = { sender: 'x' }
    // @ts-expect-error: no such call
    const wrongName = () => locate('project.emails.fetch')
    assert.equal(
      [right, onPage, wrongField, wrongValue, noParameter, wrongQuery, wrongName].length,
      7,
    )
  })
})

describe('a list with news', () => {
  const page = (ids: string, hasMore = true) => ({
    data: [...ids].map(id => ({ id })),
    has_more: hasMore,
  })
  const known = { pages: [page('cde'), page('fgh')], pageParams: ['', 'e'] }
  const idsOf = (list: ReturnType<typeof withHead>) =>
    list.pages.flatMap(one => one.data.map(row => row.id)).join('')

  it('has what is new before what is known, each row once', () => {
    const list = withHead(known, page('abc'))
    assert.equal(idsOf(list), 'abcdefgh')
    assert.deepEqual(list.pageParams, ['', 'c'])
    assert.equal(list.pages.at(-1)?.has_more, true)
  })

  it('loses what is gone from its beginning', () => {
    assert.equal(idsOf(withHead(known, page('cef'))), 'cefgh')
  })

  it('begins anew where more is new than fits a page, and where nothing follows', () => {
    assert.equal(idsOf(withHead(known, page('xyz'))), 'xyz')
    assert.equal(idsOf(withHead(known, page('cd', false))), 'cd')
  })
})
