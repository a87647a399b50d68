import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { EventRecord } from '../../schema/event/event-record.ts'
import { hintsOf } from './hints/event-hints.ts'

test('the example of docs/events.md has the hints that are printed there', () => {
  const page = readFileSync(new URL('../../../docs/events.md', import.meta.url), 'utf8')
  const blocks = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, block = '']) => JSON.parse(block))
  const event = blocks.find(block => 'message' in block && '_id' in block)
  const hints = blocks.find(block => Array.isArray(block.message))
  // The page shows an event as the API returns it.
  expect(hintsOf(event as EventRecord, true)).toEqual(hints)
})
