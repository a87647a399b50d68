import { expect, test } from 'vitest'
import { linePipeline } from './pipeline/pipeline.ts'
import { predicateOf } from './predicate.ts'
import { LogqlError } from './syntax/logql-error.ts'
import { parseLogql } from './syntax/parse.ts'
import { printLogql } from './syntax/print.ts'

const needsMatcher =
  'queries require at least one regexp or equality matcher that does not have an empty-compatible value. For instance, host=~".*" does not meet this requirement, but host=~".+" will'

test.each<[expression: string, message: string]>([
  ['', 'line 1, col 1: syntax error: unexpected end of the expression'],
  [
    '{',
    'line 1, col 2: syntax error: unexpected end of the expression, expecting the name of a label or "}"',
  ],
  [
    '{host',
    'line 1, col 6: syntax error: unexpected end of the expression, expecting "=", "!=", "=~" or "!~"',
  ],
  ['{host=fw}', 'line 1, col 7: syntax error: unexpected name fw, expecting a text in quotation marks'],
  ['{host="a" program="b"}', 'line 1, col 11: syntax error: unexpected name program, expecting "," or "}"'],
  ['{host="a"', 'line 1, col 10: syntax error: unexpected end of the expression, expecting "," or "}"'],
  [
    'sum by (host (rate({host="a"}[5m]))',
    'line 1, col 14: syntax error: unexpected "(", expecting "," or ")"',
  ],
  ['{host="a', 'line 1, col 7: literal not terminated'],
  [
    '{host="a\\d"}',
    'line 1, col 9: invalid char escape; in a regular expression write \\\\ or use backquotes',
  ],
  ["{host='a'}", 'line 1, col 7: syntax error: unexpected character "\'"'],
  ['{host=~"("}', 'line 1, col 2: expected a regular expression in RE2 syntax: missing closing ): ^(?:()$'],
  ['{host=~"a)|(b"}', 'line 1, col 2: expected a regular expression in RE2 syntax: unexpected ): a)|(b'],
  ['rate({host="a"}[1h:5m])', 'line 1, col 19: a subquery is not supported'],
  ['{}', `line 1, col 1: ${needsMatcher}`],
  ['{host=~".*"}', `line 1, col 1: ${needsMatcher}`],
  ['{host!="a"}', `line 1, col 1: ${needsMatcher}`],
  ['{counter="2"}', 'line 1, col 2: the label "counter" is of lines only, and cannot be selected by'],
  ['{host="a"} | json x="a..b"', 'line 1, col 19: cannot parse expression [a..b]'],
  ['{host="a"} | json x="a b"', 'line 1, col 19: cannot parse expression [a b]'],
  ['{host="a"} | json x="[1.5]"', 'line 1, col 19: cannot parse expression [[1.5]]'],
  ['{host="a"} | json x="[\\"a\\""', 'line 1, col 19: cannot parse expression [["a"]'],
  [
    '{host="a"} | json x=',
    'line 1, col 21: syntax error: unexpected end of the expression, expecting a text in quotation marks',
  ],
  ['{host="a"} | logfmt x="a b"', 'line 1, col 21: cannot parse expression [a b]'],
  [
    '{host="a"} | logfmt --loose',
    'line 1, col 21: syntax error: unexpected flag --loose, expecting "--strict" or "--keep-empty"',
  ],
  [
    '{host="a"} | json | user=~"("',
    'line 1, col 21: expected a regular expression in RE2 syntax: missing closing ): (',
  ],
  [
    '{host="a"} | keep',
    'line 1, col 18: syntax error: unexpected end of the expression, expecting the name of a label',
  ],
  ['{host="a"} | pattern "<_>"', 'line 1, col 14: at least one capture is required'],
  [
    '{host="a"} | regexp x',
    'line 1, col 21: syntax error: unexpected name x, expecting an expression in quotation marks',
  ],
  ['{host="a"} | unpack', 'line 1, col 14: the stage "unpack" is not supported'],
  ['{host="a"}\n| decolorize', 'line 2, col 3: the stage "decolorize" is not supported'],
  [
    '{host="a"} | line_format x',
    'line 1, col 26: syntax error: unexpected name x, expecting a template in quotation marks',
  ],
  [
    '{host="a"} | label_format a=1',
    'line 1, col 29: syntax error: unexpected number 1, expecting a label, or a template in quotation marks',
  ],
  ['{host="a"} | decolorize', 'line 1, col 14: the stage "decolorize" is not supported'],
  [
    '{host="a"} |> "<_> b"',
    'line 1, col 12: the pattern filter "|>" is not supported; write |~ with a regular expression',
  ],
  ['{host="a"} |= ip("10.0.0.0/8")', 'line 1, col 15: the filter ip() is not supported'],
  ['{host="a"} | user=ip("10.0.0.0/8")', 'line 1, col 19: the filter ip() is not supported'],
  ['{host="a"} | user > 99999999EB', 'line 1, col 21: the bytes 99999999EB is too large'],
  ['{host="a"} | severity > 3', 'line 1, col 14: the label "severity" is no number; compare it with a text'],
  [
    '{host="a"} | user="a" or user="b" and user="c"',
    'line 1, col 35: "and" and "or" beside each other are not supported; use parentheses',
  ],
  ['{host="a"} | unwrap user', 'line 1, col 14: unwrap is allowed in functions of a range only'],
  ['sum_over_time({host="a"}[1m])', 'line 1, col 1: invalid aggregation sum_over_time without unwrap'],
  [
    'count_over_time({host="a"} | unwrap b [1m])',
    'line 1, col 1: invalid aggregation count_over_time with unwrap',
  ],
  [
    'quantile_over_time({host="a"}[1m])',
    'line 1, col 20: parameter required for operation quantile_over_time',
  ],
  [
    'avg_over_time(1, {host="a"}[1m])',
    'line 1, col 15: parameter 1 not supported for operation avg_over_time',
  ],
  [
    'sum_over_time({host="a"} | unwrap b [1m]) by (c)',
    'line 1, col 43: "by" of the function sum_over_time() is not supported; write sum by (…)',
  ],
  [
    'sum_over_time({host="a"} | unwrap b | json [1m])',
    'line 1, col 44: syntax error: unexpected "[", expecting an operator',
  ],
  ['stddev(rate({host="a"}[1m]))', 'line 1, col 1: the function stddev() is not supported'],
  ['sort_desc({host="a"})', 'line 1, col 11: unexpected log query, expecting numbers for sort_desc()'],
  [
    '{host="a"} unless vector(1)',
    'line 1, col 12: unexpected log query beside the operator unless; expecting numbers',
  ],
  ['label_replace(vector(1), "a", "b")', 'line 1, col 34: syntax error: unexpected ")", expecting ","'],
  [
    'vector(1) or on (host) vector(2)',
    'line 1, col 14: "on" is not supported; series meet when all of their labels are equal',
  ],
  [
    'rate({host="a"}[1m]) / on (host) rate({host="b"}[1m])',
    'line 1, col 24: "on" is not supported; series meet when all of their labels are equal',
  ],
  [
    'rate({host="a"}[1m]) by (host)',
    'line 1, col 22: "by" of the function rate() is not supported; write sum by (…)',
  ],
  ['rate({host="a"})', 'line 1, col 16: syntax error: unexpected ")", expecting "["'],
  ['rate({host="a"}[0s])', 'line 1, col 17: expected a duration above 0'],
  ['rate({host="a"}[5])', 'line 1, col 17: syntax error: unexpected number 5, expecting a duration as 5m'],
  ['topk(0, rate({host="a"}[1m]))', 'line 1, col 6: invalid parameter (must be greater than 0) topk(0'],
  ['{host="a"} + 1', 'line 1, col 12: unexpected log query beside the operator +; expecting numbers'],
  ['sum({host="a"})', 'line 1, col 5: unexpected log query, expecting numbers for sum()'],
  ['foo({host="a"})', 'line 1, col 1: syntax error: unexpected name foo, expecting a function'],
  ['host', 'line 1, col 1: syntax error: unexpected name host, expecting a function or "{"'],
  [
    `${'('.repeat(60)}1${')'.repeat(60)}`,
    'line 1, col 52: expected at most 50 parentheses and functions within each other',
  ],
  ['1 1', 'line 1, col 3: syntax error: unexpected number 1, expecting the end'],
  [
    `{host=~"${'a'.repeat(1_001)}"}`,
    'line 1, col 2: expected a regular expression of at most 1000 characters',
  ],
  [`{host=~".+"}${' |= "a"'.repeat(201)}`, 'line 1, col 1407: expected at most 200 conditions'],
  [`1${'+1'.repeat(501)}`, 'line 1, col 1002: expected at most 500 operators'],
  [
    `sum by (${Array.from({ length: 51 }, (_, i) => `a${i}`).join(', ')}) (rate({host="a"}[5m]))`,
    'line 1, col 249: expected at most 50 labels',
  ],
  [
    `{host=~".+"} |= "${'a'.repeat(1_001)}"`,
    'line 1, col 14: expected a text of at most 1000 characters; .*+?^$()[]{}|\\ count twice',
  ],
  ['x'.repeat(10_001), 'line 1, col 10001: expected at most 10000 characters in an expression'],
])('%.40s is refused', (text, message) => {
  const meaning = () => {
    const expression = parseLogql(text)
    if (expression.kind === 'log') {
      predicateOf(expression, text)
      linePipeline(expression, text)
    }
  }
  expect(meaning).toThrow(LogqlError)
  expect(meaning).toThrow(`parse error at ${message}`)
})

test.each([
  ['{ host="a",program=~`b` }|="c" or"d"', '{host="a", program=~"b"} |= "c" or "d"'],
  ['{a="b"}|c="d",e>=1|(f="g" or h!="i")and j="k"', '{a="b"} | c="d" and e>=1 | (f="g" or h!="i") and j="k"'],
  [
    'topk(3,sum(rate({a="b"}[90s]offset 1h))by(host))>bool 2',
    '(topk(3, sum by (host) (rate({a="b"} [1m30s] offset 1h))) > bool 2)',
  ],
  ['vector(1)+vector(1)', '(vector(1) + vector(1))'],
  ['vector(1)or vector(2)and vector(3)>4', '(vector(1) or (vector(2) and (vector(3) > 4)))'],
  [
    'sort(label_replace(vector(1),"a",`$1`,"b","(.*)"))',
    'sort(label_replace(vector(1), "a", "$1", "b", "(.*)"))',
  ],
  [
    '{a="b"}|json|json x="y.z",y|logfmt --strict  --keep-empty a|drop b,c=~"d"|keep e|f>=1.5h,g<20KiB|line_format `{{.x}}`|label_format h=i,j="{{.k}}"|pattern `<l>`|regexp "(?P<m>.)"',
    '{a="b"} | json | json x="y.z", y="y" | logfmt --strict --keep-empty a="a" | drop b, c=~"d" | keep e | f>=1.5h and g<20KiB | line_format "{{.x}}" | label_format h=i, j="{{.k}}" | pattern "<l>" | regexp "(?P<m>.)"',
  ],
  [
    'quantile_over_time(.9,{a="b"}|json|unwrap duration(c)|c>1,d="e"|f=""[1m])by(g)',
    'quantile_over_time(0.9, {a="b"} | json | unwrap duration(c) | c>1 and d="e" | f="" [1m]) by (g)',
  ],
  ['absent_over_time({a="b"}[1m])unless vector(1)', '(absent_over_time({a="b"} [1m]) unless vector(1))'],
])('%s is formatted, and means the same then', (text, formatted) => {
  const printed = printLogql(parseLogql(text))
  expect(printed).toBe(formatted)
  expect(printLogql(parseLogql(printed))).toBe(printed)
})
