import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { BrandFromSite, type ThemeParts } from '../../src/features/audience/brand-from-site.tsx'
import { refusal, serve, show } from './stage.tsx'

const proposal = {
  url: 'https://padaria.example/',
  name: 'Padaria Aurora',
  logo: {
    filename: 'logo.png',
    content_type: 'image/png',
    data: btoa('picture'),
    width: 120,
    height: 60,
  },
  color: '#b83a14',
  colors: ['#b83a14', '#123456'],
  background: '#faf5f0',
  font: 'serif',
  fonts: ['Playfair Display', 'serif'],
}

/** What uploads send, in place of the browser's. */
class Uploads extends EventTarget {
  static sent: { readonly name: string; readonly file: File }[] = []
  static status = 201
  readonly upload = new EventTarget()
  readonly #headers = new Map<string, string>()
  status = 0
  responseText = ''
  open(): void {}
  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value)
  }
  send(file: File): void {
    Uploads.sent.push({ name: this.#headers.get('x-filename')!, file })
    this.status = Uploads.status
    this.responseText =
      Uploads.status === 201
        ? '{"id":"fil_1"}'
        : '{"error":{"code":"invalid_field","message":"No room.","param":"file"}}'
    queueMicrotask(() => this.dispatchEvent(new Event('load')))
  }
}

const real = globalThis.XMLHttpRequest
afterEach(() => {
  globalThis.XMLHttpRequest = real
  Uploads.sent = []
  Uploads.status = 201
})

async function look(body: object) {
  globalThis.XMLHttpRequest = Uploads as never
  const taken: ThemeParts[] = []
  const asked = serve(({ url }) => ({ body: url.includes('/brand') ? body : { data: [] } }))
  await show(<BrandFromSite take={one => taken.push(one)} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Take from a website' }))
  const dialog = await screen.findByRole('dialog')
  const address = within(dialog).getByLabelText(/Address of the website/)
  fireEvent.change(address, { target: { value: 'padaria.example' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Look' }))
  return { taken, asked, dialog }
}

describe('a brand from a website', () => {
  it('is looked at, and what stays ticked is taken', async () => {
    const { taken, asked } = await look(proposal)
    await screen.findByText('Padaria Aurora')
    const { body } = asked.find(one => one.method === 'POST')!
    assert.deepEqual(body, { url: 'padaria.example' })
    assert.equal(Uploads.sent.length, 0, 'nothing is kept before')
    fireEvent.click(screen.getByRole('radio', { name: '#123456' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Background colour' }))
    fireEvent.click(screen.getByRole('button', { name: 'Use what is ticked' }))
    await waitFor(() => assert.equal(taken.length, 1))
    assert.deepEqual(taken[0], {
      name: 'Padaria Aurora',
      color: '#123456',
      font: 'serif',
      logo_file_id: 'fil_1',
    })
    const [sent] = Uploads.sent
    assert.deepEqual([sent!.name, await sent!.file.text()], ['logo.png', 'picture'])
  })

  it('is taken without its logo', async () => {
    const { taken } = await look(proposal)
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Logo' }))
    fireEvent.click(screen.getByRole('button', { name: 'Use what is ticked' }))
    await waitFor(() => assert.equal(taken.length, 1))
    assert.equal(taken[0]!.logo_file_id, undefined)
    assert.equal(Uploads.sent.length, 0)
  })

  it('says why a logo is refused, and stays', async () => {
    const { taken } = await look(proposal)
    Uploads.status = 400
    fireEvent.click(await screen.findByRole('button', { name: 'Use what is ticked' }))
    await screen.findByText('No room.')
    assert.equal(taken.length, 0)
  })

  it('says where a page shows nothing', async () => {
    const nothing = { name: null, logo: null, color: null, background: null, font: null }
    await look({ ...proposal, ...nothing, colors: [], fonts: [] })
    await screen.findByText(/shows neither a name/)
  })

  it('says at the address why it cannot be visited', async () => {
    serve(({ url }) => (url.includes('/brand') ? refusal('No such site.', 'url') : { body: {} }))
    await show(<BrandFromSite take={() => {}} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Take from a website' }))
    const dialog = await screen.findByRole('dialog')
    const address = within(dialog).getByLabelText(/Address of the website/)
    fireEvent.change(address, { target: { value: 'x' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Look' }))
    assert.equal((await within(dialog).findByRole('alert')).textContent, 'No such site.')
  })
})
