/** The router: which page is shown, when, and what stands in the way of leaving it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMemoryHistory } from '@tanstack/history'
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ComponentType, ReactNode } from 'react'
import { leadsHere, paramsBy, splitAddress, writeSearch } from '../../src/router/address.ts'
import { useLeaving, useParams, usePathname, useSearch } from '../../src/router/hooks.ts'
import { Link } from '../../src/router/link.tsx'
import { Pages } from '../../src/router/pages.tsx'
import { createRouter, type Loadable, type Route } from '../../src/router/router.ts'
import { thisPage } from '../../src/ui/lazy-page.ts'

// A busy machine takes seconds for what a quiet one does at once; each test waits for what must come.
configure({ asyncUtilTimeout: 20_000 })

const Waiting = () => <p>waiting</p>
const Failed = () => <p>failed</p>
const ready = (word: string) => thisPage(() => <p>{word}</p>)

/** A page whose file comes when the test says so. */
function awaited(word: string) {
  let page: ComponentType | undefined
  const file = Promise.withResolvers<void>()
  let asked = 0
  const loadable: Loadable = {
    loaded: () => page,
    load: () => {
      asked++
      return file.promise
    },
  }
  return {
    loadable,
    asked: () => asked,
    fail: () => file.reject(new Error('gone')),
    come: () => {
      page = () => <p>{word}</p>
      file.resolve()
    },
  }
}

const lost: Route = { pattern: '/lost', page: ready('lost') }

async function start(routes: readonly Route[], at: string, more: { leaving?: () => void } = {}) {
  cleanup()
  const history = createMemoryHistory({ initialEntries: [at] })
  const router = createRouter({ routes, lost: () => lost, history, ...more })
  render(<Pages router={router} Waiting={Waiting} Failed={Failed} />)
  return router
}

const isSeen = (word: string) => screen.queryByText(word) !== null

describe('addresses', () => {
  it('name what their pattern asks for, whatever people typed', () => {
    assert.deepEqual(paramsBy('/emails/$id', '/emails/a%20b/'), { id: 'a b' })
    assert.deepEqual(paramsBy('/emails/$id', '/emails/100%'), { id: '100%' })
    assert.equal(paramsBy('/emails/$id', '/emails'), null)
    assert.equal(paramsBy('/emails/$id', '/emails/a/b'), null)
    assert.equal(paramsBy('/emails/$id', '/keys/a'), null)
    assert.deepEqual(paramsBy('/', '/'), {})
  })

  it('leave out of the search what is not there, and write the rest so that it can be read', () => {
    assert.equal(writeSearch({ tab: undefined, q: 'a&b=c ü' }), '?q=a%26b%3Dc+%C3%BC')
    assert.equal(writeSearch({ tab: undefined }), '')
    const parts = splitAddress('/emails?q=a?b#there')
    assert.deepEqual(parts, { path: '/emails', search: '?q=a?b', hash: '#there' })
  })

  it('are those of a link with its search, and those below where that is meant', () => {
    assert.ok(leadsHere('/emails?q=a', '/emails', true))
    assert.ok(leadsHere('/emails', '/emails/1', false))
    assert.ok(!leadsHere('/emails', '/emails/1', true))
    assert.ok(!leadsHere('/emails', '/emails-of-others', false))
  })
})

describe('the router', () => {
  it('keeps the page before until the file of the next is there', async () => {
    const slow = awaited('second')
    const routes = [
      { pattern: '/one', page: ready('first') },
      { pattern: '/two', page: slow.loadable },
    ]
    const left: string[] = []
    const router = await start(routes, '/one', { leaving: () => left.push('left') })
    await screen.findByText('first')
    const there = router.navigate({ to: '/two' })
    await waitFor(() => assert.equal(slow.asked(), 1))
    assert.ok(isSeen('first'))
    assert.equal(router.shown()?.address.pathname, '/one')
    slow.come()
    await there
    assert.ok(isSeen('second') && !isSeen('first'))
    assert.deepEqual(left, ['left'])
  })

  it('says that the next is on its way where that takes long', async () => {
    const routes = [
      { pattern: '/one', page: ready('first') },
      { pattern: '/two', page: awaited('second').loadable },
    ]
    const router = await start(routes, '/one')
    await screen.findByText('first')
    void router.navigate({ to: '/two' })
    await screen.findByText('waiting')
    assert.ok(!isSeen('first'))
  })

  it('shows the page that was asked for last, whichever file comes last', async () => {
    const [slow, quick] = [awaited('slow'), awaited('quick')]
    const routes = [
      { pattern: '/', page: ready('start') },
      { pattern: '/slow', page: slow.loadable },
      { pattern: '/quick', page: quick.loadable },
    ]
    const router = await start(routes, '/')
    await screen.findByText('start')
    void router.navigate({ to: '/slow' })
    void router.navigate({ to: '/quick' })
    quick.come()
    await screen.findByText('quick')
    await act(async () => slow.come())
    assert.ok(isSeen('quick') && !isSeen('slow'))
  })

  it('stays where one goes back before the next page is there', async () => {
    const slow = awaited('slow')
    const routes = [
      { pattern: '/', page: ready('start') },
      { pattern: '/slow', page: slow.loadable },
    ]
    const router = await start(routes, '/')
    await screen.findByText('start')
    void router.navigate({ to: '/slow' })
    router.history.back()
    await act(async () => slow.come())
    assert.ok(isSeen('start') && !isSeen('slow'))
  })

  it('says so where a file cannot be had, and asks for it again', async () => {
    const gone = awaited('gone')
    const routes = [
      { pattern: '/', page: ready('start') },
      { pattern: '/gone', page: gone.loadable },
    ]
    const router = await start(routes, '/gone')
    gone.fail()
    await screen.findByText('failed')
    await router.navigate({ to: '/' })
    assert.ok(isSeen('start'))
    await router.navigate({ to: '/gone' })
    assert.equal(gone.asked(), 2)
    assert.ok(isSeen('failed'))
  })

  it('leads whoever may not be there elsewhere, and draws nothing of it', async () => {
    const drawn: string[] = []
    const Secret = () => {
      drawn.push('secret')
      return null
    }
    const routes: Route[] = [
      { pattern: '/login', page: thisPage(() => <p>login {useSearch().next}</p>) },
      {
        pattern: '/secret',
        page: thisPage(Secret),
        instead: async ({ page }) => `/login${writeSearch({ next: page })}`,
      },
    ]
    const router = await start(routes, '/secret?tab=keys')
    await screen.findByText('login /secret?tab=keys')
    assert.deepEqual(drawn, [])
    assert.equal(router.history.length, 1)
  })

  it('draws nothing of a page where nobody knows who asks, not even its frame', async () => {
    const Frame = ({ children }: { children: ReactNode }) => <div>frame {children}</div>
    const frame = { loaded: () => Frame, load: async () => {} }
    const instead = () => Promise.reject(new Error('no answer'))
    await start([{ pattern: '/', page: ready('page'), frame, instead }], '/')
    await screen.findByText('failed')
    assert.ok(!isSeen('page') && screen.queryByText(/frame/) === null)
  })

  it('shows that an address leads nowhere', async () => {
    await start([{ pattern: '/one', page: ready('first') }], '/other')
    await screen.findByText('lost')
  })

  it('replaces a page with a fault by a word, until one goes elsewhere', async t => {
    t.mock.method(console, 'error', () => {})
    const Broken = () => {
      throw new Error('a fault')
    }
    const routes = [
      { pattern: '/', page: ready('start') },
      { pattern: '/broken', page: thisPage(Broken) },
    ]
    const router = await start(routes, '/broken')
    await screen.findByText('failed')
    await router.navigate({ to: '/' })
    assert.ok(isSeen('start'))
  })

  it('changes what is searched for, and keeps the page as it is', async () => {
    let mounted = 0
    const Page = () => {
      mounted += 1
      const { q = 'nothing' } = useSearch()
      return <p>{`${usePathname()} ${useParams().id} ${q}`}</p>
    }
    const router = await start([{ pattern: '/list/$id', page: thisPage(Page) }], '/list/7?q=ana')
    await screen.findByText('/list/7 7 ana')
    const params = router.shown()?.params
    await router.navigate({ search: known => ({ ...known, q: undefined }) })
    assert.ok(isSeen('/list/7 7 nothing'))
    assert.equal(router.shown()?.params, params)
    assert.ok(mounted < 6)
    assert.equal(router.history.location.href, '/list/7')
    router.history.back()
    await screen.findByText('/list/7 7 ana')
  })
})

describe('how far down a page was left', () => {
  const tall = (pattern: string): Route => ({ pattern, page: ready(pattern) })
  const down = (to: number) => {
    Object.defineProperty(window, 'scrollY', { value: to, configurable: true, writable: true })
    window.dispatchEvent(new Event('scroll'))
  }

  it('is where Back leads; another page begins at its top, and a filter moves nothing', async t => {
    const asked: number[] = []
    t.mock.method(window, 'scrollTo', (_x: number, y: number) => {
      asked.push(y)
      down(y)
    })
    const router = await start([tall('/one'), tall('/two')], '/one')
    await screen.findByText('/one')
    down(700)
    await router.navigate({ to: '/two' })
    assert.deepEqual(asked.splice(0), [0, 0])
    down(50)
    await router.navigate({ search: { q: 'a' }, replace: true })
    assert.deepEqual(asked.splice(0), [])
    router.history.back()
    await screen.findByText('/one')
    assert.deepEqual(asked.splice(0), [700])
  })
})

describe('a link', () => {
  it('is followed without a new document, unless another window is meant', async () => {
    const slow = awaited('there')
    const Here = () => <Link to="/there?q=1">go</Link>
    const routes = [
      { pattern: '/', page: thisPage(Here) },
      { pattern: '/there', page: slow.loadable },
    ]
    const router = await start(routes, '/')
    const link = await screen.findByText('go')
    assert.equal(link.getAttribute('href'), '/there?q=1')
    fireEvent.focus(link)
    assert.equal(slow.asked(), 1)
    for (const how of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }]) {
      fireEvent.click(link, how)
    }
    assert.equal(router.history.location.pathname, '/')
    const isOpen = fireEvent.click(link)
    assert.ok(!isOpen)
    slow.come()
    await screen.findByText('there')
    assert.equal(router.history.location.href, '/there?q=1')
  })
})

describe('leaving', () => {
  const Kept = () => {
    const asked = useLeaving({ isLoss: (from, to) => from !== to, isLossWithWindow: () => true })
    return (
      <p>
        kept
        {asked && (
          <button type="button" onClick={asked.stay}>
            stay
          </button>
        )}
        {asked && (
          <button type="button" onClick={asked.leave}>
            leave
          </button>
        )}
      </p>
    )
  }

  it('asks first where something would be lost, and does what is answered', async () => {
    const routes = [
      { pattern: '/kept', page: thisPage(Kept) },
      { pattern: '/other', page: ready('other') },
    ]
    const router = await start(routes, '/kept')
    await screen.findByText('kept')
    void router.navigate({ search: { tab: 'two' } })
    await waitFor(() => assert.equal(router.shown()?.address.search.tab, 'two'))
    void router.navigate({ to: '/other' })
    fireEvent.click(await screen.findByText('stay'))
    await waitFor(() => assert.ok(!isSeen('stay')))
    assert.equal(router.history.location.pathname, '/kept')
    void router.navigate({ to: '/other' })
    fireEvent.click(await screen.findByText('leave'))
    await screen.findByText('other')
  })
})
