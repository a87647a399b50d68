import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../testing/depth.ts'
import { parseXml } from './testing/xml.ts'
import { inlineString, looksLikeFormula, maxCellLength, xmlAttribute, xmlText } from './xml-text.ts'

describe('text in XML', () => {
  test.each([
    ['plain', 'plain'],
    ['a < b && "c" > d', 'a &lt; b &amp;&amp; "c" &gt; d'],
    ['bell \u0007', 'bell _x0007_'],
    ['line\r\nend', 'line_x000D_\nend'],
    ['\ufffe\uffff', '_xFFFE__xFFFF_'],
    ['says _x000D_ itself', 'says _x005F_x000D_ itself'],
    ['_x000d__X0041_', '_x005F_x000d__x005F_X0041_'],
    ['_x12_ and _xyz', '_x12_ and _xyz'],
    ['tab\there', 'tab\there'],
    ['日本 \u{1f525}', '日本 \u{1f525}'],
  ])('%j', (text, wanted) => {
    expect(xmlText(text)).toBe(wanted)
  })

  test('an attribute is one line and keeps its quotes', () => {
    expect(xmlAttribute('a "b"\nc\t<d>')).toBe('a &quot;b&quot; c &lt;d&gt;')
  })
})

describe('cells of text', () => {
  test.each([
    ['plain', '<is><t>plain</t></is>'],
    [' indented', '<is><t xml:space="preserve"> indented</t></is>'],
    ['two\nlines', '<is><t xml:space="preserve">two\nlines</t></is>'],
    ['=1+1', '<is><t>=1+1</t></is>'],
  ])('%j', (text, wanted) => {
    expect(inlineString(text)).toBe(wanted)
  })

  test.each([
    ['=1', true],
    ['+1', true],
    ['-1', true],
    ['@a', true],
    ['\t=1', true],
    ['\r=1', true],
    ['', false],
    ['a=1', false],
    ['1', false],
  ])('%j would become a formula when edited: %s', (text, wanted) => {
    expect(looksLikeFormula(text)).toBe(wanted)
  })

  test('the longest text that fits is whole, a longer one is cut and says so', () => {
    expect(read('x'.repeat(maxCellLength))).toHaveLength(maxCellLength)
    const cut = read(`${'x'.repeat(32_000)}${'\u{1f525}'.repeat(1_000)}`)
    expect(cut.length).toBeLessThanOrEqual(maxCellLength)
    expect(cut.endsWith('… [cut: 34000 characters]')).toBe(true)
    expect(cut.isWellFormed()).toBe(true)
  })

  test('any text comes back as it was', () => {
    const odd = fc.constantFrom(
      '_x',
      '_x000D_',
      '\r\n',
      '\u0000',
      '\uffff',
      ']]>',
      '&amp;',
      '\ud800',
      ' ',
      '\t',
    )
    // Includes halves of surrogate pairs.
    const units = fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 5 })
      .map(codes => String.fromCharCode(...codes))
    const text = fc
      .array(fc.oneof(odd, units, fc.stringMatching(/^_[xX][0-9A-Fa-f]{4}_$/)), { maxLength: 12 })
      .map(parts => parts.join(''))
    fc.assert(
      fc.property(text, text => {
        expect(read(text)).toBe(text.toWellFormed())
      }),
      { numRuns: runs(500) },
    )
  })
})

/** Reads it as a spreadsheet does: decodes UTF-8, parses XML, resolves escapes. */
function read(text: string): string {
  const bytes = Buffer.from(inlineString(text), 'utf8')
  return parseXml(bytes.toString('utf8')).text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
