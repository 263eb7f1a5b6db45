/** Forms in pages of others whose script works for a token instead of showing a second page. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { hiddenIn, type Stage, setStage } from '../support/forms.ts'

const site = { origin: 'https://shop.example' }
const person = { email: 'ana@good.test', first_name: 'Ana' }

const pathOf = (form: string) => `/f/${form}?mode=test&as=json`

async function begin({ form, visit }: Stage): Promise<{ token: string; bits: number }> {
  const { status, text, headers } = await visit('GET', pathOf(form), undefined, site)
  assert.deepEqual([status, headers.get('access-control-allow-origin')], [200, site.origin])
  return JSON.parse(text)
}

/** The first number that has so many bits 0 before it, or the first that has not. */
function numberFor(token: string, bits: number, isProof = true): string {
  for (let n = 0; ; n++) {
    const digest = createHash('sha256').update(`${token} ${n}`).digest()
    if ((digest.readUInt32BE(0) >>> (32 - bits) === 0) === isProof) return String(n)
  }
}

/** As a copy of the form says which words it shows. */
async function shownIn({ service, form }: Stage): Promise<Record<string, string>> {
  return hiddenIn((await service.call('GET', `/v1/forms/${form}`)).body.embeds.en)
}

async function send(stage: Stage, fields: Record<string, string>) {
  const { status, text, headers } = await stage.visit('POST', pathOf(stage.form), fields, site)
  assert.deepEqual([status, headers.get('access-control-allow-origin')], [200, site.origin])
  return JSON.parse(text)
}

describe('the script of forms', () => {
  it('is small, kept by browsers, and for every site', async t => {
    const { visit } = await setStage(t)
    const { status, text, headers } = await visit('GET', '/f/form.js')
    assert.equal(status, 200)
    assert.ok(Buffer.byteLength(text) <= 3_000, `${Buffer.byteLength(text)} bytes`)
    assert.match(headers.get('content-type')!, /^text\/javascript/)
    assert.match(headers.get('cache-control')!, /public/)
    assert.equal(headers.get('vary'), null, 'it is alike in all languages')
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
  })

  it('has somebody taken in who has worked for the token and waited, and who corrects it', async t => {
    const stage = await setStage(t)
    const { token, bits } = await begin(stage)
    const shown = await shownIn(stage)
    const fields = { ...person, ...shown, token, proof: numberFor(token, bits) }
    assert.deepEqual(await send(stage, fields), {}, 'too young')
    await stage.service.turn(4_000)
    const wrong = await send(stage, { ...fields, email: 'nobody' })
    assert.deepEqual([wrong.done, wrong.text.includes('address')], [false, true])
    const answer = await send(stage, fields)
    assert.equal(answer.done, true)
    assert.ok(answer.text.length > 20)
    const contact = await stage.contact('ana@good.test')
    assert.equal(contact.body.first_name, null, 'until the address is confirmed')
    assert.deepEqual(await send(stage, { ...fields, email: 'bo@good.test' }), answer)
    assert.equal((await stage.contact('bo@good.test')).status, 200, 'a corrected address')
    assert.deepEqual(await send(stage, { ...fields, email: 'cy@good.test' }), answer)
    assert.deepEqual(await send(stage, { ...fields, email: 'di@good.test' }), {})
    assert.equal((await stage.contact('di@good.test')).status, 404, 'good three times')
  })

  it('has nobody taken in without the work', async t => {
    const stage = await setStage(t)
    const { token, bits } = await begin(stage)
    await stage.service.turn(4_000)
    assert.deepEqual(await send(stage, { ...person, token }), {})
    const proof = numberFor(token, bits, false)
    assert.deepEqual(await send(stage, { ...person, token, proof }), {})
    const page = await stage.visit('POST', `/f/${stage.form}?mode=test`, { ...person, token })
    assert.match(page.text, /<button/, 'the page with a button')
    assert.equal((await stage.contact('ana@good.test')).status, 404)
  })

  it('is told how the form thanks', async t => {
    const stage = await setStage(t, { thanks: { en: 'See you.\nThe shop' }, double_opt_in: false })
    const { token, bits } = await begin(stage)
    await stage.service.turn(4_000)
    const fields = { ...person, ...(await shownIn(stage)), token, proof: numberFor(token, bits) }
    assert.deepEqual(await send(stage, fields), { text: 'See you. The shop', done: true })
  })

  it('leads to where the form leads', async t => {
    const stage = await setStage(t, { redirect_url: 'https://shop.example/thanks' })
    const { token, bits } = await begin(stage)
    await stage.service.turn(4_000)
    const shown = await shownIn(stage)
    const fields = { ...person, ...shown, token, proof: numberFor(token, bits) }
    assert.deepEqual(await send(stage, fields), { location: 'https://shop.example/thanks' })
  })

  it('is told nothing in pages of sites that may not show the form', async t => {
    const { form, visit } = await setStage(t, { allowed_origins: ['https://own.example'] })
    for (const method of ['GET', 'POST']) {
      const fields = method === 'POST' ? person : undefined
      const { status, headers } = await visit(method, pathOf(form), fields, site)
      assert.deepEqual([status, headers.get('access-control-allow-origin')], [403, null])
    }
  })
})
