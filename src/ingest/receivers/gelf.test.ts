import { expect, it } from 'vitest'
import { event, readWith, responseContent } from './testing/read-with.ts'

it.each<[string, Record<string, unknown>, Parameters<typeof event>[0]]>([
  [
    'with everything',
    {
      version: '1.1',
      host: 'web-1',
      short_message: 'Failed',
      full_message: 'Failed\nat line 1',
      timestamp: 1767225598.1234,
      level: 3,
      _container_name: 'cart',
      _image_name: 'shop/cart',
      _user_id: 9001,
      _id: 'x',
      _long: 'y'.repeat(256),
    },
    {
      ts: 1767225598_123400,
      host: 'web-1',
      program: 'cart',
      severity: 3,
      message: 'Failed\nat line 1',
      tags: { image_name: 'shop/cart' },
      extra: { user_id: 9001, long: 'y'.repeat(256) },
    },
  ],
  ['with the least', { version: '1.1', host: 'h', short_message: 'm' }, { host: 'h', message: 'm' }],
  [
    'of an old sender, its facility a name of its own',
    { host: 'h', short_message: 's', full_message: 'whole', facility: 'my.logger' },
    { host: 'h', program: 'my.logger', message: 's\nwhole' },
  ],
  ['with a facility of syslog', { short_message: 'm', facility: 'daemon' }, { facility: 3, message: 'm' }],
  ['with an invalid level', { short_message: 'm', level: 9 }, { message: 'm' }],
])('a message %s', (_, message, wanted) => {
  const { events, reply } = readWith('gelf', JSON.stringify(message))
  expect(events).toEqual([event(wanted)])
  expect(reply).toEqual({ status: 202, type: '', body: '' })
})

it('the good ones of several are taken, and the first bad one is named', () => {
  const { events, refused, reply } = readWith('gelf', '{"short_message":"a"}\n{}\n{"short_message":"b"}\nx')
  expect(events.map(({ message }) => message)).toEqual(['a', 'b'])
  expect(refused).toBe(2)
  expect(responseContent(reply)).toEqual([400, { message: 'Message 1 has no short_message.' }])
})

it('nothing is no message', () => {
  expect(() => readWith('gelf', '')).toThrow('The body has no message.')
})
