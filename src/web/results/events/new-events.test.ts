import { expect, test } from 'vitest'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import { newEventIds, newEventsText, newerEventsRequest } from './new-events.ts'

const events = (...ids: string[]) => ids.map(_id => ({ _id }))
const cases: [name: string, earlier: string[], later: string[], wanted: string[]][] = [
  ['nothing changed', ['3', '2'], ['3', '2'], []],
  ['two came, one left the page', ['3', '2'], ['5', '4', '3'], ['5', '4']],
  ['everything is new', ['3'], ['5', '4'], ['5', '4']],
  ['only the order changed', ['3', '2'], ['2', '3'], []],
]
for (const [name, earlier, later, wanted] of cases)
  test(name, () => expect(newEventIds(events(...earlier), events(...later))).toEqual(wanted))

const texts: [count: number, counted: number | undefined, text: string][] = [
  [7, undefined, '7 new'],
  [100, undefined, '100+ new'],
  [100, 12_345, '12,345 new'],
  // A count that was read before the list may be lower.
  [100, 60, '100 new'],
]
for (const [count, counted, text] of texts)
  test(`${count} on a page of 100, ${counted} counted: ${text}`, () =>
    expect(newEventsText(count, 100, counted)).toBe(text))

// Only the times of an event are read.
const shown = [{ first_occurrence: 10.5, last_occurrence: 20.25 }] as EventRecord[]
const asks: [sort: string[], condition: object | undefined][] = [
  [['-last_occurrence'], { field: 'last_occurrence', op: 'gt', value: 20.25 }],
  [['-first_occurrence'], { field: 'first_occurrence', op: 'gt', value: 10.5 }],
  [['-counter'], undefined],
  [['last_occurrence'], undefined],
]
for (const [sort, condition] of asks)
  test(`events after the shown ones, sorted by ${sort}`, () => {
    const host = { field: 'host', value: 'a' }
    const ask = newerEventsRequest(
      { type: 'Search', params: { sort, filter: [host], page_size: 100 } },
      shown,
    )
    expect(ask?.params).toEqual(condition && { sort, filter: [host, condition], page_size: 1 })
    expect(newerEventsRequest({ type: 'Search', params: { sort } }, [])).toBeUndefined()
  })
