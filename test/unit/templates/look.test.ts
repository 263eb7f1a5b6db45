/** A letter looks on the canvas as the server draws it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mjmlOf } from '#marketing/templates/design-mjml.ts'
import { createHeld } from '#sending/content/liquid/held.ts'
import {
  families,
  headingSizes,
  inkOn,
  lookOf,
} from '../../../dashboard/src/features/letters/look.ts'

const draw = (style: object | undefined, blocks: readonly object[] = []) =>
  mjmlOf({ blocks, ...(style && { style }) } as never, createHeld(''), 'en')

test('a letter without choices has the colours, the font and the width of the canvas', async () => {
  const look = lookOf(undefined)
  const mjml = await draw(undefined)
  for (const part of [
    `background-color="${look.background}" width="${look.width}px"`,
    `color="${look.text}"`,
    `background-color="${look.accent}" color="${inkOn(look.accent)}"`,
    `font-family="${families[look.font]}"`,
  ]) {
    assert.ok(mjml.includes(part), part)
  }
})

test('the ink of a button, the fonts and the headings are those of the canvas', async () => {
  for (const accent of ['#000000', '#ffffff', '#f59e0b', '#0b8a63', '#767676', '#777777']) {
    assert.ok((await draw({ accent })).includes(`color="${inkOn(accent)}" font-size`), accent)
  }
  for (const font of ['sans', 'serif', 'mono'] as const) {
    assert.ok((await draw({ font })).includes(families[font]), font)
  }
  for (const level of [1, 2, 3] as const) {
    const mjml = await draw(undefined, [{ type: 'heading', text: 'A', level }])
    assert.ok(mjml.includes(`font-size="${headingSizes[level]}px"`), String(level))
  }
})
