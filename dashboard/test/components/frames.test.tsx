/** Frames of pages that somebody else wrote: shut, and a new one for each page. */
import assert from 'node:assert/strict'
import * as fs from 'node:fs'
import { describe, it } from 'node:test'
import { cleanup, render } from '@testing-library/react'
import { LetterFrame } from '../../src/features/emails/letter-frame.tsx'
import { PageFrame } from '../../src/ui/page-frame.tsx'
import { serve, show } from './stage.tsx'

const frame = (): HTMLIFrameElement => {
  const [one, ...more] = document.querySelectorAll('iframe')
  assert.equal(more.length, 0)
  return one!
}

describe('the frame of a page', () => {
  const kinds = {
    html: { one: { html: '<p>One' }, other: { html: '<p>Other' } },
    src: { one: { src: 'about:blank#one' }, other: { src: 'about:blank#other' } },
  }
  for (const [kind, { one, other }] of Object.entries(kinds)) {
    it(`is another for another page by ${kind}, so that Back leaves it`, () => {
      cleanup()
      const { rerender } = render(<PageFrame title="Page" {...one} />)
      const first = frame()
      rerender(<PageFrame title="Page of a phone" className="preview-phone" {...one} />)
      assert.ok(frame() === first, 'the same page stays where it is')
      assert.equal(first.title, 'Page of a phone')
      assert.equal(first.className, 'preview-phone')
      rerender(<PageFrame title="Page" {...other} />)
      assert.ok(frame() !== first)
      const { src, html } = other as { src?: string; html?: string }
      assert.equal(frame().getAttribute('src'), src ?? null)
      assert.equal(frame().getAttribute('srcdoc'), html ?? null)
      cleanup()
    })
  }

  it('lets nothing run or be told, whatever it is given', async () => {
    serve(() => ({ body: {} }))
    await show(<LetterFrame html={null} text="a < b" subject="S" />)
    assert.equal(frame().getAttribute('sandbox'), '')
    assert.equal(frame().getAttribute('referrerpolicy'), 'no-referrer')
    assert.equal(frame().getAttribute('srcdoc'), '<pre>a &#60; b</pre>')
    assert.equal(frame().className, 'preview')
  })

  it('is the only one of the dashboard', () => {
    const source = new URL('../../src/', import.meta.url)
    const holding = fs
      .readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter(file => /\.tsx$/.test(file))
      .filter(file => fs.readFileSync(new URL(file, source), 'utf8').includes('<iframe'))
    assert.deepEqual(holding, ['ui/page-frame.tsx'])
  })
})
