import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { SignUpForm } from '../../src/api/shapes.ts'
import { ChangeForm } from '../../src/features/forms/edit-form.tsx'
import { PopupLine } from '../../src/features/forms/popup-line.tsx'
import { refusal, serve, show } from './stage.tsx'

const url = 'https://mail.example/f/frm_1'

const formWith = (popup: SignUpForm['popup']) =>
  ({
    id: 'frm_1',
    name: 'News',
    topics: [],
    fields: [],
    wording: {},
    double_opt_in: true,
    redirect_url: null,
    thanks: {},
    allowed_origins: [],
    style: {},
    enabled: true,
    url,
    popup,
    popup_script: `<script src="${url}/popup.js" async></script><noscript><a href="${url}">Subscribe</a></noscript>`,
  }) as unknown as SignUpForm

const often = { delay_s: 5, scroll_percent: null, on_leave: false, again_days: 7 }

describe('the pop-up of a form', () => {
  it('is turned on, sent as it was typed, and says what is wrong', async () => {
    const asked = serve(({ method }) =>
      method === 'PATCH'
        ? refusal('It needs to know when.', 'popup')
        : { body: { data: [], has_more: false } },
    )
    await show(<ChangeForm form={formWith(null)} />)
    assert.equal(screen.queryByLabelText('Seconds after the page opens'), null)
    fireEvent.click(screen.getByLabelText('Open over pages of your site'))
    const type = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } })
    type('Seconds after the page opens', '')
    type('After scrolling this far (%)', '50')
    type('Days until it opens again', '90')
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('It needs to know when.')
    const { body } = asked.find(one => one.method === 'PATCH')!
    assert.deepEqual((body as { popup: unknown }).popup, {
      delay_s: null,
      scroll_percent: 50,
      on_leave: true,
      again_days: 90,
    })
  })

  it('is shown as it is, and taken away', async () => {
    const asked = serve(() => ({ body: { data: [], has_more: false } }))
    await show(<ChangeForm form={formWith(often)} />)
    const seconds = screen.getByLabelText<HTMLInputElement>('Seconds after the page opens')
    assert.equal(seconds.value, '5')
    fireEvent.click(screen.getByLabelText('Open over pages of your site'))
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => assert.ok(asked.some(one => one.method === 'PATCH')))
    const { body } = asked.find(one => one.method === 'PATCH')!
    assert.equal((body as { popup: unknown }).popup, null)
  })

  it('has a line that leads to the mode that is shown, and a source for policies', async () => {
    await show(<PopupLine form={formWith(often)} url={`${url}?mode=test`} />)
    const code = document.querySelector('pre')!.textContent!
    assert.ok(code.includes(`src="${url}/popup.js?mode=test"`), code)
    assert.ok(code.includes(`href="${url}?mode=test"`), code)
    screen.getByText(/https:\/\/mail\.example in script-src and frame-src/)
    await show(<PopupLine form={formWith(null)} url={url} />)
    assert.equal(document.querySelector('pre'), null)
  })
})
