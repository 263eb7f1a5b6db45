/** The demo is a table of outcomes: it ends with 0 only if every one of them was as planned. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../../../sim/demo/run.ts', import.meta.url))

it('npm run demo -- --language pt ends by itself and as planned', async () => {
  const demo = started('--language', 'pt')
  assert.equal(await demo.code, 0, demo.output().slice(-3_000))
  assert.match(demo.output(), /✔ entregue +ana@gmail\.com/)
  assert.doesNotMatch(demo.output(), /undefined|\[object/)
})

it('npm run demo -- --language en --stay takes a newcomer in, and the report moves', async () => {
  const demo = started('--language', 'en', '--stay')
  const shown = await demo.until(/Ctrl-C ends it/)
  const found = (pattern: RegExp): string => pattern.exec(shown)?.[1] ?? assert.fail(shown)
  const mailbox = found(/is read at (http:\S+\d)/)
  const dashboard = found(/The dashboard is at (http:\S+\d)/)
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape are looked into
  const read = async (path: string): Promise<any> => {
    const headers = { authorization: `Bearer ${found(/Bearer (\w+)'/)}` }
    return (await fetch(`${dashboard}${path}`, { headers })).json()
  }
  assert.match(await textAt(dashboard), /<div id="root">/)

  // Signs up on the form's page, confirms by the letter, is welcomed.
  const form = found(/@gmail\.com: (http:\S+)/)
  assert.match(await textAt(form), /Loja da Esquina/, 'it says whose it is')
  const again = await posted(form, { email: 'newcomer@gmail.com', first_name: 'Nora' })
  // Whoever is quicker than a person is asked again.
  await until(async () => !(await posted(form, fieldsOf(again))).includes('name="token"'))
  const confirm = await linkIn(mailbox, 'newcomer@gmail.com', '/c/')
  const confirming = await textAt(confirm)
  assert.match(confirming, /Loja da Esquina/)
  await posted(confirm, fieldsOf(confirming))
  await linkIn(mailbox, 'newcomer@gmail.com', '/t/c/')

  // Somebody clicks in a letter of the campaign that is under way, and another leaves.
  const [campaign] = (await read('/v1/campaigns')).data
  assert.equal(campaign.status, 'sending')
  const click = await linkIn(mailbox, 'ana.', '/t/c/')
  const clicked = await fetch(click, { redirect: 'manual' })
  assert.equal(clicked.headers.get('location'), `${dashboard}/docs`)
  const leave = await linkIn(mailbox, 'bia.', '/u/')
  await posted(leave, fieldsOf(await textAt(leave)))
  await until(async () => {
    const stats = await read(`/v1/campaigns/${campaign.id}/stats`)
    const { people, machines_only: machines } = stats.clicked
    return people + machines > 0 && stats.unsubscribed.topic + stats.unsubscribed.all > 0
  })
  demo.stop()
  assert.equal(await demo.code, 0, demo.output().slice(-3_000))
})

function started(...options: string[]) {
  const child = spawn(process.execPath, [file, ...options])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', text => {
      output += text
    })
  }
  let hasEnded = false
  const code = new Promise(resolve => child.once('close', resolve)).then(ended => {
    hasEnded = true
    return ended
  })
  return {
    code,
    output: () => output,
    stop: () => child.kill('SIGINT'),
    /** What was said once it says this. */
    async until(pattern: RegExp): Promise<string> {
      await until(async () => hasEnded || pattern.test(output))
      return output
    },
  }
}

const pollMs = 200

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise(resolve => setTimeout(resolve, pollMs))
}

const textAt = async (url: string): Promise<string> => (await fetch(url)).text()

async function posted(url: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
  assert.equal(answer.status, 200, url)
  return answer.text()
}

/** What the form of a page sends by itself. */
const fieldsOf = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<(?:input|button)[^>]* name="([^"]+)"[^>]* value="([^"]*)"/g)].map(
      ([, name, value]) => [name!, value!],
    ),
  )

/** The first link of a kind in a letter to somebody, once there is one. */
async function linkIn(mailbox: string, to: string, kind: string): Promise<string> {
  let found: string | undefined
  await until(async () => {
    const list = await textAt(`${mailbox}/?to=${encodeURIComponent(to)}`)
    const letters = [...list.matchAll(/href="(\/\d+)"/g)].slice(0, 3)
    const pages = await Promise.all(letters.map(([, path]) => textAt(`${mailbox}${path}`)))
    const links = pages.join(' ').match(/http:\/\/127[^&"\s<]*/g) ?? []
    found = links.find(link => new URL(link).pathname.startsWith(kind))
    return found !== undefined
  })
  return found!
}
