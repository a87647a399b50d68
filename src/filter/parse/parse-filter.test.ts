import { describe, expect, it } from 'vitest'
import type { Condition } from '../../schema/filter/condition.ts'
import type { Predicate, TextField, TextTest } from '../predicate/predicate.ts'
import { parseFilter } from './parse-filter.ts'

type Wanted = [name: string, filter: Condition[], predicate: Predicate]

const text = (field: TextField, test: TextTest): Predicate => ({ kind: 'text', field, test })
const is = (field: TextField, value: string, fold = true) => text(field, { kind: 'is', value, fold })
const like = (field: TextField, pattern: string, fold = true) => text(field, { kind: 'like', pattern, fold })
const regex = (field: TextField, pattern: string, fold = true) =>
  text(field, { kind: 'regex', pattern, fold })
const not = (of: Predicate): Predicate => ({ kind: 'not', of })
const all = (...of: Predicate[]): Predicate => ({ kind: 'all', of })
const some = (...of: Predicate[]): Predicate => ({ kind: 'some', of })
const constant = (value: boolean): Predicate => ({ kind: 'const', value })
const phrase = (...tokens: string[]): Predicate => ({
  kind: 'phrase',
  tokens: tokens.map(token => ({ text: token, wild: /[*?]/.test(token) })),
})
const tag = (...names: string[]) => ({ tag: names })

const fields: Wanted[] = [
  ['nothing: every event', [], constant(true)],
  ['a text field', [{ field: 'host', value: 'Web-1' }], is('host', 'web-1')],
  ['a list of one', [{ field: 'host', value: ['Web-1'] }], is('host', 'web-1')],
  ['case that counts', [{ field: 'host', value: 'Web-1', ignore_case: false }], is('host', 'Web-1', false)],
  [
    'conditions',
    [
      { field: 'host', value: 'a' },
      { field: 'program', op: 'eq', value: 'b' },
    ],
    all(is('host', 'a'), is('program', 'b')),
  ],
  ['mnemonic', [{ field: 'cisco_mnemonic', value: 'ASA*' }], like('cisco_mnemonic', 'asa*')],
  ['type', [{ field: 'type', value: 'internal', ignore_case: false }], is('type', 'internal')],
  [
    'a list',
    [{ field: 'host', value: ['B', 'a', 'b'] }],
    { kind: 'in', field: 'host', values: ['b', 'a'], fold: true },
  ],
  [
    'a list with wildcards',
    [{ field: 'host', value: ['b', 'lab-**', 'a', 'r?'], ignore_case: false }],
    some(
      { kind: 'in', field: 'host', values: ['b', 'a'], fold: false },
      like('host', 'lab-*', false),
      like('host', 'r?', false),
    ),
  ],
  [
    'none of a list',
    [{ field: 'host', op: 'ne', value: ['a', 'l*'] }],
    not(some(is('host', 'a'), like('host', 'l*'))),
  ],
  ['any value of a field', [{ field: 'host', value: '*' }], like('host', '*')],
  ['any of nothing', [{ field: 'host', value: [] }], constant(false)],
  ['none of nothing', [{ field: 'host', op: 'ne', value: [] }], constant(true)],
  ['a number as text', [{ field: 'host', value: 42 }], is('host', '42')],
  ['Unicode', [{ field: 'host', value: 'ΟΔΟΣ' }], is('host', 'οδοσ')],
  ['a regular expression', [{ field: 'host', op: '=~', value: '^web-\\d+$' }], regex('host', '^web-\\d+$')],
  [
    'none of two regular expressions',
    [{ field: 'message', op: '!~', value: ['a.b', 'C'], ignore_case: false }],
    not(some(regex('message', 'a.b', false), regex('message', 'C', false))),
  ],
  ['no regular expression', [{ field: 'host', op: '!~', value: [] }], constant(true)],
]

const tags: Wanted[] = [
  ['a tag', [{ field: 'FortiGate Type', value: 'Utm' }], is(tag('FortiGate Type'), 'utm')],
  ['ut_', [{ field: 'ut_user', value: 'x' }], is(tag('ut_user', 'user'), 'x')],
  ['ut_ before a field', [{ field: 'ut_host', value: 'x' }], is(tag('ut_host', 'host'), 'x')],
  ['ut_ alone', [{ field: 'ut_', value: 'x' }], is(tag('ut_'), 'x')],
  ['names count case', [{ field: 'Host', value: 'x' }], is(tag('Host'), 'x')],
  ['names of prototypes', [{ field: 'constructor', value: 'x' }], is(tag('constructor'), 'x')],
  ['present', [{ field: 'user', value: '*' }], text(tag('user'), { kind: 'present' })],
  ['absent', [{ field: 'user', op: 'ne', value: ['*'] }], not(text(tag('user'), { kind: 'present' }))],
  ['empty', [{ field: 'user', value: '' }], is(tag('user'), '')],
  ['number as text', [{ field: 'port', value: 22 }], is(tag('port'), '22')],
  [
    'number compared',
    [{ field: 'port', op: 'ge', value: ['1024'] }],
    { kind: 'tag-number', field: tag('port'), op: 'ge', value: 1024 },
  ],
  ['regular expression', [{ field: 'user', op: '=~', value: '^svc' }], regex(tag('user'), '^svc')],
]

const numbers: Wanted[] = [
  ['severity', [{ field: 'severity', value: 3 }], { kind: 'number', field: 'severity', op: 'eq', value: 3 }],
  [
    'severity by name',
    [{ field: 'severity', op: 'le', value: 'Error' }],
    { kind: 'number', field: 'severity', op: 'le', value: 3 },
  ],
  [
    'a mixed list',
    [{ field: 'severity', value: [0, '1', ' critical ', 'ALERT'] }],
    { kind: 'number-in', field: 'severity', values: [0, 1, 2] },
  ],
  [
    'facility',
    [{ field: 'facility', op: 'ne', value: ['local7'] }],
    not({ kind: 'number', field: 'facility', op: 'eq', value: 23 }),
  ],
  [
    'status',
    [{ field: 'status', value: 'actionable' }],
    { kind: 'number', field: 'status', op: 'eq', value: 1 },
  ],
  [
    'no severity',
    [{ field: 'severity', value: 3.5 }],
    { kind: 'number', field: 'severity', op: 'eq', value: 3.5 },
  ],
  [
    'negative',
    [{ field: 'counter', op: 'gt', value: '-2' }],
    { kind: 'number', field: 'counter', op: 'gt', value: -2 },
  ],
  ['any of nothing', [{ field: 'severity', value: [] }], constant(false)],
  ['none of nothing', [{ field: 'severity', op: 'ne', value: [] }], constant(true)],
  [
    'time to the microsecond',
    [{ field: 'first_occurrence', op: 'ge', value: 1767227400.120031 }],
    { kind: 'number', field: 'first_occurrence', op: 'ge', value: 1_767_227_400_120_031 },
  ],
  [
    'a time after 2038',
    [{ field: 'first_occurrence', value: 2147483648.021847 }],
    { kind: 'number', field: 'first_occurrence', op: 'eq', value: 2_147_483_648_021_847 },
  ],
  [
    'time as text',
    [{ field: 'last_occurrence', op: 'lt', value: ['1767227431.900112'] }],
    { kind: 'number', field: 'last_occurrence', op: 'lt', value: 1_767_227_431_900_112 },
  ],
  [
    'a time past all times',
    [{ field: 'last_occurrence', op: 'lt', value: 1e300 }],
    { kind: 'number', field: 'last_occurrence', op: 'lt', value: Number.MAX_SAFE_INTEGER },
  ],
]

const messages: Wanted[] = [
  ['a word', [{ field: 'message', value: 'Error', ignore_case: false }], phrase('error')],
  ['words', [{ field: 'message', value: ['disk  full'] }], all(phrase('disk'), phrase('full'))],
  ['an address', [{ field: 'message', value: '10.1.2.3' }], phrase('10', '1', '2', '3')],
  ['wildcards', [{ field: 'message', op: 'ne', value: ['*cached*'] }], not(phrase('*cached*'))],
  [
    'any value',
    [{ field: 'message', value: ['a b', 'c'] }],
    some(all(phrase('a'), phrase('b')), phrase('c')),
  ],
  [
    'no operators',
    [{ field: 'message', value: '-a OR "b c" (d|e)' }],
    all(phrase('a'), phrase('or'), phrase('b'), phrase('c'), phrase('d', 'e')),
  ],
  ['pieces without words', [{ field: 'message', value: 'a => b' }], all(phrase('a'), phrase('b'))],
  [
    'words of programs for severities',
    [{ field: 'severity', value: ['err', 'Warn', 'crit'] }],
    { kind: 'number-in', field: 'severity', values: [3, 4, 2] },
  ],
  [
    'at least such a severity',
    [{ field: 'severity', op: 'le', value: 'warn' }],
    { kind: 'number', field: 'severity', op: 'le', value: 4 },
  ],
  [
    'a word of programs for a facility',
    [{ field: 'facility', value: 'kernel' }],
    { kind: 'number', field: 'facility', op: 'eq', value: 0 },
  ],
  ['no word', [{ field: 'message', value: '---' }], not(phrase('*'))],
  ['nothing', [{ field: 'message', value: '' }], { kind: 'const', value: true }],
  ['a list of nothing', [{ field: 'message', value: [''] }], { kind: 'const', value: true }],
  [
    'nothing or a word',
    [{ field: 'message', op: 'eq', value: ['disk', ' '] }],
    { kind: 'const', value: true },
  ],
  ['an empty expression', [{ field: 'message', op: 'qp', value: '' }], { kind: 'const', value: true }],
  ['one in a list', [{ field: 'message', op: 'qp', value: ['', '('] }], { kind: 'const', value: true }],
  ['not nothing', [{ field: 'message', op: 'ne', value: '' }], { kind: 'const', value: true }],
  ['not one word nor nothing', [{ field: 'message', op: 'ne', value: ['', 'disk'] }], not(phrase('disk'))],
  ['only signs', [{ field: 'message', value: '---' }], not(phrase('*'))],
  ['CJK', [{ field: 'message', value: '登录失败' }], phrase('登', '录', '失', '败')],
  [
    'an expression',
    [{ field: 'message', op: 'qp', value: '(fail* | denied) !test' }],
    all(some(phrase('fail*'), phrase('denied')), not(phrase('test'))),
  ],
  [
    'any expression',
    [{ field: 'message', op: 'qp', value: ['a', '!b', 404] }],
    some(phrase('a'), not(phrase('b')), phrase('404')),
  ],
  ['no expression', [{ field: 'message', op: 'qp', value: [] }], constant(false)],
]

describe.each([
  ['text fields', fields],
  ['tags', tags],
  ['number fields', numbers],
  ['message', messages],
])('%s', (_group, cases) => {
  it.each(cases)('%s', (_name, filter, predicate) => {
    expect(parseFilter(filter)).toEqual({ predicate })
  })
})

describe('faults', () => {
  it.each<[Condition, string, string]>([
    [{ field: 'host', op: 'qp', value: 'x' }, '.op', 'expected one of eq, ne, =~, !~ for the field host'],
    [{ field: 'type', op: 'gt', value: 1 }, '.op', 'expected one of eq, ne, =~, !~ for the field type'],
    [
      { field: 'message', op: 'lt', value: 1 },
      '.op',
      'expected one of eq, ne, qp, =~, !~, |>, !> for the field message',
    ],
    [
      { field: 'severity', op: '=~', value: 'e' },
      '.op',
      'expected one of eq, ne, lt, le, gt, ge for the field severity',
    ],
    [
      { field: 'user', op: 'qp', value: 'e' },
      '.op',
      'expected one of eq, ne, lt, le, gt, ge, =~, !~ for the field user',
    ],
    [{ field: 'host', value: true }, '.value', 'expected a string or a number, not a boolean'],
    [{ field: 'user', value: ['a', false] }, '.value[1]', 'expected a string or a number, not a boolean'],
    [{ field: 'counter', op: 'gt', value: Number.POSITIVE_INFINITY }, '.value', 'expected a finite number'],
    [{ field: 'counter', op: 'gt', value: '9'.repeat(400) }, '.value', 'expected a number'],
    [{ field: 'counter', value: 'many' }, '.value', 'expected a number'],
    [{ field: 'counter', value: '0x10' }, '.value', 'expected a number'],
    [{ field: 'counter', value: '' }, '.value', 'expected a number'],
    [
      { field: 'severity', value: [1, 'awful'] },
      '.value[1]',
      'expected a number or one of EMERGENCY, ALERT, CRITICAL, ERROR, WARNING, NOTICE, INFO, DEBUG',
    ],
    [
      { field: 'status', value: '*' },
      '.value',
      'expected a number or one of UNKNOWN, ACTIONABLE, NON_ACTIONABLE',
    ],
    [{ field: 'counter', op: 'gt', value: [1, 2] }, '.value', 'expected one value for gt, not a list of 2'],
    [{ field: 'port', op: 'le', value: [] }, '.value', 'expected one value for le, not a list of 0'],
    [{ field: 'port', op: 'le', value: 'high' }, '.value', 'expected a number'],
    [
      { field: 'host', op: '=~', value: '(' },
      '.value',
      'expected a regular expression in RE2 syntax: missing closing ): (',
    ],
    [
      { field: 'host', op: '!~', value: ['a', '(?=b)'] },
      '.value[1]',
      'expected a regular expression in RE2 syntax: invalid or unsupported Perl syntax: (?=',
    ],
    [
      { field: 'user', op: '=~', value: '(a)\\1' },
      '.value',
      'expected a regular expression in RE2 syntax: invalid escape sequence: \\1',
    ],
    [
      { field: 'host', op: '=~', value: '(?<=a)b' },
      '.value',
      'expected a regular expression in RE2 syntax: invalid named capture: (?<=a)b',
    ],
    [
      { field: 'host', op: '=~', value: 'a'.repeat(1_001) },
      '.value',
      'expected a regular expression of at most 1000 characters',
    ],
    [
      { field: 'host', op: '=~', value: Array.from({ length: 11 }, () => 'a'.repeat(1_000)) },
      '.value[10]',
      'expected at most 10000 characters of regular expressions in one filter',
    ],
    [{ field: 'message', value: 'a '.repeat(1_001) }, '.value', 'expected at most 1000 words'],
    [
      { field: 'message', value: Array.from({ length: 10_001 }, (_, i) => `h${i}`) },
      '.value',
      'expected at most 10000 words, wildcards and other tests in one filter',
    ],
    [
      { field: 'message', value: Array.from({ length: 1_001 }, (_, i) => `x${i}*b?`) },
      '.value',
      'expected at most 1000 phrases, wildcards, regular expressions and combinations of words in one filter',
    ],
    [
      { field: 'host', op: 'ne', value: Array.from({ length: 1_001 }, (_, i) => `h${i}*`) },
      '.value',
      'expected at most 1000 phrases, wildcards, regular expressions and combinations of words in one filter',
    ],
    [
      { field: 'message', value: ['a-'.repeat(5_000), 'b?'.repeat(5_000), 'c*'.repeat(5_000)] },
      '.value',
      'expected at most 20000 characters of phrases and wildcards in one filter',
    ],
    [
      { field: 'message', op: '=~', value: '.{1000}.{1000}' },
      '.value',
      'expected a regular expression of at most 2000 steps with its repetitions written out',
    ],
    [
      { field: 'message', op: '!~', value: Array.from({ length: 13 }, () => '[a-f0-9]{999}') },
      '.value[12]',
      'expected at most 12000 steps of regular expressions in one filter',
    ],
  ])('%j', (condition, at, message) => {
    expect(parseFilter([condition])).toEqual({ faults: [{ path: `filter[0]${at}`, message }] })
  })

  it('reports the place in an expression', () => {
    const condition: Condition = { field: 'message', op: 'qp', value: ['a', 'b | '] }
    const expected = 'a word, a phrase or "("'
    expect(parseFilter([{ field: 'host', value: 'x' }, condition])).toEqual({
      faults: [
        {
          path: 'filter[1].value[1]',
          message: `expected ${expected} at position 4`,
          syntax: { position: 4, expected },
        },
      ],
    })
  })

  it('come all together', () => {
    const answer = parseFilter([
      { field: 'host', op: 'lt', value: 1 },
      { field: 'severity', value: ['x', true, 1] },
      { field: 'host', value: 'fine' },
      { field: 'message', op: 'qp', value: ')' },
    ])
    const paths = 'faults' in answer ? answer.faults.map(fault => fault.path) : []
    expect(paths).toEqual(['filter[0].op', 'filter[1].value[1]', 'filter[1].value[0]', 'filter[3].value'])
  })

  it('are 50 at most', () => {
    const answer = parseFilter([{ field: 'counter', value: Array.from({ length: 200 }, () => 'x') }])
    expect('faults' in answer && answer.faults.length).toBe(50)
  })
})

it('keeps thousands of plain values as one set', () => {
  const values = Array.from({ length: 10_000 }, (_, i) => `h${i}`)
  expect(parseFilter([{ field: 'host', value: values }])).toEqual({
    predicate: { kind: 'in', field: 'host', values, fold: true },
  })
})
