import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import type { Block, Design } from '../../src/api/shapes.ts'
import { useAutosave } from '../../src/features/letters/autosave.ts'
import {
  doubled,
  faultOf,
  gistOf,
  moved,
  placed,
  plain,
} from '../../src/features/letters/design.ts'
import { DesignEditor } from '../../src/features/letters/design-editor.tsx'
import { framed } from '../../src/features/letters/frame.ts'
import { written } from '../../src/features/letters/liquid.ts'
import { losesSource, rewritten, tagOf } from '../../src/features/letters/variant.ts'
import { VariantEditor } from '../../src/features/letters/variant-editor.tsx'
import { differenceOf, excerptOf } from '../../src/features/templates/difference.ts'
import { changeOf, type Draft } from '../../src/features/templates/draft.ts'
import { serve, show } from './stage.tsx'

const blocks: Block[] = [
  { type: 'heading', text: 'Hello' },
  { type: 'columns', columns: [[{ type: 'code', text: 'A' }], [{ type: 'divider' }]] },
  { type: 'footer' },
]

describe('the blocks of a letter', () => {
  it('are what they were after they have been placed', () => {
    assert.deepEqual(plain(placed(blocks)), blocks)
  })

  it('move within their list, and stay where there is no place', () => {
    assert.deepEqual(moved(['a', 'b', 'c'], 0, 2), ['b', 'c', 'a'])
    assert.deepEqual(moved(['a', 'b', 'c'], 2, 0), ['c', 'a', 'b'])
    const list = ['a', 'b']
    assert.equal(moved(list, 1, 2), list)
    assert.equal(moved(list, 0, -1), list)
  })

  it('are doubled with keys of their own, inside of columns, too', () => {
    const list = doubled(placed(blocks), 1)
    assert.deepEqual(plain(list)[1], plain(list)[2])
    const keys = list.flatMap(({ key, block }) => [
      key,
      ...(block.type === 'columns' ? block.columns.flat().map(one => one.key) : []),
    ])
    assert.equal(new Set(keys).size, keys.length)
  })

  it('say in a line which one each is', () => {
    assert.equal(gistOf({ type: 'text', html: '<p>One &amp; <b>two</b></p>' }), 'One & two')
    assert.equal(gistOf(placed(blocks)[1]!.block), 'A | ')
  })

  it('are found by what the server says of them', () => {
    assert.deepEqual(faultOf('variants.pt.design.blocks[2].href', 'No.'), {
      path: [2],
      member: 'href',
      message: 'No.',
    })
    assert.deepEqual(faultOf('content.design.blocks[2].columns[1][0].src', 'No.')?.path, [2, 1, 0])
    assert.equal(faultOf('variants.pt.subject', 'No.'), null)
  })
})

function Edited({ tell }: { tell: (design: Design) => void }) {
  return <DesignEditor design={{ blocks }} set={tell} fault={null} />
}

const names = () =>
  screen
    .getAllByRole('button', { expanded: false })
    .map(one => one.querySelector('.block-type')?.textContent)
    .filter(Boolean)

describe('the editor of blocks', () => {
  it('moves by the keyboard, deletes, and takes back', async () => {
    serve(() => ({ body: { data: [], has_more: false } }))
    const told: Design[] = []
    await show(<Edited tell={design => told.push(design)} />)
    fireEvent.keyDown(screen.getByRole('button', { name: /^Heading/ }), {
      key: 'ArrowDown',
      altKey: true,
    })
    assert.deepEqual(
      told.at(-1)!.blocks.map(one => one.type),
      ['columns', 'heading', 'footer'],
    )
    await screen.findByText('Now block 2 of 3')
    fireEvent.click(screen.getByRole('button', { name: /^Heading/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Delete: Heading, block 2 of 3' }))
    assert.deepEqual(
      told.at(-1)!.blocks.map(one => one.type),
      ['columns', 'footer'],
    )
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    assert.equal(told.at(-1)!.blocks.length, 3)
  })

  it('adds before the footer, and not more columns into a column', async () => {
    serve(() => ({ body: { data: [], has_more: false } }))
    const told: Design[] = []
    await show(<Edited tell={design => told.push(design)} />)
    fireEvent.click(screen.getByRole('button', { name: 'Add block' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Line' }))
    assert.deepEqual(
      told.at(-1)!.blocks.map(one => one.type),
      ['heading', 'columns', 'divider', 'footer'],
    )
    fireEvent.click(screen.getByRole('button', { name: /^Columns/ }))
    const column = screen.getByRole('list', { name: 'Column 1' })
    assert.equal(within(column).getAllByRole('listitem').length, 1)
    fireEvent.click(screen.getByRole('button', { name: 'Add block to Column 2' }))
    await screen.findByRole('menuitem', { name: 'Heading' })
    assert.equal(screen.queryByRole('menuitem', { name: 'Columns' }), null)
    assert.ok(names().includes('Footer'))
  })

  it('keeps the blocks of a column that goes away', async () => {
    serve(() => ({ body: { data: [], has_more: false } }))
    const told: Design[] = []
    await show(<Edited tell={design => told.push(design)} />)
    fireEvent.click(screen.getByRole('button', { name: /^Columns/ }))
    fireEvent.click(screen.getByRole('radio', { name: '1' }))
    assert.deepEqual(told.at(-1)!.blocks[1], {
      type: 'columns',
      columns: [[{ type: 'code', text: 'A' }, { type: 'divider' }]],
    })
  })
})

describe('a letter that is written in another way', () => {
  it('asks before anything is lost, and gives it back', async () => {
    serve(() => ({ body: { data: [], has_more: false } }))
    function Holding() {
      const [variant, set] = useState<Parameters<typeof rewritten>[0]>({ design: { blocks } })
      return (
        <>
          <VariantEditor variant={variant} set={set} fault={null} />
          <output>{JSON.stringify(variant)}</output>
        </>
      )
    }
    await show(<Holding />)
    const held = () =>
      JSON.parse(document.querySelector('output')!.textContent) as Parameters<typeof rewritten>[0]
    fireEvent.click(screen.getByRole('radio', { name: 'HTML' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Switch to HTML?' }))
    await waitFor(() => assert.equal(held().html, ''))
    assert.equal(held().design, undefined)
    fireEvent.click(screen.getByRole('radio', { name: 'Blocks' }))
    await waitFor(() => assert.deepEqual(held().design, { blocks }))
  })

  it('carries a piece of html over into a block', () => {
    const fresh = { blocks: [] }
    assert.deepEqual(rewritten({ subject: 'S', html: '<p>A</p>' }, 'design', fresh), {
      subject: 'S',
      design: { blocks: [{ type: 'html', html: '<p>A</p>' }] },
    })
    assert.equal(losesSource({ html: '<p>A</p>' }, 'design'), false)
    assert.equal(losesSource({ html: '<html><body>A</body></html>' }, 'design'), true)
    assert.equal(losesSource({ design: { blocks: [] } }, 'html'), false)
    assert.equal(losesSource({ design: { blocks } }, 'mjml'), true)
  })
})

describe('a value in a text', () => {
  it('is written with what to say to those who have none', () => {
    assert.equal(
      written('contact.first_name', 'friend'),
      '{{ contact.first_name | default: "friend" }}',
    )
    assert.equal(written('contact.email', ' '), '{{ contact.email }}')
    assert.equal(written('x', 'a "b"'), `{{ x | default: 'a "b"' }}`)
  })
})

describe('a language', () => {
  it('is written as a tag', () => {
    assert.equal(tagOf(' pt-br '), 'pt-BR')
    assert.equal(tagOf('português'), null)
  })
})

describe('the frame of a preview', () => {
  it('keeps the type of the document in front, and neither links nor frames in use', () => {
    const page = framed('<!doctype html><iframe src=x></iframe>', false)
    assert.ok(page.startsWith('<!doctype html><base target="_blank">'))
    assert.ok(!/<iframe/i.test(page))
  })

  it('darkens a letter that does not do so itself', () => {
    assert.match(framed('<p>', true), /invert/)
    assert.doesNotMatch(
      framed('<style>@media (prefers-color-scheme:dark){}</style>', true),
      /invert/,
    )
  })
})

describe('the difference of two texts', () => {
  it('names what is more and what is less, in order', () => {
    assert.deepEqual(differenceOf('a\nb\nc', 'a\nx\nc\nd'), [
      { kind: 'same', text: 'a' },
      { kind: 'less', text: 'b' },
      { kind: 'more', text: 'x' },
      { kind: 'same', text: 'c' },
      { kind: 'more', text: 'd' },
    ])
  })

  it('is nothing between equals, and leaves out what is far', () => {
    assert.deepEqual(excerptOf(differenceOf('a\nb', 'a\nb')), [])
    const long = Array.from({ length: 20 }, (_, n) => String(n))
    const lines = excerptOf(differenceOf(long.join('\n'), long.with(10, 'x').join('\n')), 1)
    assert.deepEqual(
      lines.map(line => line?.text),
      ['9', '10', 'x', '11', undefined],
    )
  })
})

describe('the draft of a template', () => {
  const draft: Draft = {
    name: 'A',
    alias: '',
    home: 'pt',
    variants: { pt: { subject: 'a' }, en: { subject: 'b' } },
    variables: [],
    layout: '',
  }
  it('sends what has changed, and null for what is gone', () => {
    const { en: _en, ...rest } = draft.variants
    const after = { ...draft, name: ' ', alias: 'x', variants: { ...rest, es: { subject: 'c' } } }
    assert.deepEqual(changeOf(draft, after), {
      alias: 'x',
      variants: { es: { subject: 'c' }, en: null },
    })
    assert.deepEqual(changeOf({ ...draft, alias: 'x' }, draft), { alias: null })
  })
})

function Typing({ save }: { save: (value: string) => Promise<unknown> }) {
  const [value, set] = useState('')
  const { state, flush } = useAutosave(value, save)
  return (
    <>
      <input aria-label="Value" value={value} onChange={event => set(event.currentTarget.value)} />
      <button type="button" onClick={() => void flush()}>
        Now
      </button>
      <output>{state}</output>
    </>
  )
}

describe('a draft that keeps itself', () => {
  const type = (value: string) =>
    fireEvent.change(screen.getByLabelText('Value'), { target: { value } })

  it('saves one thing at a time, and the last one last', async () => {
    serve(() => ({ body: {} }))
    const given: string[] = []
    const waiting: (() => void)[] = []
    const save = (value: string) => {
      given.push(value)
      return new Promise<void>(resolve => waiting.push(resolve))
    }
    await show(<Typing save={save} />)
    type('a')
    fireEvent.click(screen.getByRole('button', { name: 'Now' }))
    type('ab')
    type('abc')
    fireEvent.click(screen.getByRole('button', { name: 'Now' }))
    assert.deepEqual(given, ['a'])
    await act(async () => waiting[0]!())
    await waitFor(() => assert.deepEqual(given, ['a', 'abc']))
    await act(async () => waiting[1]!())
    await screen.findByText('saved')
  })

  it('is saved where it is taken back to what is kept', async () => {
    serve(() => ({ body: {} }))
    await show(<Typing save={() => new Promise<void>(() => {})} />)
    type('a')
    await screen.findByText('waiting')
    type('')
    await screen.findByText('saved')
  })

  it('says that it was refused, and tries again with what comes next', async () => {
    serve(() => ({ body: {} }))
    const given: string[] = []
    const save = async (value: string) => {
      given.push(value)
      if (value === 'bad') throw new Error('no')
    }
    await show(<Typing save={save} />)
    type('bad')
    fireEvent.click(screen.getByRole('button', { name: 'Now' }))
    await screen.findByText('refused')
    type('good')
    fireEvent.click(screen.getByRole('button', { name: 'Now' }))
    await screen.findByText('saved')
    // What was refused may have been tried once more by itself, where typing on took its time.
    assert.deepEqual([...new Set(given)], ['bad', 'good'])
  })
})
