// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of rules are written so
import { expect, test } from 'vitest'
import { readRuleFile, readRuleFileText } from './read-file.ts'
import { formatFileFault } from './rule-faults.ts'
import { parseRuleText } from './rule-text.ts'

const match = { field: 'program', value: 'a' }
const ops = 'eq ne gt ge lt le =~ !~ =* !*'

const rows: [content: unknown, faults: string[]][] = [
  [[], ['f.yaml: expected an object with rewrite_rules']],
  [{}, ['f.yaml, rewrite_rules: expected a list of at most 20000 rules']],
  [
    { rewrite_rules: [], hc_tags: 'A', first_match_only: 1, rules: [] },
    [
      'f.yaml, rules: is not known; expected one of rewrite_rules, first_match_only, hc_tags, pre_match, comment',
      'f.yaml, first_match_only: expected true or false',
      'f.yaml, hc_tags: expected a list of names of tags',
    ],
  ],
  [
    { rewrite_rules: [{ match }, 7] },
    ['f.yaml, rule 2: expected a rule: an object with match and what is to be done'],
  ],
  [{ rewrite_rules: [{ match, tags: {} }] }, ['f.yaml, rule 1, tags: is not known; did you mean tag?']],
  [
    { rewrite_rules: [{ match: [match, { field: 'a', op: '==', value: 1 }] }] },
    [`f.yaml, rule 1, match[1].op: expected one of ${ops}`],
  ],
  [
    { rewrite_rules: [{ match: { field: 'message', op: '=~', value: ['a', '(b'] } }] },
    ['f.yaml, rule 1, match.value[1]: expected a regular expression in RE2 syntax: missing closing ): (b'],
  ],
  [
    { rewrite_rules: [{ match: { field: 'counter', value: true } }] },
    [
      'f.yaml, rule 1, match.field: expected a field, the name of a user tag or ${extra:path}',
      'f.yaml, rule 1, match.value: expected a text, a number or a list of 1 to 10000 of them',
    ],
  ],
  [
    { rewrite_rules: [], pre_match: { field: 'severity', value: 'loud' } },
    ['f.yaml, pre_match.value: expected a number from 0 to 7 or a name such as ALERT'],
  ],
  [
    { rewrite_rules: [{ match: { field: 'Port', op: 'gt', value: 'x' } }] },
    ['f.yaml, rule 1, match.value: expected a number for gt'],
  ],
  [
    { rewrite_rules: [{ match, tag: { host: 'x' } }] },
    ['f.yaml, rule 1, tag.host: is a reserved name; expected another name'],
  ],
  [
    { rewrite_rules: [{ match, rewrite: { severity: 9, tag: 'x' } }] },
    [
      'f.yaml, rule 1, rewrite.tag: is not known; expected one of message, host, program, severity, facility, status, cisco_mnemonic',
      'f.yaml, rule 1, rewrite.severity: expected a number from 0 to 7 or a name such as ALERT',
    ],
  ],
  [
    { rewrite_rules: [{ match, tag: { A: '$1' } }] },
    ['f.yaml, rule 1, match: $1 is used, but no condition is a regular expression with captures'],
  ],
  [
    { rewrite_rules: [{ match, tag: { A: '$0' } }] },
    ['f.yaml, rule 1, match: $0 is used, but no condition is a regular expression'],
  ],
  [
    { rewrite_rules: [{ match: { field: 'message', op: '=~', value: '(a)(b)' }, tag: { A: '${3}' } }] },
    ['f.yaml, rule 1, match: $3 is used, but the regular expression has 2 captures'],
  ],
  [
    { rewrite_rules: [{ match: { field: 'message', op: '=~', value: '(a)(b)' }, tag: { A: '$3' } }] },
    ['f.yaml, rule 1, match: $3 is used, but the regular expression has 2 captures'],
  ],
  [
    { rewrite_rules: [{ retention: 'two words' }, { retention: 7 }] },
    [
      'f.yaml, rule 1, retention: expected the name of a retention class: 1 to 40 letters, digits, - and _, or default',
      'f.yaml, rule 2, retention: expected the name of a retention class: 1 to 40 letters, digits, - and _, or default',
    ],
  ],
  [
    { rewrite_rules: [{ drop: true, tag: { A: 'x' } }] },
    [
      'f.yaml, rule 1, drop: expected a match: without one every event would be dropped',
      'f.yaml, rule 1, drop: can be combined only with match and comment; tag would do nothing',
    ],
  ],
  [
    { rewrite_rules: [{ match: [], drop: true }] },
    ['f.yaml, rule 1, drop: expected a match: without one every event would be dropped'],
  ],
  [{ rewrite_rules: [{ match, drop: 1 }] }, ['f.yaml, rule 1, drop: expected true or false']],
  [
    { rewrite_rules: [{ match, kv: { delimiter: '', pair_separator: '' }, tokenize: { fields: ['a'] } }] },
    [
      'f.yaml, rule 1, kv: expected a delimiter or a pair_separator that is not empty',
      'f.yaml, rule 1, tokenize: expected either kv or tokenize, not both',
    ],
  ],
  [
    {
      rewrite_rules: [
        {
          match,
          replace: [
            { field: 'severity', expr: '(', fmt: '' },
            { field: 'host', expr: 'a', fmt: '$1' },
          ],
        },
      ],
    },
    [
      'f.yaml, rule 1, replace[0].field: expected message, host, program, cisco_mnemonic or the name of a user tag',
      'f.yaml, rule 1, replace[0].expr: expected a regular expression in RE2 syntax: missing closing ): (',
      'f.yaml, rule 1, replace[1].fmt: $1 does not exist: the expression has 0 captures',
    ],
  ],
]

test.each(rows)('%j', (content, faults) => {
  const read = readRuleFile('f.yaml', content)
  expect('faults' in read ? read.faults.map(fault => formatFileFault('f.yaml', fault)) : []).toEqual(faults)
})

test('a sound file comes back complete', () => {
  const text = `
hc_tags: [A, A]
first_match_only: true
pre_match: {field: program, op: =*, value: x}
rewrite_rules:
- comment: [one, two]
  match: {field: message, op: =~, value: '(a)', comment: why}
  update: {program: $1, severity: 3}
  tag: {A: 5}
`
  expect(readRuleFile('f.yaml', parseRuleText(text, 'yaml'))).toEqual({
    file: {
      name: 'f.yaml',
      preMatch: [{ field: 'program', op: '=*', values: ['x'] }],
      firstMatchOnly: true,
      hcTags: ['A'],
      rules: [
        {
          comment: 'one\ntwo',
          match: [{ field: 'message', op: '=~', values: ['(a)'] }],
          rewrite: { program: '$1', severity: '3' },
          tag: { A: '5' },
          drop: false,
          replace: [],
        },
      ],
    },
  })
})

test('an operator that YAML takes for a tag is refused with what to do', () => {
  const content = parseRuleText('rewrite_rules: [{match: {field: host, op: !~ , value: a}}]', 'yaml')
  const read = readRuleFile('f.yaml', content)
  expect(read).toEqual({
    faults: [
      {
        rule: 1,
        member: 'match.op',
        message: `expected one of ${ops} ('!~' and '!*' stand in quotes in YAML)`,
      },
    ],
  })
})

test.each([
  ['rewrite_rules: [', 'yaml'],
  ['{"rewrite_rules": [}', 'json'],
] as const)('text that cannot be read: %s', (text, format) => {
  expect(() => parseRuleText(text, format)).toThrow()
})

/** The faults and warnings of a text, one line each; and its first rule. */
function textOf(text: string, format: 'yaml' | 'json' = 'yaml') {
  const read = readRuleFileText('f.yaml', text, format)
  return {
    rule: 'file' in read ? read.file.rules[0] : undefined,
    faults: 'faults' in read ? read.faults.map(fault => formatFileFault('f.yaml', fault)) : [],
    warnings: (read.warnings ?? []).map(fault => formatFileFault('f.yaml', fault)),
  }
}

test('of a key that stands twice the last one counts, with a warning', () => {
  const { rule, faults, warnings } = textOf(`
first_match_only: true
first_match_only: false
rewrite_rules:
- match:
    field: program
    value: a
    value: b
  tag: {A: x, B: y, A: z}
`)
  expect(faults).toEqual([])
  expect(rule).toMatchObject({ match: [{ field: 'program', values: ['b'] }], tag: { A: 'z', B: 'y' } })
  expect(warnings).toEqual([
    'f.yaml, line 3, first_match_only: appears more than once; the last one is used',
    'f.yaml, rule 1, line 8, match.value: appears more than once; the last one is used',
    'f.yaml, rule 1, line 9, tag.A: appears more than once; the last one is used',
  ])
})

test('quoted text may continue less indented, with a warning', () => {
  const { rule, faults, warnings } = textOf(`
rewrite_rules:
- comment: "a text
that goes on"
  match:
    - field: program
      value: ['a
b', "c\\"
   d"]
  tag: {A: 'it''s
so', B: "x\\
y"}
- comment: 'as it
    should be'
  match: {field: host, value: h}
  drop: true
`)
  expect(faults).toEqual([])
  expect(rule).toMatchObject({
    comment: 'a text that goes on',
    match: [{ values: ['a b', 'c" d'] }],
    tag: { A: "it's so", B: 'xy' },
  })
  const message = 'a quoted text continues on lines that are indented less than YAML requires'
  expect(warnings).toEqual([3, 7, 8, 10, 11].map(line => `f.yaml, rule 1, line ${line}: ${message}`))
})

test.each([
  ['rewrite_rules:\n- match: {field: host, value: h}\nfirst_match_only: [\n', ''],
  ['rewrite_rules:\n- match: {field: host, value: h}\nhc_tags:\n  bad: [}\n', ''],
  ['rewrite_rules:\n- match: {field: [}\nfirst_match_only: true\n', 'rule 1, '],
  ['rewrite_rules:\n- match: {field: host, value: h}\n- match: {field: [}\n', 'rule 2, '],
  ['rewrite_rules:\n- tag: {A: x}\n  match: {field: host, value: h}\n    drop: true\n', 'rule 1, '],
])('a fault is in the rule around its line: %j', (text, rule) => {
  expect(textOf(text).faults).toEqual([expect.stringMatching(new RegExp(`^f\\.yaml, ${rule}line \\d: `))])
})

test('quotes that never close are a refusal with their line, and any number of quotes that do are repaired in one pass', () => {
  expect(textOf('rewrite_rules:\n- comment: "a\nb\n').faults).toEqual([
    expect.stringMatching(/^f\.yaml, rule 1, line \d: Missing closing "quote/),
  ])
  const { faults, warnings } = textOf(
    `rewrite_rules:\n${'- {match: {field: host, value: h}, tag: {A: "a\nb"}}\n'.repeat(500)}`,
  )
  expect([faults, warnings.length]).toEqual([[], 100])
})

test('status: nonactionable is taken', () => {
  const { rule, faults, warnings } = textOf(
    'rewrite_rules: [{match: {field: status, value: NonActionable}, rewrite: {status: nonactionable}}]',
  )
  expect([rule?.rewrite.status, faults, warnings]).toEqual(['nonactionable', [], []])
})

test('capture: true says which condition captures are of', () => {
  const { rule, faults, warnings } = textOf(`
rewrite_rules:
- match:
  - {field: message, op: =~, value: 'user (\\w+)', capture: true}
  - {field: host, op: =~, value: '(.*)-1', capture: false}
  - {field: program, value: prog, capture: true}
  tag: {User: $1}
`)
  expect(faults).toEqual([])
  expect(rule?.match.map(({ capture }) => capture)).toEqual([true, undefined, undefined])
  expect(warnings).toEqual([
    'f.yaml, rule 1, line 6, match[2].capture: does nothing: the condition is no regular expression with captures',
  ])
  expect(textOf('rewrite_rules: [{match: {field: a, value: b, capture: yes}, drop: true}]').faults).toEqual([
    'f.yaml, rule 1, line 1, match.capture: expected true or false',
  ])
})

test('a condition without an operator whose captures are used has expressions alone', () => {
  const rule = { match: { field: 'message', value: ['(a)', '(b'] }, tag: { A: '$1' } }
  expect(readRuleFile('f.yaml', { rewrite_rules: [rule] })).toMatchObject({ faults: [{ member: 'match' }] })
})

test.each<['yaml' | 'json', string, string]>([
  [
    'yaml',
    'rewrite_rules:\n- match: {field: a, value: b}\n  tag:\n    A.b: x\n    host: y\n',
    'f.yaml, rule 1, line 5, tag.host: is a reserved name; expected another name',
  ],
  [
    'json',
    '{"rewrite_rules": [\n{"match": [\n{"field": "a", "value": "b"},\n{"field": "message", "op": "=~", "value": ["a", "(b"]}]}]}',
    'f.yaml, rule 1, line 4, match[1].value[1]: expected a regular expression in RE2 syntax: missing closing ): (b',
  ],
  ['yaml', 'rewrite_rules:\n- match: x\n- [', 'f.yaml, rule 2, line 3: '],
])('a refusal names file, rule and line (%s)', (format, text, line) => {
  expect(textOf(text, format).faults).toEqual([expect.stringContaining(line)])
})

test.each([
  ['a.lua', 'anything'],
  ['a.yaml', 'HC_TAGS = {"SrcIP"}\nfunction process(event)\n  event.program = "x"\nend\n'],
  ['a.yaml', 'local M = {}\nlocal function process(event) return Result.DROP end'],
  ['a.json', '{function process(event)\nfunction process(event)\nend'],
])('a rule in Lua is refused with what to write instead: %s, %j', (name, text) => {
  const read = readRuleFileText(name, text, name.endsWith('json') ? 'json' : 'yaml')
  expect('faults' in read ? read.faults.map(fault => formatFileFault(name, fault)) : []).toEqual([
    expect.stringMatching(
      /^a\.\w+: is a rule in Lua, and Lua is not supported yet; write it as YAML: .*match.*rewrite, tag.*drop: true/,
    ),
  ])
})

test('a file of rules that speaks of Lua is not one in Lua', () => {
  const { faults } = textOf(`
rewrite_rules:
- comment: |
    function process(event) was its old form
  match: {field: a, value: b}
  drop: true
`)
  expect(faults).toEqual([])
})
