import { expect, test } from 'vitest'
import type { Pill } from '../../../filter/typed/pill.ts'
import { parseTypedQuery } from '../../../filter/typed/typed-query.ts'
import { writePill } from './write-pill.ts'

const pill = (field: string, op: Pill['op'], ...values: string[]): Pill => ({ field, op, values, off: false })

const written: [pill: Pill, text: string][] = [
  [pill('host', 'eq', 'web-1'), 'host:web-1'],
  [pill('host', 'ne', 'web-1', 'web-2'), 'host!=web-1,web-2'],
  [pill('severity', 'le', '3'), 'severity<=error'],
  [pill('status', 'eq', '2'), 'status:non-actionable'],
  [pill('program', 'eq', 'my app'), 'program:"my app"'],
  [pill('program', 'eq', 'my app', 'cron'), '(program:"my app" | program:cron)'],
  [pill('program', 'ne', 'a b', 'c d'), 'program!="a b" program!="c d"'],
  [pill('ut_status', 'eq', '500'), 'ut_status:500'],
  [pill('SrcIP', '=~', '^10\\.'), 'SrcIP=~^10\\.'],
  [pill('message', 'eq', 'disk full'), "message:'disk full'"],
  [pill('message', 'eq', 'fail* login', 'x'), "(message:'fail* login' | message:x)"],
  [pill('message', 'ne', 'disk full'), "message!='disk full'"],
  [pill('SrcIP', 'eq', '/a[b]/'), 'SrcIP:"/a[b]/"'],
  [pill('SrcIP', 'eq', '[a'), 'SrcIP:"[a"'],
]
for (const [from, text] of written)
  test(`${text} is read back as the filter`, () => {
    expect(writePill(from)).toBe(text)
    expect(parseTypedQuery(text, name => name).pills).toEqual([from])
  })

for (const none of [pill('a b', 'eq', 'x'), pill('message', 'qp', 'x'), pill('host', 'eq', `"'`)])
  test(`${none.field} ${none.op} ${none.values[0]} cannot be typed`, () =>
    expect(writePill(none)).toBeUndefined())
