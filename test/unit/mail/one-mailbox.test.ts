/** A field with one mailbox, and what some program would read as another. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { oneMailbox } from '#kernel/mail/one-mailbox.ts'

describe('a field of one mailbox', () => {
  it('has its address, with a name or a comment or neither', () => {
    for (const value of [
      'a@b.test',
      '<a@b.test>',
      'Ana <a@b.test>',
      'Ana\t< a@b.test >\t',
      '"Ana, Lda <c@d.test>" <a@b.test>',
      '"a\\" b" c. <a@b.test>',
      'a@b.test (Ana (c@d.test) \\) x)',
      '(c@d.test) a@b.test',
      'Ana (c@d.test) <a@b.test> (x)',
      '=?utf-8?q?Ana=2C?= <a@b.test>',
      'São Paulo <a@b.test>',
      'Ana<a@b.test>',
    ]) {
      assert.equal(oneMailbox(value), 'a@b.test', value)
    }
  })

  it('is none where its grammar is broken', () => {
    for (const value of [
      '',
      '"c@d.test"',
      'Ana a@b.test',
      'c@d.test (x) <a@b.test>',
      'c@d.test <a@b.test>',
      'x @ d.test <a@b.test>',
      '=?utf-8?q?c@d.test?= <a@b.test>',
      '<c@d.test> <a@b.test>',
      '<a@b.test> Ana',
      '<a@b.test> "Ana"',
      'a@b.test, ',
      'a@b.test,c@d.test',
      'Ana, Lda <a@b.test>',
      'g: a@b.test;',
      'g:;',
      'a@b.test;',
      'Re: Ana <a@b.test>',
      'a (x) @b.test',
      'a@b.test x',
      '"a" @b.test',
      'Ana [x] <a@b.test>',
      'An\\a <a@b.test>',
      'An\u000ba <a@b.test>',
      'Ana (x <a@b.test>',
      'Ana x) <a@b.test>',
      '"Ana <a@b.test>',
      'Ana <a@b.test',
      'Ana a@b.test>',
    ]) {
      assert.equal(oneMailbox(value), null, value)
    }
  })

  it('is read in one pass', () => {
    const many = 200_000
    const started = performance.now()
    for (const part of ['(', '"', '<', 'a ', '()', '""', '\\', '<>'])
      assert.equal(oneMailbox(part.repeat(many)), null, part)
    assert.ok(performance.now() - started < 2_000)
  })
})
