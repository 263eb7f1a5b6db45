import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Editor } from '@tiptap/react'
import { useState } from 'react'
import type { Block } from '../../src/api/shapes.ts'
import { branded, brandOf } from '../../src/features/letters/brand.ts'
import {
  chipOf,
  cutAtValues,
  htmlOfLines,
  withChips,
  withoutChips,
} from '../../src/features/letters/chips.ts'
import { keyAt, placed, placedAgain } from '../../src/features/letters/design.ts'
import {
  firstState,
  type Minutes,
  maxMinutes,
  maxStates,
  noted,
  placeOfChange,
  redone,
  ticked,
  undone,
} from '../../src/features/letters/draft-states.ts'
import { DrawnHtml } from '../../src/features/letters/drawn-text.tsx'
import { ownPicture } from '../../src/features/letters/frame.ts'
import { useHistory } from '../../src/features/letters/history.ts'
import { HistoryBar } from '../../src/features/letters/history-bar.tsx'
import {
  lineExtensions,
  richExtensions,
  valueNode,
} from '../../src/features/letters/in-place-nodes.ts'
import { Languages } from '../../src/features/letters/languages.tsx'
import { LetterPreview } from '../../src/features/letters/letter-preview.tsx'
import { nameOfValue } from '../../src/features/letters/liquid.ts'
import { inkOn } from '../../src/features/letters/look.ts'
import { isMissing, shownBy } from '../../src/features/letters/pictures.ts'
import type { Variants } from '../../src/features/letters/variant.ts'
import { serve, show } from './stage.tsx'

const nothing = () => ({ body: { data: [], has_more: false } })

describe('the history of a draft', () => {
  it('goes back and forth over each state', () => {
    let states = firstState<object>({ a: 1 })
    for (const [n, a] of [2, 3].entries()) states = noted(states, { a }, n * 5_000)
    states = undone(states)
    assert.deepEqual(states.now, { a: 2 })
    states = undone(undone(states))
    assert.deepEqual(states.now, { a: 1 })
    states = redone(redone(redone(states)))
    assert.deepEqual(states.now, { a: 3 })
    states = noted(undone(states), { a: 9 }, 60_000)
    assert.equal(redone(states), states)
  })

  it('takes back at once what was typed at one place without a pause', () => {
    let states = firstState<object>({ text: '', other: '' })
    states = noted(states, { text: 'a', other: '' }, 10_000)
    states = noted(states, { text: 'ab', other: '' }, 10_400)
    states = noted(states, { text: 'ab', other: 'x' }, 10_500)
    states = noted(states, { text: 'ab', other: 'xy' }, 12_500)
    assert.deepEqual(
      states.past.map(one => Object.values(one).join('|')),
      ['|', 'ab|', 'ab|x'],
    )
  })

  it('keeps so many states and no more', () => {
    let states = firstState<object>({ n: 0 })
    for (let n = 1; n <= maxStates + 10; n++) states = noted(states, { n }, n * 5_000)
    assert.equal(states.past.length, maxStates)
    assert.deepEqual(states.past[0], { n: 10 })
  })

  it('keeps how it stood at the end of each minute', () => {
    const minute = 60_000
    let minutes: Minutes<number> = { past: [], now: { at: 10 * minute, value: 1 } }
    const change = (at: number, value: number) => {
      minutes = ticked(minutes, { at, value })
    }
    change(10 * minute + 5_000, 2)
    change(11 * minute, 3)
    change(11 * minute + 59_999, 4)
    change(15 * minute, 5)
    assert.deepEqual(
      minutes.past.map(one => [one.at, one.value]),
      [
        [10 * minute + 5_000, 2],
        [11 * minute + 59_999, 4],
      ],
    )
    for (let n = 20; n < 100; n += 1) change(n * minute, n)
    assert.deepEqual([minutes.past.length, minutes.past.at(-1)!.value], [maxMinutes, 98])
  })

  it('goes back by the minute, which can be undone', async t => {
    serve(nothing)
    const begun = Date.parse('2026-11-30T12:00:30Z')
    let now = begun
    t.mock.method(Date, 'now', () => now)
    function Draft() {
      const [text, setText] = useState('first')
      const history = useHistory(text, setText)
      return (
        <>
          <HistoryBar history={history} />
          <input aria-label="Draft" value={text} onChange={e => setText(e.currentTarget.value)} />
        </>
      )
    }
    await show(<Draft />)
    const input = (await screen.findByLabelText('Draft')) as HTMLInputElement
    const button = screen.getByRole('button', { name: 'Back by the minute' })
    assert.ok((button as HTMLButtonElement).disabled, 'nothing was changed yet')
    now = begun + 60_000
    fireEvent.change(input, { target: { value: 'second' } })
    now = begun + 120_000
    fireEvent.change(input, { target: { value: 'third' } })
    fireEvent.click(button)
    const items = await screen.findAllByRole('menuitem')
    assert.deepEqual(
      items.map(one => one.textContent!.replace(/^As of \d\d(:\d\d).*$/, '$1')),
      [':01', ':00'],
    )
    now = begun + 180_000
    fireEvent.click(items[1]!)
    await waitFor(() => assert.equal(input.value, 'first'))
    fireEvent.click(screen.getByRole('button', { name: 'Undo last change' }))
    await waitFor(() => assert.equal(input.value, 'third'))
  })

  it('knows the one text that changed from more than that', () => {
    assert.equal(placeOfChange({ a: [{ b: 'x' }] }, { a: [{ b: 'y' }] }), 'a/0/b/.')
    assert.equal(placeOfChange({ a: 'x', b: 'y' }, { a: 'z', b: 'z' }), '')
    assert.equal(placeOfChange({ a: ['x'] }, { a: ['x', 'y'] }), '')
    assert.equal(placeOfChange({ a: 'x' }, { a: 'x' }), null)
  })
})

describe('values in texts', () => {
  const liquid = '{{ contact.first_name | default: "a <b> & c" }}'

  it('are pieces of their own in html, and text again afterwards', () => {
    const html = '<p>Hi {{ contact.email }}, <a href="{{ unsubscribe_url }}">out</a></p>'
    assert.equal(
      withChips(html),
      '<p>Hi <span data-liquid="{{ contact.email }}"></span>, <a href="{{ unsubscribe_url }}">out</a></p>',
    )
    const shown = withChips(html).replace('"></span>', '" class="chip">E-mail</span>')
    assert.equal(withoutChips(shown), html)
  })

  it('keep quotes and marks of their own', () => {
    const html = `<p>${liquid.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')}</p>`
    assert.equal(withoutChips(withChips(html).replace('></span>', '>x</span>')), html)
    assert.match(htmlOfLines('a\nb'), /^<p>a<br>b<\/p>$/)
  })

  it('are named as people name them, with what the others get', () => {
    const groups = [
      { label: '', values: [{ name: 'contact.first_name', label: 'First name', isSure: false }] },
    ]
    assert.deepEqual(nameOfValue(groups, chipOf('{{contact.first_name | default: "you"}}')!), {
      label: 'First name / you',
      isKnown: true,
    })
    assert.equal(nameOfValue(groups, { name: 'contact.firstname', fallback: '' }).isKnown, false)
  })

  it('that do more than a value stay as they are written', () => {
    assert.equal(chipOf('{{ today | date: "%d/%m" }}'), null)
    assert.equal(withChips('<p>{{ a | upcase }}</p>'), '<p>{{ a | upcase }}</p>')
    assert.deepEqual(cutAtValues('a {{ b }} c'), ['a ', '{{ b }}', ' c'])
  })
})

describe('blocks that come from elsewhere', () => {
  const blocks: Block[] = [
    { type: 'heading', text: 'A' },
    { type: 'columns', columns: [[{ type: 'code', text: 'B' }], []] },
    { type: 'divider' },
  ]

  it('keep the keys of those that are still there', () => {
    const before = placed(blocks)
    const keys = (list: readonly { readonly key: number }[]) => list.map(({ key }) => key)
    assert.deepEqual(keys(placedAgain(blocks, before)), keys(before))
    assert.deepEqual(keys(placedAgain(blocks.toReversed(), before)), keys(before).toReversed())
    const changed = placedAgain([{ type: 'heading', text: 'Z' }, ...blocks.slice(1)], before)
    assert.deepEqual(keys(changed), keys(before))
    const shorter = placedAgain(blocks.slice(1), before)
    assert.deepEqual(keys(shorter), keys(before).slice(1))
  })

  it('are found by their places, in columns, too', () => {
    const list = placed(blocks)
    const { block } = list[1]!
    assert.ok(block.type === 'columns')
    assert.equal(keyAt(list, [1, 0, 0]), block.columns[0]![0]!.key)
    assert.equal(keyAt(list, [1]), list[1]!.key)
    assert.equal(keyAt(list, [9]), null)
  })
})

describe('what is drawn of a letter', () => {
  it('is text and its few marks, whatever its author wrote', async () => {
    serve(nothing)
    const html =
      '<p onclick="x()">Hi <b>you</b> <a href="https://loja.test">there</a></p><script>bad()</script><img src=x onerror=bad()><h1>Big</h1>'
    await show(
      <div data-testid="drawn">
        <DrawnHtml html={html} />
      </div>,
    )
    const drawn = screen.getByTestId('drawn').innerHTML
    assert.equal(drawn, '<p>Hi <strong>you</strong> <u class="drawn-link">there</u></p>Big')
  })

  it('loads pictures of ours alone', () => {
    const path = `/i/${'a'.repeat(32)}.png`
    assert.equal(ownPicture(`https://links.loja.test${path}`), `http://malote.test${path}`)
    assert.equal(ownPicture('https://elsewhere.test/i/a.png'), null)
    assert.equal(isMissing('https://'), true)
    assert.equal(isMissing('https://a'), false)
    const picture = { url: 'u', alt: 'Beach', width: 400 } as Parameters<typeof shownBy>[1]
    assert.deepEqual(shownBy({ type: 'image', src: '', alt: '' }, picture), {
      type: 'image',
      src: 'u',
      alt: 'Beach',
      width: 400,
    })
    assert.equal(inkOn('#ffe000'), '#000000')
    assert.equal(inkOn('#1d4ed8'), '#ffffff')
  })

  it('is shown on a computer and on a phone, light, dark or both', async () => {
    serve(nothing)
    const data = { subject: 'S', preheader: 'P', html: '<p>', text: 't', bytes: 3, missing: [] }
    const query = { data, error: null, refetch: () => {} }
    await show(<LetterPreview isThere query={query} person="" setPerson={() => {}} />)
    const titles = () => [...document.querySelectorAll('iframe')].map(one => one.title)
    assert.deepEqual(titles(), ['Preview of “S”, Desktop', 'Preview of “S”, Phone'])
    fireEvent.click(screen.getByRole('radio', { name: 'Both' }))
    await waitFor(() => assert.equal(titles().length, 4))
    assert.equal(titles()[3], 'Preview of “S”, Phone, Dark')
    assert.ok([...document.querySelectorAll('iframe')].every(one => one.sandbox.length === 0))
  })
})

describe('the brand of a project', () => {
  const logo = { url: 'https://links.loja.test/i/a.png', width: 600 }
  const design = { style: { width: 640 }, blocks: [{ type: 'divider' as const }] }

  it('is in a letter by its colours, its font and its logo, once', () => {
    const brand = brandOf({ name: 'Loja', color: '#ffe000', font: 'system' }, logo)
    const made = branded(design, brand)
    assert.deepEqual(made.style, { width: 640, accent: '#ffe000', font: 'sans' })
    assert.deepEqual(made.blocks, [
      { type: 'image', src: logo.url, alt: 'Loja', width: 180 },
      { type: 'divider' },
    ])
    assert.deepEqual(branded(made, brand), made)
  })

  it('changes nothing where there is none', () => {
    assert.equal(brandOf(null, null), null)
    assert.equal(brandOf({ name: 'Loja', radius: 4 }, null), null)
    assert.equal(branded(design, null), design)
  })
})

const first: Variants = {
  en: {
    subject: 'Hello',
    design: { blocks: [{ type: 'heading', text: 'A' }, { type: 'divider' }, { type: 'footer' }] },
  },
}

function Written() {
  const [letters, set] = useState({ variants: first, home: 'en' })
  return (
    <>
      <Languages letters={letters} set={set} shown="en" show={() => {}} fault={null} />
      <output>{JSON.stringify(letters.variants.en)}</output>
    </>
  )
}

describe('the canvas', () => {
  const types = () =>
    (JSON.parse(document.querySelector('output')!.textContent) as typeof first.en)!
      .design!.blocks.map(({ type }) => type)
      .join()
  const press = (target: Element, key: string, more: object = {}) =>
    fireEvent.keyDown(target, { key, ...more })
  const blockNamed = (name: RegExp) => screen.getByRole('button', { name })

  it('takes back by keys whatever was done, and does it again', async () => {
    serve(nothing)
    await show(<Written />)
    press(blockNamed(/^Line/), 'Delete')
    assert.equal(types(), 'heading,footer')
    press(blockNamed(/^Heading/), 'z', { ctrlKey: true })
    assert.equal(types(), 'heading,divider,footer')
    press(blockNamed(/^Heading/), 'Z', { ctrlKey: true, shiftKey: true })
    assert.equal(types(), 'heading,footer')
    const subject = screen.getByLabelText('Subject')
    fireEvent.change(subject, { target: { value: 'Hello you' } })
    press(subject, 'z', { metaKey: true })
    assert.equal((subject as HTMLInputElement).value, 'Hello')
    assert.equal(types(), 'heading,footer')
    fireEvent.click(screen.getByRole('button', { name: 'Undo last change' }))
    assert.equal(types(), 'heading,divider,footer')
    assert.ok(screen.getByRole('button', { name: 'Undo last change' }).hasAttribute('disabled'))
  })

  it('puts a block between two others', async () => {
    serve(nothing)
    await show(<Written />)
    fireEvent.click(screen.getByRole('button', { name: 'Insert before block 2' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Space' }))
    assert.equal(types(), 'heading,spacer,divider,footer')
    await screen.findByRole('combobox', { name: 'Height in pixels' })
  })

  it('opens a block, and leaves it by Escape', async () => {
    serve(nothing)
    await show(<Written />)
    fireEvent.click(blockNamed(/^Line/))
    assert.equal(document.querySelectorAll('.block[data-open="true"]').length, 1)
    press(screen.getByRole('button', { name: /^Delete: Line/ }), 'Escape')
    assert.equal(document.querySelector('.block[data-open="true"]'), null)
    assert.equal(document.activeElement, blockNamed(/^Line/))
  })
})

describe('text that is edited where it stands', () => {
  const named = valueNode.configure({ nameOf: () => ({ label: 'First name', isKnown: true }) })

  it('has its values as pieces, and tells them as they are kept', () => {
    const html =
      '<p>Hi {{ contact.first_name | default: "a &amp; b" }}, <strong>you</strong><br>there</p>'
    const editor = new Editor({
      extensions: [...richExtensions, named],
      content: withChips(html),
    })
    assert.match(editor.getHTML(), /class="chip">First name<\/span>/)
    assert.equal(withoutChips(editor.getHTML()), html)
    editor.destroy()
  })

  it('is lines of plain text where there are no marks', () => {
    const text = 'Hi {{ contact.email }} <b>\nthere'
    const editor = new Editor({
      extensions: [...lineExtensions, named],
      content: htmlOfLines(text),
    })
    assert.equal(editor.getText({ blockSeparator: '\n' }), text)
    editor.commands.setContent('<p>a <strong>b</strong></p><p>c</p>')
    assert.equal(editor.getHTML(), '<p>a b</p>')
    editor.destroy()
  })
})
