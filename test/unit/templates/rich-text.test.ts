/** What the rich text of a block keeps of the colour and size of words. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { cleanRichText } from '#marketing/templates/rich-text.ts'

const rows: readonly (readonly [given: string, kept: string])[] = [
  [
    '<span style="color: #15803D; font-size: 20px">a</span>',
    '<span style="color:#15803d;font-size:20px">a</span>',
  ],
  [
    '<span style="font-size:13px;color:#000000">a</span>',
    '<span style="color:#000000;font-size:13px">a</span>',
  ],
  ['<span style="font-size:28px">a', '<span style="font-size:28px">a</span>'],
  // Neither other sizes, nor other colours, nor anything beside them.
  ['<span style="font-size:200px">a</span>', '<span>a</span>'],
  ['<span style="background-color:#ff0000">a</span>', '<span>a</span>'],
  ['<span style="color:red">a</span>', '<span>a</span>'],
  [
    '<span style="color:#15803d;background:url(https://a.test/x)">a</span>',
    '<span style="color:#15803d">a</span>',
  ],
  ['<span style="color:#15803d}</style><img src=x>">a</span>', '<span>a</span>'],
  ['<span class="x" onclick="y()" style="position:fixed">a</span>', '<span>a</span>'],
  ['<p style="color:#15803d">a</p>', '<p>a</p>'],
]

it('keeps colour and size of words, and nothing else of a style', async () => {
  for (const [given, kept] of rows) assert.equal(await cleanRichText(given, () => false), kept)
})
