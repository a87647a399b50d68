import { expect, test } from 'vitest'
import { type Completion, completionAt, writeValue } from './completion.ts'

const at = (marked: string) => completionAt(marked.replace('^', ''), marked.indexOf('^'))
const short = (found: Completion | undefined) =>
  found &&
  (found.kind === 'name'
    ? `name ${found.typed}`
    : `value ${found.name} ${found.operator} ${[...found.listed, found.typed].join(',')}`)

const cases: [marked: string, wanted: string | undefined][] = [
  ['^', 'name '],
  ['ho^', 'name ho'],
  ['failed ho^', 'name ho'],
  ['failed ^', 'name '],
  ['-ho^', 'name ho'],
  ['(ho^', 'name ho'],
  ['a|ho^', 'name ho'],
  ['ho^st', undefined],
  ['^host', undefined],
  ['host:^', 'value host : '],
  ['host:we^', 'value host : we'],
  ['host:w^eb', 'value host : w'],
  ['-host!=we^', 'value host != we'],
  ['host:web-1,we^', 'value host : web-1,we'],
  ['severity >= ^', 'value severity >= '],
  ['severity>=e^ x', 'value severity >= e'],
  ['uid = ^', 'name '],
  ['program:"my a^', 'value program : my a'],
  ['program:"my a^" x', 'value program : my a'],
  ['program:"my app"^', undefined],
  ["program:'my a^", 'value program : my a'],
  ['"host:we^"', undefined],
  ['"host:we^', undefined],
  ['"a b" ho^', 'name ho'],
  ['12^', undefined],
  ['SrcIP:10.0^', 'value SrcIP : 10.0'],
]
for (const [marked, wanted] of cases)
  test(`${marked} completes ${wanted ?? 'nothing'}`, () => expect(short(at(marked))).toBe(wanted))

const values: [value: string, written: string | undefined][] = [
  ['web-1', 'web-1'],
  ['my app', '"my app"'],
  ['a,b', '"a,b"'],
  ['', '""'],
  ['say "hi"', '\'say "hi"\''],
  ['//x', '"//x"'],
  ['"\'', undefined],
]
for (const [value, written] of values)
  test(`the value ${value} is typed as ${written}`, () => expect(writeValue(value)).toBe(written))
