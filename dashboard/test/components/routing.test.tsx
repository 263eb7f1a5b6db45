/** Which page an address shows: what is fetched, guarded, overtaken, shown meanwhile and kept. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createMemoryHistory } from '@tanstack/history'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ComponentType, type ReactNode, useEffect } from 'react'
import { addressOf, hrefOf, paramsOf } from '../../src/routing/address.ts'
import { createRouter, type Page, type PageFile } from '../../src/routing/router.ts'
import {
  Link,
  Outlet,
  RouterProvider,
  useBlocker,
  useParams,
  usePathname,
  useSearch,
} from '../../src/routing/routing.tsx'

const there = (part: ReactNode): PageFile => {
  const Part = () => <>{part}</>
  return { load: async () => Part }
}

function Frame() {
  return (
    <main>
      <p>at {usePathname()}</p>
      <Outlet />
    </main>
  )
}
const frame: PageFile = { load: async () => Frame }

function Said() {
  return <p>{JSON.stringify([useParams(), useSearch()])}</p>
}

/** A file that comes, or fails to, when the test says so. */
function pending() {
  let come: (part: ComponentType) => void = () => {}
  let fail: (cause: Error) => void = () => {}
  let asked = 0
  const load = () => {
    asked++
    return new Promise<ComponentType>((resolve, reject) => {
      come = resolve
      fail = reject
    })
  }
  const file: PageFile = { load }
  return {
    file,
    come: (text: string) => come(() => <h1>{text}</h1>),
    fail: () => fail(new Error('gone')),
    asked: () => asked,
  }
}

async function start(pages: Readonly<Record<string, Page>>, at = '/one') {
  cleanup()
  let left = 0
  const router = createRouter({
    pages: { ...pages, '/*': { file: there(<h1>Nothing here</h1>) } },
    waiting: () => <h1>Coming</h1>,
    stumbled: () => <h1>Stumbled</h1>,
    history: createMemoryHistory({ initialEntries: [at] }),
    onLeave: () => {
      left++
    },
  })
  await router.load()
  render(<RouterProvider router={router} />)
  return { router, left: () => left }
}

const shows = (text: string) => screen.findByRole('heading', { name: text })
const one: Page = { file: there(<h1>One</h1>) }
const two: Page = { file: there(<h1>Two</h1>) }

describe('an address', () => {
  const of = (href: string) => {
    const history = createMemoryHistory({ initialEntries: [href] })
    return addressOf(history.location)
  }

  it('says texts, whatever they look like', () => {
    assert.deepEqual(of('/a?code=007&n=1e5&is=true&q=S%C3%A3o+Jos%C3%A9').search, {
      code: '007',
      n: '1e5',
      is: 'true',
      q: 'São José',
    })
    assert.equal(of('/a?x=1#part').pathname, '/a')
  })

  it('is written as it is read', () => {
    const search = { q: 'a&b=c #1', none: undefined, empty: '' }
    const href = hrefOf('/emails', search)
    assert.deepEqual(of(href).search, { q: 'a&b=c #1', empty: '' })
    assert.equal(hrefOf('/emails', { none: undefined }), '/emails')
  })

  it('fits a pattern part by part', () => {
    assert.deepEqual(paramsOf('/emails/$id', '/emails/msg_1'), { id: 'msg_1' })
    assert.deepEqual(paramsOf('/emails/$id', '/Emails/a%2Fb/'), { id: 'a/b' })
    assert.deepEqual(paramsOf('/emails/$id', '/emails/%E0%A4%A'), { id: '%E0%A4%A' })
    assert.equal(paramsOf('/emails/$id', '/emails'), null)
    assert.equal(paramsOf('/emails/$id', '/emails/a/b'), null)
    assert.deepEqual(paramsOf('/p/$id/*', '/p/x/y/z'), { id: 'x' })
    assert.equal(paramsOf('/p/$id/*', '/p'), null)
    assert.deepEqual(paramsOf('/*', '/'), {})
  })
})

describe('the page of an address', () => {
  it('knows its place and what the address says', async () => {
    const { router } = await start({ '/p/$id': { file: { load: async () => Said } } }, '/p/x?q=1')
    screen.getByText('[{"id":"x"},{"q":"1"}]')
    await router.navigate({ to: '.', search: known => ({ ...known, tab: 'two' }) })
    await screen.findByText('[{"id":"x"},{"q":"1","tab":"two"}]')
    await router.navigate({ to: '/elsewhere' })
    await shows('Nothing here')
  })

  it('is left for another, not for other filters of it', async () => {
    const { router, left } = await start({ '/one': one, '/two': two })
    assert.equal(left(), 0)
    await router.navigate({ to: '.', search: { q: 'x' } })
    assert.equal(left(), 0)
    await router.navigate({ to: '/two' })
    assert.equal(left(), 1)
  })

  it('stays until the next one has come, in the frame that is around both', async () => {
    const next = pending()
    const { router } = await start({
      '/one': { ...one, frame },
      '/two': { file: next.file, frame },
    })
    const around = screen.getByRole('main')
    const going = router.navigate({ to: '/two' })
    await screen.findByText('at /two')
    await shows('One')
    next.come('Two')
    await going
    await shows('Two')
    assert.equal(screen.queryByRole('heading', { name: 'One' }), null)
    assert.equal(screen.getByRole('main'), around)
  })

  it('has gone when somebody who went on is told so', async () => {
    let mounted = 0
    function Leaving() {
      useEffect(() => {
        mounted++
        return () => {
          mounted--
        }
      }, [])
      return <h1>One</h1>
    }
    const { router } = await start({ '/one': { file: { load: async () => Leaving } }, '/two': two })
    assert.equal(mounted, 1)
    await router.navigate({ to: '/two' })
    assert.equal(mounted, 0)
    screen.getByRole('heading', { name: 'Two' })
  })

  it('says that the next one is coming where that takes long, and not only for a blink', async t => {
    const next = pending()
    const { router } = await start({ '/one': one, '/two': { file: next.file } })
    const tick = heldClock(t)
    void router.navigate({ to: '/two' })
    await tick(999)
    screen.getByRole('heading', { name: 'One' })
    await tick(1)
    await drawn('Coming')
    next.come('Two')
    await tick(499)
    screen.getByRole('heading', { name: 'Coming' })
    await tick(1)
    await drawn('Two')
  })

  it('is that of the last address, whichever file comes first', async () => {
    const slow = pending()
    const { router } = await start({ '/one': one, '/two': two, '/slow': { file: slow.file } })
    void router.navigate({ to: '/slow' })
    await waitFor(() => assert.equal(slow.asked(), 1))
    await router.navigate({ to: '/two' })
    slow.come('Slow')
    await shows('Two')
    await router.navigate({ to: '.', search: { q: 'x' } })
    await shows('Two')
    assert.equal(screen.queryByRole('heading', { name: 'Slow' }), null)
  })

  it('says that it stumbled where its file cannot be had, and is asked for again', async () => {
    const next = pending()
    const { router } = await start({ '/one': one, '/two': { file: next.file } })
    const going = router.navigate({ to: '/two' })
    await waitFor(() => assert.equal(next.asked(), 1))
    next.fail()
    await going
    await shows('Stumbled')
    await router.navigate({ to: '/one' })
    await shows('One')
    const again = router.navigate({ to: '/two' })
    await waitFor(() => assert.equal(next.asked(), 2))
    next.come('Two')
    await again
    await shows('Two')
  })

  it('says that it stumbled where it throws, and the next one is shown', async t => {
    t.mock.method(console, 'error', () => {})
    const Broken = () => {
      throw new Error('broken')
    }
    const broken: Page = { file: { load: async () => Broken }, frame }
    const { router } = await start({ '/one': { ...one, frame }, '/two': broken })
    await router.navigate({ to: '/two' })
    await shows('Stumbled')
    screen.getByText('at /two')
    await router.navigate({ to: '/one' })
    await shows('One')
  })

  it('is another one where its guard leads elsewhere, in its place in the history', async () => {
    const guarded: Page = {
      file: there(<h1>Inside</h1>),
      guard: async ({ href }) => hrefOf('/two', { next: href }),
    }
    const { router } = await start({ '/one': one, '/two': two, '/in': guarded })
    await router.navigate({ to: '/in?a=b' })
    await shows('Two')
    assert.deepEqual({ ...router.address().search }, { next: '/in?a=b' })
    router.history.back()
    await shows('One')
  })

  it('says that it stumbled where its guard cannot tell', async () => {
    const guard = async () => {
      throw new Error('no server')
    }
    await start({ '/one': { ...one, guard } })
    await shows('Stumbled')
  })
})

describe('a link', () => {
  it('leads to a page of ours, but not where it is opened elsewhere', async () => {
    const link = <Link to="/two?q=x">go</Link>
    const { router } = await start({ '/one': { file: there(link) }, '/two': two })
    const shown = screen.getByRole('link', { name: 'go' })
    assert.equal(shown.getAttribute('href'), '/two?q=x')
    for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey']) {
      assert.ok(fireEvent.click(shown, { [key]: true }), `${key} is the browser's`)
    }
    assert.equal(router.address().pathname, '/one')
    assert.equal(fireEvent.click(shown), false)
    await shows('Two')
    assert.equal(router.address().href, '/two?q=x')
  })

  it('never leads to another site', async () => {
    await start({ '/one': { file: there(<Link to="//evil.test/x">go</Link>) } })
    assert.equal(screen.getByRole('link').getAttribute('href'), '/evil.test/x')
  })

  it('has the files of its page fetched once somebody goes for it', async () => {
    const next = pending()
    await start({
      '/one': { file: there(<Link to="/two?q=x">go</Link>) },
      '/two': { file: next.file },
    })
    assert.equal(next.asked(), 0)
    fireEvent.focus(screen.getByRole('link'))
    assert.equal(next.asked(), 1)
    next.come('Two')
  })

  it('fetches nothing for a pointer that only passes', async t => {
    const next = pending()
    await start({ '/one': { file: there(<Link to="/two">go</Link>) }, '/two': { file: next.file } })
    const link = screen.getByRole('link')
    const tick = heldClock(t)
    fireEvent.mouseOver(link)
    await tick(49)
    fireEvent.mouseOut(link)
    await tick(50)
    assert.equal(next.asked(), 0)
    fireEvent.mouseOver(link)
    await tick(50)
    assert.equal(next.asked(), 1)
    next.come('Two')
  })
})

describe('whoever would lose something', () => {
  function Changed() {
    const blocked = useBlocker({
      shouldBlock: (from, to) => from.pathname !== to.pathname,
      isLostWithWindow: () => true,
    })
    return blocked === null ? (
      <h1>One</h1>
    ) : (
      <>
        <button type="button" onClick={() => blocked.answer(false)}>
          Stay
        </button>
        <button type="button" onClick={() => blocked.answer(true)}>
          Leave
        </button>
      </>
    )
  }

  it('is asked before the page is left, and only then', async () => {
    const { router } = await start({ '/one': { file: { load: async () => Changed } }, '/two': two })
    await router.navigate({ to: '.', search: { q: 'x' } })
    await shows('One')
    void router.navigate({ to: '/two' })
    fireEvent.click(await screen.findByRole('button', { name: 'Stay' }))
    await shows('One')
    assert.equal(router.address().pathname, '/one')
    void router.navigate({ to: '/two' })
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    await shows('Two')
    assert.equal(router.address().pathname, '/two')
  })
})

describe('where a page was scrolled to', () => {
  it('is kept for the way back; a new page begins at its top', async t => {
    let at = 0
    t.mock.getter(window, 'scrollY', () => at)
    const scrolled: (number | undefined)[] = []
    t.mock.method(window, 'scrollTo', (to: ScrollToOptions) => {
      scrolled.push(to.top)
      at = to.top ?? 0
    })
    const { router } = await start({ '/one': one, '/two': two })
    assert.deepEqual(scrolled, [0])
    at = 840
    fireEvent.scroll(window)
    await router.navigate({ to: '/two' })
    await shows('Two')
    await waitFor(() => assert.deepEqual(scrolled, [0, 0]))
    router.history.back()
    await shows('One')
    await waitFor(() => assert.deepEqual(scrolled, [0, 0, 840]))
  })
})

/** Time goes on as the test says, and what follows from it is done. */
function heldClock(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  return async (ms: number) => {
    for (let turn = 0; turn < someTurns; turn++) await turned()
    t.mock.timers.tick(ms)
    for (let turn = 0; turn < someTurns; turn++) await turned()
  }
}

/** React draws in turns; more than it takes. */
const someTurns = 20
const turned = () => new Promise(resolve => setImmediate(resolve))

/** As `shows`, while time is held. */
async function drawn(text: string) {
  while (screen.queryByRole('heading', { name: text }) === null) await turned()
}
