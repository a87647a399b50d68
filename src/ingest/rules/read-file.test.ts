// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of rules are written so
import { expect, test } from 'vitest'
import { readRuleFile } from './read-file.ts'
import { faultLine } from './rule-faults.ts'
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
    ['f.yaml, rule 1, tag.host: is the name of a field; expected another name'],
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
    { rewrite_rules: [{ match: { field: 'message', op: '=~', value: '(a)(b)' }, tag: { A: '$3' } }] },
    ['f.yaml, rule 1, match: $3 is used, but the regular expression has 2 captures'],
  ],
  [
    { rewrite_rules: [{ drop: true, tag: { A: 'x' } }] },
    [
      'f.yaml, rule 1, drop: expected a match: without one every event would be dropped',
      'f.yaml, rule 1, drop: stands only with match; tag would do nothing',
    ],
  ],
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
      'f.yaml, rule 1, replace[1].fmt: $1 is not there: the expression has 0 captures',
    ],
  ],
]

test.each(rows)('%j', (content, faults) => {
  const read = readRuleFile('f.yaml', content)
  expect('faults' in read ? read.faults.map(fault => faultLine('f.yaml', fault)) : []).toEqual(faults)
})

test('what is sound comes back complete', () => {
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

test('an operator that YAML takes for a tag is told with what to do', () => {
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
