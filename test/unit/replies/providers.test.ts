/** Which group an MX host belongs to, and an operator's own map. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { builtInProviders, loadProviders, providerOf } from '#sending/delivery/providers.ts'
import { providerGroups } from '#sending/events/provider.ts'
import { providerNames } from '#sending/explain/phrasing.ts'

const hosts: Record<string, string> = {
  'gmail-smtp-in.l.google.com': 'provider_1',
  'ASPMX.L.GOOGLE.COM.': 'provider_1',
  'aspmx2.googlemail.com': 'provider_1',
  'smtp.google.com': 'provider_1',
  'hotmail-com.olc.protection.outlook.com': 'provider_2',
  'contoso-com.mail.protection.outlook.com': 'provider_2',
  'contoso-com.a-v1.mx.microsoft': 'provider_2',
  'mta5.am0.yahoodns.net': 'provider_3',
  'mx-aol.mail.gm0.yahoodns.net': 'provider_3',
  'mx01.mail.icloud.com': 'provider_4',
  'mx.uol.com.br': 'provider_5',
  'mx3.bol.com.br': 'provider_5',
  'mx.terra.com.br': 'provider_6',
  'mx.core.locaweb.com.br': 'provider_7',
  'mx.a.locaweb.com.br': 'provider_7',
  'mx.notgoogle.com': 'other',
  'google.com.evil.example': 'other',
  'com.br': 'other',
  '': 'other',
}

describe('providerOf', () => {
  for (const [host, provider] of Object.entries(hosts)) {
    it(`${host || '(no host)'} is ${provider}`, () =>
      assert.equal(providerOf(host, builtInProviders), provider))
  }

  it('names each group in explanations as the map does', () => {
    const { names } = loadProviders('')
    for (const group of providerGroups) {
      assert.ok(providerNames[group]?.en.includes(names[group]), group)
      assert.ok(providerNames[group]?.pt.includes(names[group]), group)
    }
  })
})

describe('loadProviders', () => {
  const folder = mkdtempSync(join(tmpdir(), 'providers-'))
  after(() => rmSync(folder, { recursive: true }))
  const file = (content: string): string => {
    const path = join(folder, 'providers.json')
    writeFileSync(path, content)
    return path
  }

  it("reads an operator's map in place of the built-in one", () => {
    const own = loadProviders(file('{"provider_3":{"name":"Cats","mx":["Cats.example"]}}'))
    assert.equal(providerOf('mx.cats.example', own), 'provider_3')
    assert.equal(providerOf('smtp.google.com', own), 'other')
    assert.equal(own.names.provider_3, 'Cats')
    assert.equal(own.names.provider_1, 'provider_1')
  })

  for (const [what, content] of Object.entries({
    'broken JSON': '{',
    'a list': '[]',
    'an unknown group': '{"provider_8":{"name":"x","mx":[]}}',
    'a group without a name': '{"provider_1":{"mx":[]}}',
    'a host that is none': '{"provider_1":{"name":"x","mx":["a b"]}}',
  })) {
    it(`refuses ${what}, naming the file`, () => {
      const path = file(content)
      assert.throws(
        () => loadProviders(path),
        error => (error as Error).message.includes(path),
      )
    })
  }

  it('refuses a file that is not there', () => {
    assert.throws(() => loadProviders(join(folder, 'none.json')), /MALOTE_PROVIDERS_FILE/)
  })
})
