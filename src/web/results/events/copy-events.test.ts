import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { testEvent } from '../testing/test-event.ts'
import { eventLines, eventsCurl, eventsJson, shellQuoted } from './copy-events.ts'

const event = testEvent({ message: 'disk\nfull', last_occurrence: 1767225600.25 })

test('an event is one line, whatever it says', () =>
  expect(eventLines([event, event], 'UTC')).toBe(
    Array(2).fill('2026-01-01 00:00:00.250 web-1 app Error: disk full').join('\n'),
  ))

test('one event is an object, several are a list', () => {
  expect(JSON.parse(eventsJson([event]))).toEqual(event)
  expect(JSON.parse(eventsJson([event, event]))).toEqual([event, event])
})

test('a command reads the event with the token of the environment', () =>
  expect(eventsCurl([event], 'http://logs:8080')).toBe(
    `curl -s 'http://logs:8080/api/events/7' -H "Authorization: token $MILLRACE_TOKEN"`,
  ))

for (const text of ["it's", '$(id) `id` "x" \\', '-n', 'a\nb'])
  test(`a shell reads ${JSON.stringify(text)} as it is`, () =>
    expect(execFileSync('sh', ['-c', `printf %s ${shellQuoted(text)}`]).toString()).toBe(text))
