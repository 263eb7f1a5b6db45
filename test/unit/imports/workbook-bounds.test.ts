import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { boundsOfPart, boundsOfSheet } from '../../../src/marketing/imports/workbook-bounds.ts'

const sheet = (rows: string): string => `<worksheet><sheetData>${rows}</sheetData></worksheet>`

describe('what the places of a sheet ask for', () => {
  const fine = [
    '<row r="1"><c r="A1"/></row>',
    `<row r='1'><c r='XFD1'/></row>`,
    '<row r="1048576"><c r="D1048576" s="1" t="n"><v>1</v></c></row>',
    '<row><c r="B7"><v>2</v></c></row><row/>',
    '<x:row x:r="2"\n spans="1:5"><x:c x:r="A2" t="a > b"/></x:row>',
    '<row r="1"><c r="A1" t="inlineStr"><is><t>r="ZZZZZZ1" > x</t></is></c></row>',
    '<cols><col min="1" max="16384" r="many"/></cols>',
  ]
  for (const rows of fine) {
    it(`is granted: ${rows}`, () => {
      assert.equal(boundsOfSheet(sheet(rows)), 'fine')
      assert.equal(boundsOfSheet(`<?xml version="1.0" x="<!"?>${sheet(rows)}`), 'fine')
    })
  }

  const broken = [
    '<c r="ZZZZZZ1"/>',
    '<c r="XFE1"/>',
    '<c r="A1048577"/>',
    '<c r="a1"/>',
    '<c r="A01"/>',
    '<c r="A1 "/>',
    '<c r="A1e9"/>',
    '<c r="A&#49;"/>',
    '<c r="5"/>',
    '<c r="A"/>',
    '<c r=""/>',
    '<c/>',
    '<c t="n"/>',
    `<c r='ZZZZZZ1'/>`,
    `<c r="A'1"/>`,
    '<c r="A1" x:r="ZZZZZZ1"/>',
    '<c r="XFD1048576" x:r="A1"/>',
    '<row r="1048576" r="1"/>',
    '<x:c x:r="ZZZZZZ1"/>',
    `<c a='q r=' r="ZZZZZZ1" b='x'/>`,
    '<c r = "A1"/>',
    '<c r=A1/>',
    '<c r="A1"t="n"/>',
    '<c r="A1" t="<c r=',
    '<c\vr="ZZZZZZ1"/>',
    '<c r="A1" t="n',
    '<row r="0"/>',
    '<row r="A1"/>',
    '<row r="1048577"/>',
    '<row r="99999999"/>',
    '<row r="1e5"/>',
    '<row r="-1"/>',
    '<!-- --><row r="1"/>',
    '<![CDATA[<c r="A1"/>]]>',
    '<!DOCTYPE x>',
    `<c r="A1" t="${'x'.repeat(33_000)}"/>`,
  ]
  for (const rows of broken) {
    it(`is refused as no sheet: ${rows.slice(0, 60)}`, () => {
      assert.equal(boundsOfSheet(sheet(rows)), 'broken')
    })
  }

  const large = [
    '<c r="A1048576"/><c r="E1"/>',
    '<c r="XFD306"/>',
    '<row r="306"/><c r="XFD1"/>',
    `<row r="305"/><row/><c r="XFD1"/>`,
  ]
  for (const rows of large) {
    it(`is refused as too large: ${rows}`, () => {
      assert.equal(boundsOfSheet(sheet(rows)), 'large')
    })
  }

  it('is granted just below that', () => {
    assert.equal(boundsOfSheet(sheet('<c r="XFD305"/>')), 'fine')
    assert.equal(boundsOfSheet(sheet('<row r="1048576"/><c r="D1"/>')), 'fine')
  })
})

describe('another part of a workbook', () => {
  it('is refused with declarations or with an element of endless attributes', () => {
    assert.equal(boundsOfPart('<sst><si><t>a &gt; "b" \'c</t></si></sst>'), 'fine')
    assert.equal(boundsOfPart('<!DOCTYPE sst><sst/>'), 'broken')
    assert.equal(boundsOfPart(`<sst ${'a="" '.repeat(10_000)}/>`), 'broken')
    assert.equal(boundsOfPart('<sst a="<b>"/>'), 'broken')
  })
})
