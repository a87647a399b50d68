import { expect, test } from 'vitest'
import { parseMarkdown, parseSpans, plainText, safeAddress } from './markdown.ts'

const plain = (text: string) => [{ text }]

test.each([
  ['nothing', '', []],
  [
    'a paragraph keeps its line breaks',
    'a\nb\n\nc',
    [
      { kind: 'paragraph', spans: plain('a\nb') },
      { kind: 'paragraph', spans: plain('c') },
    ],
  ],
  [
    'headings',
    '# A\r\n### B ##\n###### C\n#no',
    [
      { kind: 'heading', level: 1, spans: plain('A') },
      { kind: 'heading', level: 3, spans: plain('B') },
      { kind: 'heading', level: 3, spans: plain('C') },
      { kind: 'paragraph', spans: plain('#no') },
    ],
  ],
  [
    'code, also without an end',
    '```sh\n# **a**\n\n- b\n```\n```\nc',
    [
      { kind: 'code', text: '# **a**\n\n- b' },
      { kind: 'code', text: 'c' },
    ],
  ],
  [
    'quotes and rules',
    '> a\n>b\n---\n* * *',
    [{ kind: 'quote', spans: plain('a\nb') }, { kind: 'rule' }, { kind: 'rule' }],
  ],
  [
    'HTML is text',
    '<b>a</b><script>x</script>',
    [{ kind: 'paragraph', spans: plain('<b>a</b><script>x</script>') }],
  ],
  [
    'lists within lists',
    '- a\n  more\n  1. b\n  2. c\n- d\n7. e',
    [
      {
        kind: 'list',
        start: undefined,
        items: [
          {
            spans: plain('a\nmore'),
            lists: [
              {
                kind: 'list',
                start: 1,
                items: [
                  { spans: plain('b'), lists: [] },
                  { spans: plain('c'), lists: [] },
                ],
              },
            ],
          },
          { spans: plain('d'), lists: [] },
        ],
      },
      { kind: 'list', start: 7, items: [{ spans: plain('e'), lists: [] }] },
    ],
  ],
])('%s', (_, text, wanted) => {
  expect(parseMarkdown(text)).toEqual(wanted)
})

test.each([
  [
    'a **b** __c__ *d* _e_',
    [
      { text: 'a ' },
      { text: 'b', isBold: true },
      { text: ' ' },
      { text: 'c', isBold: true },
      { text: ' ' },
      { text: 'd', isItalic: true },
      { text: ' ' },
      { text: 'e', isItalic: true },
    ],
  ],
  [
    '**a *b***',
    [
      { text: 'a ', isBold: true },
      { text: 'b', isBold: true, isItalic: true },
    ],
  ],
  ['host_name_x 2 * 3 * 4 **', [{ text: 'host_name_x 2 * 3 * 4 **' }]],
  ['`**a**` \\*b\\* `', [{ text: '**a**', isCode: true }, { text: ' *b* `' }]],
  [
    '[a **b**](/search?q=1)',
    [
      { text: 'a ', href: '/search?q=1' },
      { text: 'b', isBold: true, href: '/search?q=1' },
    ],
  ],
  [
    'see https://a.example/x_y_z.',
    [{ text: 'see ' }, { text: 'https://a.example/x_y_z', href: 'https://a.example/x_y_z' }, { text: '.' }],
  ],
  ['<https://a.example>', [{ text: 'https://a.example', href: 'https://a.example' }]],
  ['[x](javascript:alert(1)) ![i](data:x)', [{ text: '[x](javascript:alert(1)) ![i](data:x)' }]],
])('styles and links of %s', (text, wanted) => {
  expect(parseSpans(text)).toEqual(wanted)
})

test.each([
  ['https://a.example/?q=1', true],
  ['HTTP://a.example', true],
  ['mailto:ann@a.example', true],
  ['/dashboards/1', true],
  ['//a.example', false],
  ['/\\a.example', false],
  ['javascript:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['data:text/html,x', false],
  ['https://', false],
  ['relative', false],
])('a note may link to %j: %s', (address, isSafe) => {
  expect(safeAddress(address)).toBe(isSafe ? address : undefined)
})

test('as plain text, links keep their addresses', () => {
  const text = '**a** [b *c*](https://x.example) https://y.example [d](/search)'
  expect(plainText(parseSpans(text))).toBe('a b c (https://x.example) https://y.example d')
})

test.each(['*', '_', '[', '`', '**a', '[a](', '<', '\\', '*a **b ', '- a\n  '])(
  'every text of %j is parsed, whatever is repeated',
  part => {
    const text = part.repeat(10_000 / part.length)
    const blocks = parseMarkdown(text)
    expect(JSON.stringify(blocks).length).toBeLessThan(1_000_000)
  },
)
