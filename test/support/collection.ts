/**
 * Runs a collection of calls as Postman and Bruno do: folders and calls from top to bottom, `{{…}}`
 * from the variables, the scripts of each call with the part of `pm` that ours use. Whatever is
 * not of that part fails.
 */
import assert from 'node:assert/strict'
import vm from 'node:vm'

interface Event {
  readonly listen: 'prerequest' | 'test'
  readonly script: { readonly exec: readonly string[] }
}

export interface Item {
  readonly name: string
  readonly event: readonly Event[]
  readonly request: {
    readonly method: string
    readonly header: readonly { readonly key: string; readonly value: string }[]
    readonly url: { readonly raw: string }
    readonly body?: { readonly mode: string; readonly raw: string }
  }
}

export interface Collection {
  readonly info: { readonly schema: string }
  readonly auth: { readonly bearer: readonly { readonly value: string }[] }
  readonly variable: readonly { readonly key: string; readonly value: string }[]
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[]
}

export interface Ran {
  readonly method: string
  readonly path: string
  readonly status: number
  /** What did not hold, with the answer. */
  readonly faults: readonly string[]
  readonly checks: number
}

/** `set` is what whoever imports it would set, over the values that it comes with. */
export async function runCollection(
  { item: folders, auth, variable }: Collection,
  set: Readonly<Record<string, string>>,
): Promise<Ran[]> {
  const variables = new Map([
    ...variable.map(({ key, value }) => [key, value] as const),
    ...Object.entries(set),
  ])
  const token = auth.bearer[0]!.value
  const ran: Ran[] = []
  for (const item of folders.flatMap(folder => folder.item)) {
    ran.push(await runItem(item, variables, token))
  }
  return ran
}

async function runItem(item: Item, variables: Map<string, string>, token: string): Promise<Ran> {
  const { method, header, url, body } = item.request
  runScripts(item, 'prerequest', { collectionVariables: variables })
  const filled = (text: string): string =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => {
      const value = variables.get(name)
      assert.ok(value !== undefined, `${method} ${url.raw}: nothing has set ${name}`)
      return value
    })
  assert.ok(body === undefined || body.mode === 'raw', `${url.raw}: a body of another mode`)
  const address = new URL(filled(url.raw))
  const answer = await fetch(address, {
    method,
    headers: [
      ['Authorization', `Bearer ${filled(token)}`],
      ...header.map(({ key, value }): [string, string] => [key, filled(value)]),
    ],
    ...(body === undefined ? {} : { body: filled(body.raw) }),
  })
  const { status } = answer
  const text = await answer.text()
  const faults: string[] = []
  let checks = 0
  const pm = {
    collectionVariables: variables,
    response: {
      to: { have: { status: (wanted: number) => assert.equal(status, wanted) } },
      json: () => JSON.parse(text),
    },
    test(name: string, check: () => void) {
      checks += 1
      try {
        check()
      } catch {
        faults.push(`${method} ${address.pathname} ${name}, not ${status}: ${text}`)
      }
    },
  }
  runScripts(item, 'test', pm)
  return { method, path: address.pathname, status, faults, checks }
}

function runScripts({ event }: Item, listen: Event['listen'], pm: object): void {
  for (const { script } of event.filter(one => one.listen === listen)) {
    vm.runInNewContext(script.exec.join('\n'), { pm })
  }
}
