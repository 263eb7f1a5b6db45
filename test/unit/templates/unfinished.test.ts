import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { likelyName } from '#marketing/templates/likely.ts'
import { firstWords, unfinishedIn } from '#marketing/templates/unfinished.ts'
import { firstWords as ofDashboard } from '../../../dashboard/src/features/letters/first-words.ts'

describe('what was left in a letter', () => {
  const codes = (block: object) =>
    unfinishedIn({ subject: 'S', design: { blocks: [block] } as never }, 'v').map(
      ({ code, param }) => `${code} ${param}`,
    )

  it('is a picture without an address, and a link that leads nowhere', () => {
    assert.deepEqual(codes({ type: 'image', src: 'https://', alt: '' }), [
      'image_missing v.design.blocks[0].src',
    ])
    assert.deepEqual(codes({ type: 'image', src: ' ', alt: '' }).length, 1)
    assert.deepEqual(codes({ type: 'product', title: 'A', image: 'http://' }).length, 1)
    assert.deepEqual(codes({ type: 'image', src: '{{ event.image }}', alt: '' }), [])
    assert.deepEqual(codes({ type: 'button', text: 'Go', href: 'https://' }), [
      'placeholder v.design.blocks[0].href',
    ])
    const links = [{ network: 'site', href: 'https://' }]
    assert.deepEqual(codes({ type: 'social', links }).length, 1)
    assert.deepEqual(codes({ type: 'button', text: 'Go', href: 'https://a.test' }), [])
  })

  it('is a picture in html, too, of a letter and of a block, and no link there', () => {
    const inLetter = (html: string) =>
      unfinishedIn({ subject: 'S', html }, 'v').map(({ code, param }) => `${code} ${param}`)
    for (const image of ['<img alt="">', '<img src="">', '<IMG src=" https:// ">']) {
      assert.deepEqual(inLetter(`<p>Hi</p>${image}`), ['image_missing v.html'], image)
    }
    for (const whole of [
      '<a href="https://">Go</a>',
      '<img src="https://a.test/b.png"><a href="https://a.test">a</a>',
      '<img src="{{ event.image }}"><a href="{{ event.url }}">a</a>',
      '<!-- <img src=""> --><a name="top">a</a><a href="#top">b</a>',
      '{% comment %}<img src="">{% endcomment %}',
    ]) {
      assert.deepEqual(inLetter(whole), [], whole)
    }
    assert.deepEqual(codes({ type: 'html', html: '<img src="https://">' }), [
      'image_missing v.design.blocks[0].html',
    ])
    assert.deepEqual(codes({ type: 'text', html: '<p><a href="https://">here</a></p>' }), [])
  })

  it('is the words that a new block begins with, whole', () => {
    assert.equal(codes({ type: 'text', html: '<p>Write here.</p>' }).length, 1)
    assert.equal(codes({ type: 'heading', text: 'Um título' }).length, 1)
    assert.deepEqual(codes({ type: 'text', html: '<p>Write here. Or there.</p>' }), [])
    // The words on a button may well be meant.
    const { button: _meant, ...others } = ofDashboard
    assert.deepEqual(
      Object.values(others)
        .flatMap(({ en, pt }) => [en, pt])
        .toSorted(),
      firstWords.toSorted(),
    )
  })

  it('is what starting letters ask for, but not what else stands in brackets', () => {
    assert.deepEqual(
      unfinishedIn({ subject: '[Assunto]', preheader: '[Subject]' }, 'v').map(one => one.param),
      ['v.subject', 'v.preheader'],
    )
    assert.equal(codes({ type: 'heading', text: 'Sale: [The offer]!' }).length, 1)
    assert.deepEqual(codes({ type: 'heading', text: '[Update] Our news' }), [])
  })
})

describe('the name that was meant', () => {
  const known = ['contact.first_name', 'contact.last_name', 'contact.email', 'topic.name', 'today']

  it('is the nearest, underscores and case aside', () => {
    assert.equal(likelyName('contact.firstname', known), 'contact.first_name')
    assert.equal(likelyName('contact.FirstNmae', known), 'contact.first_name')
    assert.equal(likelyName('contact.lastname', known), 'contact.last_name')
    assert.equal(likelyName('todya', ['today']), null)
    assert.equal(likelyName('tody', known), 'today')
    const near = ['contact.first_names', 'contact.first_name']
    assert.equal(likelyName('contact.firstnam', near), 'contact.first_name')
  })

  it('is none where none is near', () => {
    assert.equal(likelyName('order_id', known), null)
    assert.equal(likelyName('contact.birthday', known), null)
  })
})
