import { describe, expect, it } from 'vitest'
import { event, readWith, responseContent } from './testing/read-with.ts'

const collected = (body: string, path = '/event', query = '') => readWith('splunk', body, { path, query })

describe('events', () => {
  it.each<[string, Record<string, unknown>, Parameters<typeof event>[0]]>([
    [
      'with all that is known of it',
      {
        time: 1767225598.123,
        host: 'web-1',
        source: '/var/log/app.log',
        sourcetype: 'app',
        index: 'main',
        event: 'Hello',
        fields: { site: 'A', severity: 'ERROR' },
      },
      {
        ts: 1767225598_123000,
        host: 'web-1',
        program: 'app',
        severity: 3,
        message: 'Hello',
        tags: { sourcetype: 'app', source: '/var/log/app.log', index: 'main', site: 'A', severity: 'ERROR' },
      },
    ],
    ['with its time as text', { time: '1767225598.5', event: 'm' }, { ts: 1767225598_500000, message: 'm' }],
    ['with an invalid time', { time: 'now', event: 'm' }, { message: 'm' }],
    ['that is a number', { event: 42 }, { message: '42' }],
    ['that is an empty object', { event: {} }, { message: '{}' }],
    [
      'of the Docker driver',
      { event: { line: 'GET /', source: 'stdout', tag: 'nginx/1' }, time: '1767225598.000000', host: 'dock' },
      {
        ts: 1767225598_000000,
        host: 'dock',
        program: 'nginx/1',
        message: 'GET /',
        extra: { line: 'GET /', source: 'stdout', tag: 'nginx/1' },
      },
    ],
    [
      'of a log library',
      { event: { message: 'm', severity: 'warn', nested: { a: 1 } } },
      { severity: 4, message: 'm', extra: { message: 'm', severity: 'warn', nested: { a: 1 } } },
    ],
  ])('one %s', (_, item, wanted) => {
    const { events, reply } = collected(JSON.stringify(item))
    expect(events).toEqual([event(wanted)])
    expect(responseContent(reply)).toEqual([200, { text: 'Success', code: 0 }])
  })

  it.each([
    ['one behind the other', '{"event":"a"}{"event":"b"}'],
    ['line by line', '{"event":"a"}\n{"event":"b"}\r\n'],
    ['in a list', ' [{"event":"a"}, {"event":"b"}] '],
    ['with braces and quotes in texts', '{"x":"}{\\"\\\\","event":"a"} {"event":"b"}'],
  ])('%s', (_, body) => {
    expect(collected(body).events.map(({ message }) => message)).toEqual(['a', 'b'])
  })

  it.each<[string, string[], number, string, number, number?]>([
    ['{"event":"a"}{"host":"h"}{"event":"b"}', ['a'], 400, 'Event field is required', 12, 1],
    ['{"event":""}', [], 400, 'Event field cannot be blank', 13, 0],
    ['{"event":"a","fields":[]}', [], 400, 'Error in handling indexed fields', 15, 0],
    ['{"event":"a"}{"event":', ['a'], 400, 'Invalid data format', 6, 1],
    ['hello', [], 400, 'Invalid data format', 6, 0],
    ['', [], 400, 'No data', 5],
    [' \n', [], 400, 'No data', 5],
  ])('%s: events before the fault are taken', (body, messages, status, text, code, number) => {
    const { events, reply } = collected(body)
    expect(events.map(({ message }) => message)).toEqual(messages)
    const place = number === undefined ? {} : { 'invalid-event-number': number }
    expect(responseContent(reply)).toEqual([status, { text, code, ...place }])
  })
})

it('raw lines have what the address says of them', () => {
  const query = 'channel=FE0ECFAD&host=h&sourcetype=app&source=s&index=i&time=1767225598'
  const common = {
    ts: 1767225598_000000,
    host: 'h',
    program: 'app',
    tags: { sourcetype: 'app', source: 's', index: 'i' },
  }
  expect(collected('one\r\n\n  two {\n', '/raw', query).events).toEqual([
    event({ ...common, message: 'one' }),
    event({ ...common, message: '  two {' }),
  ])
  expect(() => collected('\n', '/raw/1.0')).toThrow('No data')
})
