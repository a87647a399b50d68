import { expect, test } from 'vitest'
import type { EventRecord } from '../../../schema/event/event-record.ts'
import type { QueryAnswer } from '../../api/queries.ts'
import { reuseUnchangedEvents } from './reuse-events.ts'

// Only the events of an answer are read, and of an event only the members that can change.
const answer = (...objects: object[]) =>
  ({ results: { events: { objects } } }) as unknown as QueryAnswer<'Search'>
const event = (_id: string, more: Partial<EventRecord> = {}) => ({ _id, counter: 1, status: 0, ...more })

test('an event that did not change is the same object, one that repeated is not', () => {
  const earlier = answer(event('2'), event('1'))
  const later = answer(event('3'), event('2', { counter: 2 }), event('1'))
  const objects = reuseUnchangedEvents(earlier, later)?.results.events?.objects
  expect(objects).toEqual(later.results.events?.objects)
  expect(objects?.[1]).toBe(later.results.events?.objects[1])
  expect(objects?.[2]).toBe(earlier.results.events?.objects[1])
})

test('an answer without events stays as it is', () => {
  const later = answer(event('1'))
  expect(reuseUnchangedEvents(undefined, later)).toBe(later)
  expect(reuseUnchangedEvents(later, undefined)).toBeUndefined()
})
