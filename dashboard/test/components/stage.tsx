/** Where parts are tried: the real providers and router, on a page of a project, and a made-up server. */
import assert from 'node:assert/strict'
import { notifications } from '@mantine/notifications'
import { createMemoryHistory } from '@tanstack/history'
import { notifyManager } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import '../../src/api/later.ts'
import { useSession } from '../../src/api/hooks.ts'
import { createClient, Providers } from '../../src/app/providers.tsx'
import { createRouter } from '../../src/routing/router.ts'
import { RouterProvider } from '../../src/routing/routing.tsx'
import { windowPart } from '../../src/ui/dialog.tsx'
import { loadNotices } from '../../src/ui/notify.ts'
import { virtualPart } from '../../src/ui/table-body.tsx'

// A busy machine takes seconds for what a quiet one does at once; each test waits for what must come.
configure({ asyncUtilTimeout: 20_000 })

// Fetched later in a browser; here nothing can be, once the tests are loaded.
await Promise.all([loadNotices(), windowPart.bring(), virtualPart.bring()])

/** What the page listens to, which says nothing here. */
class SilentSource extends EventTarget {
  close(): void {}
}
globalThis.EventSource ??= SilentSource as never

// Inputs that grow with their text wait for fonts, of which this document knows nothing.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

export interface Asked {
  readonly method: string
  readonly url: string
  readonly body: unknown
}

interface Answered {
  readonly status?: number
  readonly body: unknown
}

/** Who is here where a test does not say. */
const somebody = { user: { role: 'owner' }, account: { time_zone: 'UTC' }, projects: [] }
const hasAccount = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'account' in body

/** Answers every call by `answer`, and keeps what was asked. */
export function serve(answer: (asked: Asked) => Answered): Asked[] {
  const asked: Asked[] = []
  globalThis.fetch = async (url, init) => {
    const one = {
      method: init?.method ?? 'GET',
      url: String(url),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    asked.push(one)
    const { status = 200, body } = answer(one)
    const isUnsaid = one.url === '/api/session' && status === 200 && !hasAccount(body)
    return Response.json(isUnsaid ? somebody : body, { status })
  }
  return asked
}

export const refusal = (message: string, param: string | null): Answered => ({
  status: 422,
  body: { error: { code: 'invalid_value', message, param } },
})

/** As within the frame, which waits for the session. */
export function Framed({ children }: { children: ReactNode }) {
  return useSession().data ? children : null
}

/** What was asked and is answered, by the queries of the part that is shown. */
let answers: string[] = []

/** Waits until a call was answered, with data or a refusal, and that is drawn. */
export const answered = (...parts: readonly string[]) =>
  waitFor(() => {
    const isOne = (key: string) => parts.every(part => key.includes(JSON.stringify(part)))
    assert.ok(answers.some(isOne), `${parts.join(' ')} is not among ${answers.join('\n')}`)
  })

/** A client that keeps what is answered, told together with whoever draws it. */
function listeningClient() {
  const client = createClient()
  const heard: string[] = []
  answers = heard
  client.getQueryCache().subscribe(
    notifyManager.batchCalls(event => {
      const isAnswer = event.type === 'updated' && ['success', 'error'].includes(event.action.type)
      if (isAnswer) heard.push(JSON.stringify(event.query.queryKey))
    }),
  )
  return client
}

/** Shows a part on the page /p/prj_1/test/things. Answers the router, which knows the address. */
export async function show(part: ReactNode, search = '') {
  cleanup()
  // Only so many are shown at a time; those of an earlier test would hold up the next.
  notifications.clean()
  const Part = () => <>{part}</>
  const history = createMemoryHistory({ initialEntries: [`/p/prj_1/test/things${search}`] })
  const router = createRouter({
    pages: {
      '/p/$project/$mode/things': { file: { load: async () => Part } },
      '/*': { file: { load: async () => Nothing } },
    },
    waiting: Nothing,
    stumbled: Nothing,
    history,
  })
  await router.load()
  render(
    <Providers client={listeningClient()}>
      <RouterProvider router={router} />
      <p>shown</p>
    </Providers>,
  )
  await screen.findByText('shown')
  return {
    navigate: router.navigate,
    history,
    state: {
      get location() {
        return router.address()
      },
    },
  }
}

const Nothing = () => null
