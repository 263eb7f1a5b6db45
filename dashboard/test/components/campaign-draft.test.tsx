import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Audience, Campaign } from '../../src/api/shapes.ts'
import {
  type CampaignDraft,
  changeOf,
  draftOf,
  stepOf,
} from '../../src/features/campaigns/draft.ts'

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
    assert.equal(stepOf({ code: 'invalid_field', param: 'utm.campaign' }), 'what')
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

  it('tries two subjects, and leaves tests of another kind alone', () => {
    const trial = { subject: 'B', percent: 20, hours: 4, metric: 'clicked' } as const
    assert.deepEqual(
      changed({}, () => ({ trial })),
      {
        ab: {
          variants: [{ key: 'a' }, { key: 'b', subject: 'B' }],
          test_share: 0.2,
          wait: 'PT4H',
          metric: 'clicked',
        },
      },
    )
    const other = {
      variants: [{ key: 'x', from: 'a@b.c' }, { key: 'y' }],
      test_share: 0.1,
      wait: 'PT4H',
    }
    assert.equal(draftOf(campaign({ ab: { ...other, metric: 'clicked' } }), where).trial, undefined)
  })
})

describe('a finding', () => {
  it('leads to the step where it is mended', () => {
    assert.equal(stepOf({ code: 'missing_field', param: 'audience' }), 'who')
    assert.equal(stepOf({ code: 'missing_field', param: 'from' }), 'what')
    assert.equal(stepOf({ code: 'preheader', param: 'variants.pt.preheader' }), 'what')
    assert.equal(stepOf({ code: 'forecast', param: 'schedule.send_until' }), 'when')
    assert.equal(stepOf({ code: 'sandbox' }), null)
  })
})
