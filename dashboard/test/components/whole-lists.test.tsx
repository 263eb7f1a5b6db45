import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { screen } from '@testing-library/react'
import { useLook } from '../../src/api/hooks.ts'
import { useAll } from '../../src/api/lists.ts'
import { serve, show } from './stage.tsx'

function Names() {
  const { data } = useAll('project.contactProperties.list')
  return <p>{data === undefined ? 'reading' : `all: ${data.map(one => one.key).join(' ')}`}</p>
}

function Count({ filter }: { filter: object | null }) {
  const { data } = useLook('project.segments.preview', filter ? { body: { filter } } : undefined)
  return <p>{data === undefined ? 'unknown' : `fits ${data.count}`}</p>
}

describe('a list that is read whole', () => {
  it('is asked for page by page, after the last key, until there is no more', async () => {
    const pages = [
      { data: [{ key: 'a' }, { key: 'b' }], has_more: true },
      { data: [{ key: 'c' }], has_more: false },
    ]
    let n = 0
    const asked = serve(() => ({ body: pages[n++] }))
    await show(<Names />)
    await screen.findByText('all: a b c')
    assert.deepEqual(
      asked.map(one => new URL(one.url, 'http://x').searchParams.get('starting_after')),
      [null, 'b'],
    )
  })
})

describe('a question that is a POST', () => {
  it('is asked like any other, with its body', async () => {
    const asked = serve(() => ({ body: { count: 7 } }))
    await show(<Count filter={{ all: [] }} />)
    await screen.findByText('fits 7')
    assert.deepEqual(asked, [
      {
        method: 'POST',
        url: '/api/projects/prj_1/test/segments/preview',
        body: { filter: { all: [] } },
      },
    ])
  })

  it('is not asked without anything to ask', async () => {
    const asked = serve(() => ({ body: {} }))
    await show(<Count filter={null} />)
    await screen.findByText('unknown')
    assert.deepEqual(asked, [])
  })
})
