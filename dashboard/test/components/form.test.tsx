import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { TextInput } from '@mantine/core'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { Mode, Scope } from '../../src/api/shapes.ts'
import { DialogButton } from '../../src/ui/dialog.tsx'
import { useApiForm } from '../../src/ui/form.tsx'
import { ApiForm } from '../../src/ui/submission.tsx'
import { refusal, serve, show } from './stage.tsx'

function KeyForm({ onMade }: { onMade: (key: string) => void }) {
  const form = useApiForm('keys.create', {
    stale: ['keys'],
    initial: { name: '', ips: '', mode: 'test' as Mode, scope: 'send' as Scope },
    input: ({ ips, ...body }) => ({
      body: { ...body, ...(ips && { allow_ips: [ips] }) },
    }),
    params: { allow_ips: 'ips' },
    onDone: ({ key }) => onMade(key),
  })
  return (
    <ApiForm form={form} action="Create">
      <TextInput {...form.field('name')} label="Name" />
      <TextInput {...form.field('ips')} label="Addresses" />
    </ApiForm>
  )
}

const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

describe('a form', () => {
  it('sends what was filled in to the call it names, on the page it is on', async () => {
    const asked = serve(() => ({ body: { key: 'svc_test_1' } }))
    const made: string[] = []
    await show(<KeyForm onMade={key => made.push(key)} />)
    await fill('Name', 'Server')
    fireEvent.click(screen.getByRole('button', { name: 'Create' }))
    await waitFor(() => assert.deepEqual(made, ['svc_test_1']))
    const sent = asked.find(one => one.method === 'POST')
    assert.deepEqual(sent, {
      method: 'POST',
      url: '/api/projects/prj_1/keys',
      body: { name: 'Server', mode: 'test', scope: 'send' },
    })
  })

  it('is sent once by a double click', async () => {
    const asked = serve(() => ({ body: { key: 'svc_test_1' } }))
    const made: string[] = []
    await show(<KeyForm onMade={key => made.push(key)} />)
    const form = (await screen.findByRole('button', { name: 'Create' })).closest('form')!
    // Both before the button is drawn as busy.
    act(() => {
      fireEvent.submit(form)
      fireEvent.submit(form)
    })
    await waitFor(() => assert.equal(made.length > 0, true))
    assert.equal(asked.filter(one => one.method === 'POST').length, 1)
    fireEvent.submit(form)
    await waitFor(() => assert.equal(made.length, 2))
  })

  it('shows a refusal at the field it is about, and takes the reader there', async () => {
    serve(() => refusal('This is no address.', 'allow_ips[0]'))
    await show(<KeyForm onMade={() => {}} />)
    await fill('Addresses', 'nowhere')
    fireEvent.click(screen.getByRole('button', { name: 'Create' }))
    const field = await screen.findByLabelText('Addresses')
    await waitFor(() => assert.equal(field.getAttribute('aria-invalid'), 'true'))
    assert.equal(screen.getByRole('alert').textContent, 'This is no address.')
    const described = field.getAttribute('aria-describedby') ?? ''
    assert.ok(described.split(' ').includes(screen.getByRole('alert').id))
    assert.ok(document.activeElement === field)
    assert.notEqual(screen.getByLabelText('Name').getAttribute('aria-invalid'), 'true')
  })

  it('shows a refusal that is about no field beside the button', async () => {
    serve(() => refusal('Too many keys.', null))
    await show(<KeyForm onMade={() => {}} />)
    fireEvent.click(await screen.findByRole('button', { name: 'Create' }))
    assert.equal((await screen.findByRole('alert')).textContent, 'Too many keys.')
    assert.notEqual(screen.getByLabelText('Addresses').getAttribute('aria-invalid'), 'true')
  })
})

function PersonForm() {
  const form = useApiForm('project.contacts.update', {
    initial: { email: '', properties: { city: '' } },
    input: ({ email, properties }) => ({ id: 'con_1', body: { email, properties } }),
  })
  return (
    <ApiForm form={form} action="Save">
      <TextInput {...form.field('email')} label="Email" />
      <TextInput {...form.field('properties.city')} label="City" />
    </ApiForm>
  )
}

describe('a form with values in values', () => {
  const save = async () => fireEvent.click(await screen.findByRole('button', { name: 'Save' }))

  it('shows a refusal at the inner field that it is about', async () => {
    serve(() => refusal('This is no city.', 'properties.city'))
    await show(<PersonForm />)
    await save()
    const field = await screen.findByLabelText('City')
    await waitFor(() => assert.equal(field.getAttribute('aria-invalid'), 'true'))
    assert.equal(screen.getByRole('alert').textContent, 'This is no city.')
  })

  it('shows one about an inner value that has no field beside the button', async () => {
    serve(() => refusal('There is no such property.', 'properties.shoe'))
    await show(<PersonForm />)
    await save()
    assert.equal((await screen.findByRole('alert')).textContent, 'There is no such property.')
    assert.notEqual(screen.getByLabelText('City').getAttribute('aria-invalid'), 'true')
  })
})

describe('a dialog', () => {
  it('gives the focus back to the button that opened it', async () => {
    await show(
      <DialogButton label="Open">
        {close => (
          <button type="button" onClick={close}>
            Done
          </button>
        )}
      </DialogButton>,
    )
    const opener = await screen.findByRole('button', { name: 'Open' })
    opener.focus()
    fireEvent.click(opener)
    fireEvent.click(await screen.findByRole('button', { name: 'Done' }))
    await waitFor(() => assert.ok(screen.queryByRole('dialog') === null))
    await waitFor(() => assert.ok(document.activeElement === opener))
  })
})
