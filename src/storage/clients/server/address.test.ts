import { expect, test } from 'vitest'
import { readServerAddresses } from './address.ts'

const common = { username: 'millrace', password: 'common' }

test('credentials of an address win over credentials of the settings, and are not in its URL', () => {
  const text = 'https://a.example.com:8443, http://na%40me:p%2Fw@b.example.com:8123/, http://only@c'
  expect(readServerAddresses(text, common)).toEqual([
    { url: 'https://a.example.com:8443/', name: 'a.example.com:8443', ...common },
    { url: 'http://b.example.com:8123/', name: 'b.example.com:8123', username: 'na@me', password: 'p/w' },
    { url: 'http://c/', name: 'c:80', username: 'only', password: 'common' },
  ])
})

test.each(['', 'clickhouse', 'tcp://a:9000', 'http://a:8123/?database=x', 'http://%ff@a'])(
  'no address of a server: %s',
  text => expect(readServerAddresses(text, common)).toBeUndefined(),
)
