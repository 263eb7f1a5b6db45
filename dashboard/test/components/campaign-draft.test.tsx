import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Audience, Campaign } from '../../src/api/shapes.ts'
import {
  type CampaignDraft,
  cardOf,
  changeOf,
  draftOf,
} from '../../src/features/campaigns/draft.ts'
import { withHeat } from '../../src/features/campaigns/heat.ts'
import { paceOf } from '../../src/features/campaigns/pace-button.tsx'
import { fromOf, senderOf } from '../../src/features/campaigns/sender.ts'
import { tagsFrom, tagsIn, tagsOf } from '../../src/features/campaigns/tags.ts'
import {
  newTrial,
  newVariant,
  type Trial,
  withVariant,
} from '../../src/features/campaigns/trial.ts'
import { addressesOf } from '../../src/features/campaigns/try-button.tsx'
import { everybody, whoOf, withWho } from '../../src/features/campaigns/who.ts'

const zone = 'America/Sao_Paulo'
const where = { zone, language: 'pt', fresh: { subject: '', html: '' } }

/** As it is answered, whole. */
const audienceOf = (said: Partial<Audience>): Audience => ({
  topics: [],
  segments: [],
  match: 'any',
  everybody: false,
  exclude: { segments: [], campaigns: [], received_within: null },
  recheck: false,
  ...said,
})

const campaign = (more: object): Campaign =>
  ({
    name: 'A',
    from: null,
    reply_to: [],
    topic_id: null,
    content: null,
    audience: null,
    schedule: null,
    utm: {},
    ab: null,
    archive: { public: false, slug: null, url: null },
    tags: {},
    ...more,
  }) as unknown as Campaign

const changed = (before: object, change: (draft: CampaignDraft) => object) => {
  const known = campaign(before)
  const draft = draftOf(known, where)
  return changeOf(draft, { ...draft, ...change(draft) }, known, zone)
}

describe('the draft of a campaign', () => {
  it('changes nothing where nothing was changed', () => {
    const all = {
      content: { subject: 'S', html: '<p>' },
      audience: audienceOf({ topics: ['top_1'], match: 'all' }),
      schedule: { at: '2026-12-20T12:00:00Z', rate_per_hour: 5 },
    }
    assert.deepEqual(
      changed(all, () => ({})),
      {},
    )
  })

  it('is for those of another campaign who did something, and keeps what it does not show', () => {
    const audience = audienceOf({ everybody: true, not_opened: 'cmp_1', clicked: 'cmp_2' })
    const asked = (change: object) => changed({ audience }, () => change).audience as object
    const others = { ...audienceOf({ everybody: true }), clicked: 'cmp_2' }
    const { exclude: _none, ...rest } = others
    assert.deepEqual(asked({ deed: 'opened', deedOf: 'cmp_3' }), { ...rest, opened: 'cmp_3' })
    assert.deepEqual(asked({ deed: '' }), rest)
    assert.deepEqual(asked({ deed: 'opened', deedOf: '' }), rest)
    assert.deepEqual(changed({}, () => ({ deed: 'not_opened', deedOf: 'cmp_1' })).audience, {
      topics: [],
      segments: [],
      match: 'any',
      everybody: false,
      not_opened: 'cmp_1',
    })
  })

  it('has the UTM parameters of the project, its own, or none', () => {
    assert.deepEqual(
      changed({ utm: {} }, () => ({ utm: { source: 'natal' } })),
      { utm: { source: 'natal' } },
    )
    assert.deepEqual(
      changed({ utm: { source: 'natal' } }, () => ({ utm: null })),
      { utm: null },
    )
    assert.equal(cardOf({ code: 'invalid_field', param: 'utm.campaign' }), 'more')
  })

  it('has an audience only where somebody is named', () => {
    assert.deepEqual(
      changed({}, () => ({ receivedDays: '2' })),
      { audience: null },
    )
    const before = { audience: audienceOf({ topics: ['top_1'], recheck: true }) }
    const { audience } = changed(before, () => ({
      receivedDays: '2',
      exclude: ['seg_1'],
    }))
    assert.deepEqual(audience, {
      topics: ['top_1'],
      segments: [],
      match: 'any',
      everybody: false,
      recheck: true,
      exclude: { segments: ['seg_1'], received_within: 'P2D' },
    })
  })

  it('shows an instant as the time of the account, and keeps what it does not show', () => {
    const known = campaign({
      schedule: { at: '2026-12-20T12:00:00Z', send_until: '2026-12-24T00:00:00Z' },
    })
    const draft = draftOf(known, where)
    assert.equal(draft.timing.at, '2026-12-20T09:00')
    const timing = {
      ...draft.timing,
      isOfRecipient: true,
      from: '08:00',
      until: '20:00',
      days: ['5', '1'],
    }
    assert.deepEqual(changeOf(draft, { ...draft, timing }, known, zone).schedule, {
      at: '2026-12-20T09:00',
      time_zone: 'recipient',
      past_zones: 'next_day',
      window: { from: '08:00', until: '20:00', days: [1, 5] },
      send_until: '2026-12-24T00:00:00Z',
    })
  })

  it('is open to the other end of the day where hours have one end', () => {
    const sent = (hours: object) =>
      (changed({}, ({ timing }) => ({ timing: { ...timing, ...hours } })).schedule ?? {}) as {
        window?: object
      }
    assert.deepEqual(sent({ from: '09:00' }).window, { from: '09:00', until: '00:00' })
    assert.deepEqual(sent({ until: '18:00' }).window, { from: '00:00', until: '18:00' })
    assert.deepEqual(sent({}), {})
  })

  it('shows an hour of another zone on the clocks of the account', () => {
    const schedule = { at: '2026-12-20T12:00', time_zone: 'Europe/Berlin' }
    assert.equal(draftOf(campaign({ schedule }), where).timing.at, '2026-12-20T08:00')
    const theirs = { ...schedule, time_zone: 'recipient' }
    assert.equal(draftOf(campaign({ schedule: theirs }), where).timing.at, '2026-12-20T12:00')
  })

  it('keeps a span that it does not show when the audience is changed', () => {
    const exclude = { segments: [], campaigns: [], received_within: 'PT36H' }
    const before = { audience: audienceOf({ topics: ['top_1'], exclude }) }
    const { audience } = changed(before, () => ({ topics: ['top_2'] }))
    assert.deepEqual((audience as { exclude?: object }).exclude, { received_within: 'PT36H' })
  })

  it('writes a single letter in the language it is at home in', () => {
    const { content } = changed({ content: { subject: 'S', html: '<p>' } }, ({ letters }) => ({
      letters: { ...letters, variants: { ...letters.variants, en: { subject: 'E' } } },
    }))
    assert.deepEqual(content, {
      default_language: 'pt',
      variants: { pt: { subject: 'S', html: '<p>' }, en: { subject: 'E' } },
    })
    assert.deepEqual(
      changed({}, () => ({ template: 'tpl_1' })),
      { content: { template_id: 'tpl_1' } },
    )
  })

  it('tries other letters, and leaves tests of another kind alone', () => {
    const b = { ...newVariant('b'), subject: ' B ', from: 'Loja <b@loja.test>', template: 'tpl_1' }
    const trial: Trial = { ...newTrial, others: [b, newVariant('c')] }
    const ab = {
      variants: [
        { key: 'a' },
        {
          key: 'b',
          subject: 'B',
          from: 'Loja <b@loja.test>',
          content: { template_id: 'tpl_1' },
        },
      ],
      test_share: 0.2,
      wait: 'PT4H',
      metric: 'clicked',
    }
    assert.deepEqual(
      changed({}, () => ({ trial })),
      { ab },
    )
    assert.deepEqual(
      changed({}, () => ({ trial: newTrial })),
      { ab: null },
    )
    const known = { ...ab, metric: 'event:order.paid', min_probability: 0.9, if_unsure: 'first' }
    const kept = changed({ ab: known }, draft => ({ trial: { ...draft.trial, percent: 30 } }))
    assert.deepEqual(kept.ab, { ...known, test_share: 0.3 })
    const kindOf = (variants: object[], wait = 'PT4H') =>
      draftOf(campaign({ ab: { ...ab, variants, wait } }), where).trial
    const plain = { key: 'y', weight: 1 }
    assert.notEqual(kindOf([{ key: 'x', weight: 1 }, plain]), undefined)
    assert.equal(kindOf([{ key: 'x', weight: 1, from: 'a@b.c' }, plain]), undefined)
    assert.equal(kindOf([{ key: 'x', weight: 2 }, plain]), undefined)
    const written = { ...plain, content: { subject: 'S', html: '<p>' } }
    assert.equal(kindOf([{ key: 'x', weight: 1 }, written]), undefined)
    assert.equal(kindOf([{ key: 'x', weight: 1 }, plain], 'PT90M'), undefined)
  })

  it('has up to five letters to try, each with a key of its own', () => {
    let trial: Trial = { ...newTrial, first: 'b', others: [newVariant('a')] }
    for (let more = withVariant(trial); more; more = withVariant(trial)) trial = more
    assert.deepEqual(
      trial.others.map(one => one.key),
      ['a', 'c', 'd', 'e'],
    )
  })

  it('ends when it is said to, on the clocks of the account, to the second that was given', () => {
    const known = { schedule: { send_until: '2026-12-24T00:00:30Z' } }
    assert.equal(draftOf(campaign(known), where).timing.end, '2026-12-23T21:00')
    const sent = (change: object) =>
      changed(known, ({ timing }) => ({ timing: { ...timing, ...change } })).schedule
    assert.deepEqual(sent({ rate: '5' }), {
      rate_per_hour: 5,
      send_until: '2026-12-24T00:00:30Z',
    })
    assert.deepEqual(sent({ end: '2026-12-23T22:00' }), { send_until: '2026-12-24T01:00:00Z' })
    assert.equal(sent({ end: '' }), null)
  })

  it('is followed days later, with a subject of its own where the letter is its own', () => {
    const followUp = { days: '3', to: 'not_clicked', subject: ' De novo ' }
    const follow_up = { after: 'P3D', to: 'not_clicked' }
    assert.deepEqual(
      changed({}, () => ({ followUp })),
      { follow_up: { ...follow_up, subject: 'De novo' } },
    )
    const known = { content: { template_id: 'tpl_1' }, follow_up }
    assert.equal(draftOf(campaign(known), where).followUp.days, '3')
    assert.deepEqual(changed(known, () => ({ followUp })).follow_up, follow_up)
    assert.equal(changed(known, () => ({ followUp: { ...followUp, days: '' } })).follow_up, null)
    // What is not shown as days stays as long as nothing is said.
    const other = { follow_up: { after: 'PT36H', to: 'not_opened' } }
    assert.deepEqual(
      changed(other, () => ({ isPublic: true })),
      { archive: { public: true } },
    )
    assert.equal(cardOf({ param: 'follow_up.after' }), 'time')
  })

  it('is read by everybody where that is asked for, under a name of its own or a given one', () => {
    assert.deepEqual(
      changed({}, () => ({ isPublic: true })),
      { archive: { public: true } },
    )
    assert.deepEqual(
      changed({}, () => ({ isPublic: true, slug: 'natal' })),
      { archive: { public: true, slug: 'natal' } },
    )
  })
})

describe('for whom a campaign is', () => {
  const whoFor = (said: object) => whoOf(draftOf(campaign(said), where))
  const asked = (who: string, segments: string[] = [], match: 'all' | 'any' = 'any') =>
    withWho(draftOf(campaign({}), where), { who, segments, match })

  it('is one question, whose answer is what it was asked for', () => {
    for (const [who, segments, match] of [
      ['top_1', [], 'any'],
      ['top_1', ['seg_1'], 'all'],
      ['top_1', ['seg_1', 'seg_2'], 'all'],
      ['top_1', ['seg_1', 'seg_2'], 'any'],
      [everybody, [], 'any'],
      [everybody, ['seg_1'], 'all'],
      [everybody, ['seg_1', 'seg_2'], 'any'],
    ] as const) {
      assert.deepEqual(whoOf(asked(who, [...segments], match)), { who, segments, match })
    }
  })

  it('asks for the people of the topic, and for its consent', () => {
    const { topic, topics, everybody: all } = asked('top_1')
    assert.deepEqual([topic, topics, all], ['top_1', ['top_1'], false])
    const some = asked('top_1', ['seg_1', 'seg_2'])
    assert.deepEqual([some.topic, some.topics, some.match], ['top_1', [], 'any'])
    assert.equal(asked('top_1', ['seg_1']).match, 'all')
    assert.equal(asked(everybody).everybody, true)
    assert.equal(asked(everybody, ['seg_1']).everybody, false)
  })

  it('is nobody until somebody is chosen, and no one question where it takes more', () => {
    assert.equal(whoFor({ topic_id: 'top_1' })!.who, '')
    const ofTwo = audienceOf({ topics: ['top_1', 'top_2'] })
    assert.equal(whoFor({ topic_id: 'top_1', audience: ofTwo }), null)
    const ofOther = audienceOf({ topics: ['top_2'] })
    assert.equal(whoFor({ topic_id: 'top_1', audience: ofOther }), null)
    const either = audienceOf({ topics: ['top_1'], segments: ['seg_1'], match: 'any' })
    assert.equal(whoFor({ topic_id: 'top_1', audience: either }), null)
    const all = audienceOf({ everybody: true, segments: ['seg_1'] })
    assert.equal(whoFor({ audience: all }), null)
  })
})

describe('a sender', () => {
  it('is a name and an address, with quotes where the name needs them', () => {
    for (const [from, name, local, domain] of [
      ['Loja da Ana <pedidos@loja.test>', 'Loja da Ana', 'pedidos', 'loja.test'],
      ['pedidos@loja.test', '', 'pedidos', 'loja.test'],
      ['"Ana, da \\"Loja\\"" <a@loja.test>', 'Ana, da "Loja"', 'a', 'loja.test'],
    ] as const) {
      assert.deepEqual(senderOf(from), { name, local, domain })
      assert.equal(fromOf({ name, local, domain }), from)
    }
    assert.equal(fromOf({ name: 'Ana', local: '', domain: 'loja.test' }), '')
    assert.deepEqual(senderOf('ana'), { name: '', local: 'ana', domain: '' })
  })
})

describe('tags', () => {
  it('are words, or names with a value, and come back as they were', () => {
    const typed = tagsIn(' natal, canal:loja,natal ,, :x')
    assert.deepEqual(typed, ['natal', 'canal:loja', ':x'])
    assert.deepEqual(tagsFrom(typed), { natal: '', canal: 'loja', ':x': '' })
    assert.deepEqual(tagsOf(tagsFrom(typed)), typed)
    assert.deepEqual(
      changed({ tags: { a: '' } }, () => ({ tags: ['b'] })),
      { tags: { b: '' } },
    )
  })
})

describe('the pace of a campaign that is under way', () => {
  it('is changed without its hours, and its end to the second that was given', () => {
    const window = { from: '08:00', until: '20:00' }
    const schedule = { window, rate_per_hour: 5, send_until: '2026-12-24T00:00:30Z' }
    const of = { schedule: schedule as never }
    const end = '2026-12-23T21:00'
    assert.deepEqual(paceOf(of, { rate: '9', end }, zone), { ...schedule, rate_per_hour: 9 })
    assert.deepEqual(paceOf(of, { rate: '', end: '' }, zone), { window })
    assert.deepEqual(paceOf({ schedule: null }, { rate: '', end }, zone), {
      send_until: '2026-12-24T00:00:00Z',
    })
  })
})

describe('the clicks over a letter', () => {
  it('stand behind each link that was counted, and nowhere else', () => {
    const html =
      '<!doctype html><a href="https://a.test/">a</a><a href="https://b.test/?x=1&amp;y=2">b</a>' +
      '<a href="{{unsubscribe_url}}">out</a>'
    const links = [
      { url: 'https://a.test/', people: 4 },
      { url: 'https://b.test/?x=1&y=2', people: 1 },
    ]
    const page = withHeat(html, links, people => `${people}!`)
    assert.match(page, /^<!doctype html>/)
    const document = new DOMParser().parseFromString(page, 'text/html')
    const marks = [...document.querySelectorAll('span')]
    assert.deepEqual(
      marks.map(mark => [mark.previousElementSibling!.textContent, mark.textContent]),
      [
        ['a', '4!'],
        ['b', '1!'],
      ],
    )
    const grounds = marks.map(mark => /background:(#\w+)/.exec(mark.getAttribute('style')!)![1])
    assert.deepEqual(grounds, ['#ffab3d', '#ffe0a3'])
  })
})

describe('addresses of a test', () => {
  it('stand below or beside each other, each once', () => {
    assert.deepEqual(addressesOf(' a@b.c, d@e.f;\n a@b.c\tg@h.i '), ['a@b.c', 'd@e.f', 'g@h.i'])
  })
})

describe('a finding', () => {
  it('leads to the card where it is mended', () => {
    assert.equal(cardOf({ code: 'missing_field', param: 'audience' }), 'audience')
    assert.equal(cardOf({ code: 'missing_field', param: 'from' }), 'sender')
    assert.equal(cardOf({ code: 'preheader', param: 'variants.pt.preheader' }), 'subject')
    assert.equal(cardOf({ code: 'subject' }), 'subject')
    assert.equal(cardOf({ code: 'ab_small' }), 'subject')
    assert.equal(cardOf({ code: 'image_alt', param: 'variants.pt.design.blocks[0]' }), 'letter')
    assert.equal(cardOf({ code: 'link_broken' }), 'letter')
    assert.equal(cardOf({ code: 'forecast', param: 'schedule.send_until' }), 'time')
    assert.equal(cardOf({ code: 'sandbox' }), null)
  })
})
