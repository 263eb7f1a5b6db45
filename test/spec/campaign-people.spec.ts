/** Who got a campaign, who did what with the letter, and the same as a file. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Called } from '../support/called.ts'
import { campaignStage, people } from '../support/campaigns.ts'
import { bouncedLater } from '../support/happened.ts'
import { until } from '../support/until.ts'

interface Person {
  readonly email: string
  readonly letter_state: string | null
}

const namesOf = ({ body }: Called): string[] => {
  assert.ok(Array.isArray(body.data), JSON.stringify(body))
  return body.data.map((one: Person) => one.email.split('@')[0]).sort()
}

const simulated = [
  'ana',
  'bounced',
  'clicked',
  'complained',
  'deferred',
  'machine',
  'opened',
  'unsubscribed',
]

describe('the people of a campaign', () => {
  it('are found by how their letter stands and by what they did', async t => {
    const { call, make, join, send, reaches } = await campaignStage(t)
    await join(simulated.map(name => `${name}@one.test`))
    await join(['gone@one.test'])
    const id = await make()
    const path = `/v1/campaigns/${id}/recipients` as const
    assert.deepEqual(namesOf(await call('GET', path)), [])
    const stopped = { email: 'gone@one.test', stream: 'marketing' }
    assert.equal((await call('POST', '/v1/suppressions', stopped)).status, 201)
    await send(id)
    await reaches(id, body => body.status === 'sent', 'the end')
    const by = (state: string) => call('GET', `${path}?state=${state}`)
    const expected = {
      bounced: ['bounced'],
      deferred: ['deferred'],
      opened: ['clicked', 'opened'],
      clicked: ['clicked'],
      unsubscribed: ['unsubscribed'],
      complained: ['complained'],
      skipped: ['gone'],
      cancelled: [],
      released: simulated,
    }
    for (const [state, names] of Object.entries(expected)) {
      await until(
        async () => namesOf(await by(state)).length >= names.length,
        `as many ${state} as there will be`,
      )
    }
    for (const [state, names] of Object.entries(expected)) {
      assert.deepEqual(namesOf(await by(state)), names, state)
    }
    const { body } = await call('GET', path)
    const states = Object.fromEntries(
      body.data.map((one: Person) => [one.email.split('@')[0], one.letter_state]),
    )
    assert.deepEqual(states, {
      ana: 'sent',
      bounced: 'bounced',
      clicked: 'clicked',
      complained: 'complained',
      deferred: 'sent',
      gone: null,
      machine: 'sent',
      opened: 'opened',
      unsubscribed: 'unsubscribed',
    })
    const why = async (name: string) => {
      const { body: said } = await call('GET', `${path}/${name}@one.test`)
      return [said.letter_state, said.explanation]
    }
    assert.deepEqual(await why('opened'), ['opened', 'They got their email and opened it.'])
    assert.match((await why('bounced'))[1]!, /^Their email bounced/)
    assert.deepEqual(await why('gone'), [null, 'The address is on the suppression list.'])
    const wrong = await by('seen')
    assert.deepEqual([wrong.status, wrong.body.error.param], [400, 'state'])
  })

  it('are found by what their servers said', async t => {
    const said: Readonly<Record<string, string>> = {
      gone: '550 5.1.1 user unknown',
      busy: '451 4.7.1 try later',
    }
    const { service, call, make, join, send, reaches } = await campaignStage(t, 'live', {
      mx: {
        misbehave(stage, socket, line) {
          const reply = stage === 'rcpt' ? said[/<([a-z]+)@/i.exec(line)?.[1] ?? ''] : undefined
          if (reply !== undefined) socket.write(`${reply}\r\n`)
          return reply !== undefined
        },
      },
    })
    await join(['ana', 'busy', 'gone'].map(name => `${name}@here.test`))
    const id = await make()
    await send(id)
    await reaches(id, body => body.status === 'sent', 'the end')
    const path = `/v1/campaigns/${id}/recipients` as const
    for (const [state, name] of Object.entries({
      delivered: 'ana',
      deferred: 'busy',
      bounced: 'gone',
    })) {
      const found = () => call('GET', `${path}?state=${state}`)
      await until(async () => namesOf(await found()).length > 0, state)
      const answer = await found()
      assert.deepEqual(namesOf(answer), [name])
      assert.equal(answer.body.data[0].letter_state, state)
    }
    // As a report that comes later says it.
    await bouncedLater(service.world.db)
    assert.deepEqual(namesOf(await call('GET', `${path}?state=delivered`)), [])
    const bounced = await call('GET', `${path}?state=bounced`)
    assert.deepEqual(
      bounced.body.data.map((one: Person) => one.letter_state),
      ['bounced', 'bounced'],
    )
  })

  it('are found by the start of their address or name, page by page', async t => {
    const { call, make, join, send, reaches } = await campaignStage(t)
    await join(people(0, 7))
    await join(['ana@two.test'], { first_name: 'Márcia' })
    const id = await make()
    await send(id)
    await reaches(id, body => body.status === 'sent', 'the end')
    const path = `/v1/campaigns/${id}/recipients` as const
    assert.deepEqual(namesOf(await call('GET', `${path}?q=ANA@T`)), ['ana'])
    assert.deepEqual(namesOf(await call('GET', `${path}?q=marc`)), ['ana'])
    assert.deepEqual(namesOf(await call('GET', `${path}?q=marc&state=skipped`)), [])
    const all = namesOf(await call('GET', path))
    const start = all.find(name => name !== 'ana')!.slice(0, 1)
    const found: string[] = []
    for (let after = ''; ; ) {
      const page = await call('GET', `${path}?q=${start}&limit=2${after}`)
      found.push(...namesOf(page))
      if (!page.body.has_more) break
      after = `&starting_after=${page.body.data.at(-1)!.contact_id}`
    }
    assert.deepEqual(
      found.sort(),
      all.filter(name => name.startsWith(start)),
    )
  })

  it('are told apart by the variant that they got', async t => {
    const { call, make, join, send, reaches } = await campaignStage(t)
    await join(people(0, 6))
    const ab = { variants: [{ key: 'a' }, { key: 'b', subject: 'Olá' }], test_share: 1 }
    const id = await make({ ab })
    await send(id)
    await reaches(id, body => body.status === 'sent', 'the end')
    const path = `/v1/campaigns/${id}/recipients?variant=` as const
    const [a, b] = [await call('GET', `${path}a`), await call('GET', `${path}b`)]
    assert.equal(namesOf(a).length + namesOf(b).length, 6)
    assert.ok(a.body.data.length > 0 && b.body.data.length > 0)
    assert.ok(b.body.data.every((one: { variant: string }) => one.variant === 'b'))
  })

  it('are a file, too, with the filters of the list', async t => {
    const { call, make, join, send, reaches } = await campaignStage(t)
    await join(['bounced@one.test', 'ana@one.test'])
    const id = await make()
    await send(id)
    await reaches(id, body => body.status === 'sent', 'the end')
    const file = async (more: string) => {
      const answer = await call('GET', `/v1/campaigns/${id}/recipients?format=csv${more}`)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
      return String(answer.body).trimEnd().split('\r\n')
    }
    const [head, ...rows] = await file('')
    assert.equal(
      head,
      'contact_id,email,state,reason,variant,send_at,email_id,letter_state,decided_at',
    )
    assert.deepEqual(rows.map(row => row.split(',')[1]).sort(), [
      'ana@one.test',
      'bounced@one.test',
    ])
    await until(async () => (await file('&state=bounced')).length === 2, 'the bounce')
    const [, row] = await file('&state=bounced')
    assert.match(row!, /^con_\w+,bounced@one\.test,released,,,,msg_\w+,bounced,20/)
  })

  it('stand in its figures, which are a file as well, whole or in parts', async t => {
    const { call, make, join, send, reaches } = await campaignStage(t)
    await join(['ana@one.test', 'bia@one.test'])
    const id = await make()
    await send(id)
    await reaches(id, body => body.status === 'sent', 'the end')
    const file = async (more = '') => {
      const answer = await call('GET', `/v1/campaigns/${id}/stats?format=csv${more}`)
      assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
      return String(answer.body)
        .trimEnd()
        .split('\r\n')
        .map(line => line.split(','))
    }
    const [head, ...lines] = await file()
    assert.equal(lines.length, 1)
    const cell = (name: string) => lines[0]![head!.indexOf(name)]
    assert.deepEqual(
      [cell('released'), cell('clicked.people'), cell('bounced.hard')],
      ['2', '0', '0'],
    )
    const [parts, part] = await file('&by=provider')
    assert.deepEqual([parts![0], part![parts!.indexOf('released')]], ['key', '2'])
  })
})

it('Campaigns are found by words of their name, with what came of them', async t => {
  const { call, make, join, send, reaches } = await campaignStage(t)
  await join(['opened@one.test', 'ana@one.test', 'bounced@one.test'])
  const id = await make({ name: 'Ofertas de Natal' })
  await make({ name: 'Páscoa' })
  await send(id)
  await reaches(id, body => body.results.opened === 1 && body.results.bounced === 1, 'results')
  const { body } = await call('GET', '/v1/campaigns?q=de+natal')
  assert.deepEqual(
    body.data.map((one: { name: string }) => one.name),
    ['Ofertas de Natal'],
  )
  const none = { delivered: 0, complained: 0, unsubscribed: 0, clicked: 0 }
  assert.deepEqual(body.data[0].results, { ...none, bounced: 1, opened: 1 })
  assert.deepEqual((await call('GET', '/v1/campaigns?q=100%25')).body.data, [])
})
