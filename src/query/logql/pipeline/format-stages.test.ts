import { describe, expect, test } from 'vitest'
import { LogqlError } from '../syntax/logql-error.ts'
import { parseLogql } from '../syntax/parse.ts'
import { linePipeline } from './pipeline.ts'

type Labels = Record<string, string>

function run(stages: string, text = 'a line', stream: Labels = {}) {
  const expression = `{a="b"} ${stages}`
  const log = parseLogql(expression)
  if (log.kind !== 'log') throw new Error(`${expression} is no log query`)
  const line = linePipeline(log, expression).run({ text, at: 0, stream, metadata: {} })
  return line && { text: line.text, labels: { ...line.labels.of('stream'), ...line.labels.of('parsed') } }
}

const labels = { user: 'Eve', n: '12', path: '/a b/c', took: '1.5s', size: '2KiB', empty: '', word: '  x  ' }
const inLogql = (template: string) => `| line_format ${JSON.stringify(template)}`

describe('a template writes', () => {
  test.each<[template: string, wanted: string]>([
    ['plain', 'plain'],
    ['{{.user}}', 'Eve'],
    ['{{.constructor}}', ''],
    ['{{ .user }}: {{.n}}{{.nothing}}!', 'Eve: 12!'],
    ['x  {{- .user -}}  y', 'xEvey'],
    ['{{/* a }} comment */}}z', 'z'],
    ['{{ "quo\\"ted" }}{{ `raw}}` }}', 'quo"tedraw}}'],
    ['{{ __line__ }}|{{ __line__ | upper }}', 'a line|A LINE'],
    ['{{ ToLower .user }} {{ .user | lower | upper }}', 'eve EVE'],
    ['{{ "straße" | ToUpper }}', 'STRAßE'],
    [
      '{{ Replace .path "/" "-" 1 }} {{ replace "/" "-" .path }} {{ Replace "ab" "" "." -1 }}',
      '-a b/c -a b-c .a.b.',
    ],
    [
      '{{ Trim "xxaxx" "x" }}{{ TrimLeft "xxaxx" "x" }}{{ TrimRight "xxaxx" "x" }}{{ trimAll "x" "xbx" }}',
      'aaxxxxab',
    ],
    [
      '{{ TrimPrefix .path "/a" }}{{ trimPrefix "/a" .path }}{{ TrimSuffix .path "c" }}{{ trimSuffix "c" .path }}',
      ' b/c b/c/a b//a b/',
    ],
    ['[{{ TrimSpace .word }}{{ trim .word }}]', '[xx]'],
    ['{{ trunc 2 "abc" }}{{ trunc -2 "abc" }}{{ trunc 9 "abc" }}', 'abbcabc'],
    ['{{ substr 1 2 "abc" }}{{ substr 1 -1 "abc" }}{{ substr -1 2 "abc" }}{{ substr 1 9 "abc" }}', 'bbcabbc'],
    ['{{ contains "v" .user }} {{ hasPrefix "E" .user }} {{ hasSuffix "E" .user }}', 'true true false'],
    ['{{ repeat 3 "ab" }}{{ indent 2 "a\\nb" }}{{ nindent 1 "c" }}', 'ababab  a\n  b\n c'],
    [
      '{{ alignLeft 5 .user }}|{{ alignRight 5 .user }}|{{ alignLeft 2 .user }}|{{ alignRight 2 .user }}',
      'Eve  |  Eve|Ev|ve',
    ],
    ['{{ b64enc .user }} {{ urlencode .path }} {{ urldecode "a%2Fb+c%C3%A4" }}', 'RXZl %2Fa+b%2Fc a/b cä'],
    [
      '{{ duration .took }} {{ bytes .size }} {{ duration_seconds "1us" }} {{ duration "100h" }}',
      '1.5 2048 1e-06 360000',
    ],
    ['{{ default "none" .empty }} {{ .user | default "none" }}', 'none Eve'],
    ['{{ if .empty }}a{{ else if eq .user "Eve" }}b{{ else }}c{{ end }}', 'b'],
    ['{{ if and .user (not .empty) }}yes{{ end }}{{ if or .empty (ne .n "12") }}no{{ end }}', 'yes'],
    ['{{ with .user }}<{{ . | lower }}>{{ else }}none{{ end }}', '<eve>'],
    ['{{ len "ä" }} {{ eq 1 1 }} {{ 1.50 }}', '2 true 1.5'],
  ])('%j', (template, wanted) => {
    expect(run(inLogql(template), 'a line', labels)?.text).toBe(wanted)
  })
})

test.each<[template: string, details: string]>([
  ['{{ substr 9 10 "abc" }}', 'slice bounds out of range'],
  ['{{ repeat -1 "abc" }}', 'strings: negative Repeat count'],
  ['{{ repeat 9999999999 "abc" }}', 'the text is too long'],
  ['{{ len (repeat 900000 "a" | b64enc) }}', 'the text is too long'],
  ['{{ len (repeat 900000 "a" | upper | lower | upper | lower) }}', 'the text is too long'],
  ['{{ eq .user 1 }}', 'incompatible types for comparison'],
  ['{{ lower 1 }}', 'wrong type for value of lower; expected string'],
  ['{{ duration .user }}', 'time: invalid duration "Eve"'],
  ['{{ urldecode "%x" }}', 'invalid URL escape "%x"'],
])('%j fails on a line, which stays', (template, details) => {
  const found = run(inLogql(template), 'a line', labels)
  expect(found?.text).toBe('a line')
  expect(found?.labels).toMatchObject({ __error__: 'TemplateFormatErr', __error_details__: details })
})

test('line filters and parsers behind it read the new line', () => {
  expect(
    run('| line_format "{{.json}}" |= "error" | json', 'x', { json: '{"level":"error"}' })?.labels.level,
  ).toBe('error')
  expect(run('| line_format "{{.user}}" |~ "^eve$"', 'eve', labels)).toBeUndefined()
  expect(run('| line_format "{{.user}}" != "x" or "y" !~ "z"', 'eve', labels)?.text).toBe('Eve')
})

test('stages behind it read no more than a template may write', () => {
  const stages = `${inLogql('{{ repeat 900000 "a" }}')} ${'| logfmt '.repeat(10)}`
  expect(() => run(stages)).toThrow(expect.objectContaining({ code: 'query_memory' }))
})

test.each<[formats: string, wanted: Labels]>([
  ['b="{{.a}}-{{.c}}"', { a: '1', b: '1-3', c: '3' }],
  ['b=a', { b: '1', c: '3' }],
  ['a=c', { a: '3' }],
  ['b=nothing', { a: '1', c: '3' }],
  ['b=constructor', { a: '1', c: '3' }],
  ['b=a, d="{{.a}}{{.b}}"', { b: '1', c: '3', d: '1' }],
  ['d="{{.c}}", b=a', { b: '1', c: '3', d: '3' }],
  [
    'c="{{ lower 1 }}"',
    {
      a: '1',
      c: '3',
      __error__: 'TemplateFormatErr',
      __error_details__: 'wrong type for value of lower; expected string',
    },
  ],
])('label_format %s', (formats, wanted) => {
  expect(run(`| label_format ${formats}`, 'x', { a: '1', c: '3' })?.labels).toEqual(wanted)
})

test.each<[stage: string, message: string]>([
  [
    '| line_format "{{ add 1 2 }}"',
    'col 11: invalid line template: the function "add" is not supported in a template',
  ],
  [
    `| line_format "{{ alignLeft ${'9'.repeat(310)} .a }}"`,
    `col 11: invalid line template: integer overflow: "${'9'.repeat(310)}"`,
  ],
  [
    '| line_format "{{ __timestamp__ }}"',
    'col 11: invalid line template: the function "__timestamp__" is not supported in a template',
  ],
  [
    '| line_format "{{ range .a }}{{ end }}"',
    'col 11: invalid line template: {{range}} is not supported in a template',
  ],
  [
    '| line_format "{{ $x := .a }}"',
    'col 11: invalid line template: "$x := .a" is not supported in a template',
  ],
  ['| line_format "{{ . }}"', 'col 11: invalid line template: all labels together, {{.}}, are not supported'],
  [
    '| line_format "{{ .a.b }}"',
    'col 11: invalid line template: fields of fields are not supported in a template',
  ],
  [
    '| line_format "{{ with .a }}{{ .b }}{{ end }}"',
    'col 11: invalid line template: labels within {{with}} are not supported; use {{if}}',
  ],
  ['| line_format "{{ .a"', 'col 11: invalid line template: unclosed action'],
  ['| line_format "{{ if .a }}"', 'col 11: invalid line template: unexpected EOF'],
  ['| line_format "{{ end }}"', 'col 11: invalid line template: unexpected {{end}}'],
  [
    '| line_format "{{ lower }}"',
    'col 11: invalid line template: wrong number of args for lower: want 1 got 0',
  ],
  ['| line_format "{{ (lower .a }}"', 'col 11: invalid line template: unclosed left paren'],
  [
    '| line_format "{{ constructor .a }}"',
    'col 11: invalid line template: the function "constructor" is not supported in a template',
  ],
  [
    '| label_format a="{{ now }}"',
    'col 24: invalid template for label \'a\': the function "now" is not supported in a template',
  ],
  ['| label_format a=b, a=c', "col 29: multiple label name 'a' not allowed in a single format operation"],
  ['| label_format __error__="x"', 'col 24: __error__ cannot be formatted'],
])('%s is refused', (stage, message) => {
  const refused = () => run(stage)
  expect(refused).toThrow(LogqlError)
  expect(refused).toThrow(`parse error at line 1, ${message}`)
})

test('templates that double a label end at a length', () => {
  const doubled = Array.from({ length: 40 }, () => '| label_format a="{{.a}}{{.a}}"').join(' ')
  expect(run(doubled, 'x', { a: '0123456789' })?.labels.__error__).toBe('TemplateFormatErr')
})
