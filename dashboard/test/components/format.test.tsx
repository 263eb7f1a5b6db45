import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { localTime } from '../../../src/kernel/base/moments.ts'
import { textOfValue, valueOfText } from '../../src/features/properties/property-input.tsx'
import { browserOf } from '../../src/ui/agent.ts'
import { amountOf, numbersOf, spanOf, timesOf, typedTaxId } from '../../src/ui/format.ts'
import { sentenceOf } from '../../src/ui/words.tsx'
import { clockOf, momentOf, startOfDay } from '../../src/ui/zone.ts'

/** Languages part numbers from units by spaces of their own. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

describe('values of contacts', () => {
  it('are numbers as the language writes them, or what the server is to refuse', () => {
    const read = (text: string) => valueOfText('number', text)
    assert.deepEqual(['1,234', '1,234.5', '12,5', ' -3 ', '1e3', ''].map(read), [
      1234,
      1234.5,
      12.5,
      -3,
      1000,
      null,
    ])
    assert.deepEqual(['many', '12 apples', '1.2.3'].map(read), ['many', '12 apples', '1.2.3'])
    assert.deepEqual([1234.5, -2, 'a', null, ['a', 'b']].map(textOfValue), [
      '1234.5',
      '-2',
      'a',
      '',
      'a\nb',
    ])
  })
})

describe('a CNPJ', () => {
  it('is shown as people write it, and a VAT number of as many letters as it is', () => {
    assert.equal(typedTaxId('33000167000101'), '33.000.167/0001-01')
    assert.equal(typedTaxId('SE123456789001'), 'SE123456789001')
    assert.equal(typedTaxId('33.000.167/0001-01'), '33.000.167/0001-01')
    assert.equal(typedTaxId('US 123'), 'US 123')
  })
})

describe('sentences', () => {
  const added = {
    en: { one: '{n} address added', other: '{n} addresses added' },
    pt: { one: '{n} endereço adicionado', other: '{n} endereços adicionados' },
  }

  it('take the form that the number asks for: one is one, none are many', () => {
    assert.equal(sentenceOf(added, 'en', { n: 1 }), '1 address added')
    assert.equal(sentenceOf(added, 'en', { n: 0 }), '0 addresses added')
    assert.equal(sentenceOf(added, 'pt', { n: 0 }), '0 endereços adicionados')
    assert.equal(sentenceOf(added, 'pt', { n: 1500 }), '1.500 endereços adicionados')
    assert.equal(sentenceOf(added, 'pt', { n: 2_000_000 }), '2.000.000 endereços adicionados')
  })

  it('let no word of others turn what follows around', () => {
    const text = { en: 'Preview of {subject}, 3 KB', pt: 'Prévia de {subject}, 3 KB' }
    const subject = 'Fatura \u202efdp.exe'
    assert.equal(sentenceOf(text, 'en', { subject }), 'Preview of Fatura fdp.exe, 3 KB')
    assert.equal(sentenceOf(text, 'pt', { subject: 'שלום' }), 'Prévia de שלום, 3 KB')
  })

  it('leave marks without a value as they are', () => {
    assert.equal(sentenceOf({ en: 'To {who}', pt: 'Para {who}' }, 'en'), 'To {who}')
  })
})

describe('numbers', () => {
  it('are written as the language does', () => {
    const [en, pt] = [numbersOf('en'), numbersOf('pt')]
    assert.deepEqual([en.whole(12345), pt.whole(12345)], ['12,345', '12.345'])
    assert.deepEqual([en.share(0.0312), pt.share(0.0312)], ['3.12%', '3,12%'])
    assert.equal(en.share(null), '–')
    assert.equal(plain(pt.bytes(1_234_567)), '1,2 MB')
    assert.equal(plain(pt.money('1500.5', 'BRL')), 'R$ 1.500,50')
    assert.equal(plain(en.money('1500.5', 'USD')), 'US$ 1,500.50')
    assert.equal(plain(en.money('50', 'BRL')), 'R$ 50.00')
    assert.equal(plain(pt.money('0.9', 'USD')), 'US$ 0,90')
  })

  it('are read as people type them', () => {
    assert.equal(amountOf('1.500,50', 'pt'), '1500.50')
    assert.equal(amountOf('R$ 25', 'pt'), '25')
    assert.equal(amountOf('12.5', 'pt'), '12.5')
    assert.equal(amountOf('1.500', 'pt'), '1500')
    assert.equal(amountOf('1,500.50', 'en'), '1500.50')
    assert.equal(amountOf('12,50', 'en'), '12.50')
    assert.equal(amountOf('much', 'en'), null)
  })
})

describe('spans of time', () => {
  it('are said in the units that matter', () => {
    const spans = [0, 820, 4_200, 200_000, 7_500_000, 169_200_000, 180_000_000]
    assert.deepEqual(
      spans.map(ms => plain(spanOf(ms, 'pt'))),
      ['0 ms', '820 ms', '4,2 s', '3 min 20 s', '2 h 5 min', '47 h', '2 dias 2 h'],
    )
    assert.deepEqual(
      spans.map(ms => plain(spanOf(ms, 'en'))),
      ['0ms', '820ms', '4.2s', '3m 20s', '2h 5m', '47h', '2 days 2h'],
    )
  })
})

describe('days and clocks', () => {
  it('are those of the account’s zone, also where clocks are put back', () => {
    assert.equal(startOfDay('2026-11-21', 'America/Sao_Paulo'), '2026-11-21T03:00:00Z')
    assert.equal(startOfDay('2026-03-29', 'Europe/Lisbon', 1), '2026-03-29T23:00:00Z')
    assert.equal(startOfDay('tomorrow', 'UTC'), undefined)
    const at = '2026-11-21T12:30:00Z'
    assert.equal(clockOf(at, 'America/Sao_Paulo'), '2026-11-21T09:30')
    assert.equal(momentOf('2026-11-21T09:30', 'America/Sao_Paulo'), at)
    // What a field that was emptied holds is refused, as it was typed.
    assert.throws(() => momentOf('', 'UTC'), RangeError)
    for (const none of ['2026-02-31', '2026-2-3', '', '+012026-01-01']) {
      assert.equal(startOfDay(none, 'UTC'), undefined, none)
    }
  })

  it('are as Temporal knows them, through every change of the clocks', () => {
    const zones = ['America/Sao_Paulo', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Pacific/Apia']
    const steps = [-90, -60, -30, -15, 0, 15, 30, 60, 90]
    for (const zone of zones) {
      const first = Temporal.ZonedDateTime.from({ year: 2009, month: 1, day: 1, timeZone: zone })
      let change = first.getTimeZoneTransition('next')
      for (let n = 0; n < 20 && change !== null; n++) {
        for (const minutes of steps) {
          const shown = change.toPlainDateTime().add({ minutes })
          const clock = shown.toString({ smallestUnit: 'minute' })
          const moment = shown.toZonedDateTime(zone).toInstant()
          const now = moment.toZonedDateTimeISO(zone).toPlainDateTime()
          assert.equal(momentOf(clock, zone), moment.toString(), `${clock} in ${zone}`)
          const read = clockOf(moment.toString(), zone)
          assert.equal(read, now.toString({ smallestUnit: 'minute' }), `${moment} in ${zone}`)
        }
        const day = change.toPlainDate()
        const begins = day.add({ days: 1 }).toZonedDateTime(zone).toInstant().toString()
        assert.equal(startOfDay(day.toString(), zone, 1), begins)
        const began = day.toZonedDateTime(zone).toInstant().toString()
        assert.equal(startOfDay(day.toString(), zone), began)
        change = change.getTimeZoneTransition('next')
      }
    }
    assert.equal(momentOf('0021-11-21T09:30', 'UTC'), '0021-11-21T09:30:00Z')
  })

  it('are written as the language does', () => {
    const at = '2026-11-21T12:30:05Z'
    const zone = 'America/Sao_Paulo'
    assert.equal(plain(timesOf('pt', zone).full(at)), '21 de nov. de 2026, 09:30:05')
    assert.equal(plain(timesOf('en', zone).full(at)), '21 Nov 2026, 09:30:05')
    assert.equal(plain(timesOf('pt', zone).date('2026-11-21')), '21 de nov. de 2026')
    assert.equal(plain(timesOf('pt', zone).local('2026-11-21T09:30')), '21 de nov. de 2026, 09:30')
  })
})

describe('a day of another year', () => {
  it('is written with its year, one of this year without', () => {
    const thisYear = new Date().getUTCFullYear()
    const { day, short } = timesOf('en', 'UTC')
    assert.equal(day(`${thisYear}-06-21`), '21 Jun')
    assert.equal(plain(day(`${thisYear - 1}-06-21`)), `21 Jun ${thisYear - 1}`)
    assert.match(plain(short(`${thisYear}-03-02T12:30:00Z`)), /^(2 Mar, )?12:30$/)
    assert.equal(plain(short(`${thisYear - 2}-03-02T12:30:00Z`)), `2 Mar ${thisYear - 2}, 12:30`)
  })
})

describe('a browser', () => {
  it('is named with its system, Edge and Opera and Android by their own names', () => {
    const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
    const agents = [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
      `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/139.0.0.0 Safari/537.36 OPR/125.0.0.0`,
      `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`,
      'curl/8.5.0',
    ]
    assert.deepEqual(agents.map(browserOf), [
      'Edge, Windows',
      'Opera, Linux',
      'Chrome, Android',
      'curl/8.5.0',
    ])
    assert.equal(browserOf(null), null)
  })
})

describe('a moment', () => {
  it('has one form on pages and in the sentences of the server', () => {
    const moments = [
      '2026-03-11T14:32:10Z',
      '2026-07-01T03:00:00Z',
      '2027-01-01T02:59:59Z',
      // Its month has four letters in English.
      '2026-09-30T23:59:00Z',
    ]
    for (const language of ['en', 'pt'] as const) {
      for (const zone of ['America/Sao_Paulo', 'Pacific/Auckland', 'UTC']) {
        const { full } = timesOf(language, zone)
        for (const at of moments) {
          const [told] = localTime(Date.parse(at), zone)[language].split(/ (?:UTC|\()/)
          // Pages tell seconds as well.
          assert.equal(full(at).replace(/:\d\d$/, ''), told, `${language} ${zone} ${at}`)
        }
      }
    }
  })
})
