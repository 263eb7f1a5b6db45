/** Members and invitations, and keys: who came when, until when what is good, and what to pass on. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent, screen, within } from '@testing-library/react'
import { KeysPage } from '../../src/features/keys/keys-page.tsx'
import { MembersPage } from '../../src/features/members/members-page.tsx'
import { Framed, serve, show } from './stage.tsx'

const me = {
  user: { id: 'usr_1', role: 'owner', email: 'ana@shop.test' },
  account: { time_zone: 'UTC' },
  projects: [{ id: 'prj_1', name: 'Shop' }],
}
const invited = {
  id: 'inv_1',
  email: 'bia@guest.test',
  name: '',
  role: 'reader',
  status: 'invited',
  verified: false,
  totp_enabled: false,
  created_at: '2126-11-20T10:00:00Z',
  expires_at: '2126-11-27T10:00:00Z',
}
const ana = { ...invited, id: 'usr_1', email: 'ana@shop.test', name: 'Ana', status: 'active' }
const owner = { ...ana, role: 'owner', expires_at: undefined, seen_at: '2026-11-28T18:00:00Z' }

async function members(answer: object, expiresAt = invited.expires_at, role = 'owner') {
  const list = { data: [owner, { ...invited, expires_at: expiresAt }], has_more: false }
  const asked = serve(({ method, url }) => ({
    body:
      url === '/api/session'
        ? { ...me, user: { ...me.user, role } }
        : method === 'POST'
          ? { ...invited, ...answer }
          : list,
  }))
  await show(
    <Framed>
      <MembersPage />
    </Framed>,
  )
  await screen.findByText('bia@guest.test')
  return asked
}
async function inviteAgain() {
  const name = 'Send the invitation of bia@guest.test again'
  fireEvent.click(screen.getByRole('button', { name }))
  const window = await screen.findByRole('dialog')
  fireEvent.click(within(window).getByRole('button', { name: 'Send again' }))
}

describe('the list of members', () => {
  it('says until when an invitation is good, or since when not, and who was here when', async () => {
    await members({})
    screen.getByText(/^Invitation ends 27 Nov 2126/)
    assert.equal(screen.getAllByText(/^Invitation ends/).length, 1)
    assert.match(document.body.textContent, /28 Nov/)
    await members({}, '2026-11-01T10:00:00Z')
    screen.getByText(/^Invitation ended 1 Nov/)
  })

  it('has a button to invite for an owner only', async () => {
    await members({})
    screen.getByRole('button', { name: 'Invite' })
    await members({}, undefined, 'developer')
    assert.ok(screen.queryByRole('button', { name: 'Invite' }) === null)
  })

  it('sends an invitation again, to the same address in the same role', async () => {
    const asked = await members({})
    await inviteAgain()
    await screen.findByText('Invitation sent to bia@guest.test.')
    const { url, body } = asked.find(one => one.method === 'POST')!
    assert.deepEqual([url, body], ['/api/members', { email: 'bia@guest.test', role: 'reader' }])
    assert.equal(document.body.textContent.includes('/invite?token='), false)
  })

  it('gives the link to pass on where no letter goes out, until it is put away', async () => {
    await members({ token: 'abc' })
    await inviteAgain()
    await screen.findByText('http://malote.test/invite?token=abc')
    screen.getByText(/^This installation sends no email\. Pass the link on yourself: .+2126/)
    screen.getByRole('button', { name: 'Copy invitation link' })
    const note = screen.getByText(/token=abc/).closest<HTMLElement>('[role="status"]')!
    fireEvent.click(within(note).getByRole('button', { name: 'Close' }))
    assert.equal(screen.queryByText(/token=abc/), null)
  })
})

const key = {
  id: 'key_1',
  prefix: 'svc_live_abcde',
  name: 'Site',
  mode: 'live',
  scope: 'send',
  allow_ips: [],
  rate: null,
  created_at: '2026-11-20T10:00:00Z',
  last_used_at: null,
  created_by: 'Ana',
  expires_at: '2026-11-21T10:00:00Z',
}

/** With what stands below it. */
const showKeys = () =>
  show(
    <Framed>
      <KeysPage />
    </Framed>,
  )

const connection = { base_url: 'http://malote.test', resend_url: 'x', smtp: [] }
const besideKeys = (url: string): object | undefined =>
  url === '/api/session' ? me : url === '/api/connection' ? connection : undefined

describe('the list of keys', () => {
  it('says who made each, and whether it has expired', async () => {
    const others = [
      { ...key, id: 'key_2', name: 'Old', created_by: null, expires_at: null },
      { ...key, id: 'key_3', name: 'Next', expires_at: '2126-01-02T10:00:00Z' },
    ]
    serve(({ url }) => ({
      body: besideKeys(url) ?? { data: [key, ...others], has_more: false },
    }))
    await showKeys()
    const [, site, old, next] = await screen.findAllByRole('row')
    assert.match(site!.textContent, /by Ana.*Expired 21 Nov/)
    assert.match(old!.textContent, /Never.*Never/)
    assert.doesNotMatch(old!.textContent, /by /)
    assert.match(next!.textContent, /2 Jan 2126/)
  })

  it('makes one that is good for as long as was chosen', async () => {
    const asked = serve(({ method, url }) => ({
      body:
        besideKeys(url) ??
        (method === 'POST' ? { ...key, key: 'svc_live_x' } : { data: [], has_more: false }),
    }))
    await showKeys()
    fireEvent.click(await screen.findByRole('button', { name: 'Create key' }))
    const expiry = await screen.findByLabelText('Expires (optional)')
    fireEvent.change(expiry, { target: { value: '30' } })
    fireEvent.click(screen.getByRole('button', { name: 'Create' }))
    await screen.findByText('svc_live_x')
    await screen.findByText(/RESEND_API_KEY=svc_live_x/)
    const { body } = asked.find(one => one.method === 'POST')!
    assert.partialDeepStrictEqual(body, { expires_in_days: 30 })
  })
})
