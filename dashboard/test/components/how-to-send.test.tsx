import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent, screen } from '@testing-library/react'
import { HowToSend } from '../../src/features/connect/how-to-send.tsx'
import { type Connection, programsFor } from '../../src/features/connect/programs.ts'
import { Framed, serve, show } from './stage.tsx'

const starttls = { host: 'mail.loja.test', port: 587, encryption: 'starttls' } as const
const wrapped = { host: 'mail.loja.test', port: 465, encryption: 'tls' } as const

const connection = (smtp: Connection['smtp']): Connection => ({
  base_url: 'https://malote.test',
  resend_url: 'https://malote.test/resend',
  smtp,
})

const session = {
  user: { role: 'owner', email: 'ana@loja.test' },
  account: { time_zone: 'UTC' },
  projects: [],
}

const answers = (smtp: Connection['smtp'], domains: readonly object[] = []) =>
  serve(({ url }) => {
    if (url === '/api/connection') return { body: connection(smtp) }
    if (url.includes('/domains')) return { body: { data: domains, has_more: false } }
    return { body: session }
  })

const shown = (secret: string | null = null) =>
  show(
    <Framed>
      <HowToSend secret={secret} />
    </Framed>,
  )

const code = () => [...document.querySelectorAll('pre')].map(one => one.textContent).join('\n')

describe('how to send', () => {
  it('tells host, ports, user name and where the password comes from', async () => {
    answers([starttls, wrapped])
    await shown()
    await screen.findByText('mail.loja.test')
    await screen.findByText('STARTTLS')
    await screen.findByText('TLS from the start (SSL)')
    await screen.findByText(/^malote \(anything is taken\)/)
    await screen.findByText(/^An API key of this project/)
    const page = await screen.findByRole('link', { name: 'Moving from Resend' })
    assert.equal(page.getAttribute('href'), '/docs/resend')
  })

  it('has the new key and a verified domain in what is pasted', async () => {
    const domains = [
      { name: 'nova.test', status: 'pending' },
      { name: 'loja.test', status: 'verified' },
    ]
    answers([starttls], domains)
    await shown('svc_test_new')
    fireEvent.click(await screen.findByRole('tab', { name: 'Laravel' }))
    await screen.findByText(/MAIL_HOST=mail\.loja\.test/)
    for (const part of ['MAIL_PASSWORD=svc_test_new', 'MAIL_FROM_ADDRESS=hello@loja.test']) {
      assert.ok(code().includes(part), code())
    }
    fireEvent.click(await screen.findByRole('tab', { name: 'Resend (Node)' }))
    await screen.findByText(/RESEND_BASE_URL=https:\/\/malote\.test\/resend/)
    assert.equal(screen.getAllByRole('button', { name: /^Copy/ }).length, 3)
  })

  it('says that SMTP is off, and shows what goes without it', async () => {
    answers([])
    await shown()
    await screen.findByText(/^SMTP is switched off/)
    await screen.findByRole('tab', { name: 'cURL' })
    assert.equal(screen.queryByRole('tab', { name: 'Laravel' }), null)
  })

  it('asks each program for the encryption that the port has', () => {
    const letter = { from: 'a@b.test', to: 'c@d.test', subject: 'x', text: 'x' }
    const all = (door: Connection['smtp'][number]) =>
      programsFor(connection([door]))
        .flatMap(one =>
          one.pastes({ connection: connection([door]), key: 'svc_test_1', ...letter }),
        )
        .map(one => one.code)
        .join('\n')
    assert.match(all(starttls), /secure: false,\n {2}requireTLS: true,/)
    assert.match(all(starttls), /smtp\.starttls\.required=true/)
    assert.match(all(wrapped), /secure: true,\n {2}auth/)
    assert.match(all(wrapped), /MAIL_SCHEME=smtps/)
    assert.match(all(wrapped), /smtp\.ssl\.enable=true/)
    const open = all({ host: 'localhost', port: 2587, encryption: 'none' })
    assert.match(open, /secure: false,\n {2}auth/)
    assert.doesNotMatch(open, /starttls|smtps|ssl/)
  })
})
