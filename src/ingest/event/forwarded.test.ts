import { expect, test } from 'vitest'
import { loopElement } from '../../schema/forwarding/loop-mark.ts'
import { blankEvent } from './blank-event.ts'
import { isLoop } from './forwarded.ts'

const table: [via: unknown, isLoop: boolean, tag: string | undefined][] = [
  [undefined, false, undefined],
  ['', false, ''],
  ['two', false, 'two'],
  ['one', true, undefined],
  ['two,one', true, undefined],
  ['onetwo,two', false, 'onetwo,two'],
  [['one'], false, undefined],
]

test.each(table)('forwarded by %j: a loop %s', (via, wanted, tag) => {
  const event = blankEvent('fw-1', 0)
  if (via !== undefined) event.extra = { [`SDATA.${loopElement}.via`]: via }
  expect(isLoop(event, 'one')).toBe(wanted)
  expect(event.tags.forwarded_by).toBe(tag)
})
