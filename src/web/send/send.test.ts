import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Listener } from '../../schema/intake/listener.ts'
import { fillIn, needsToken, type Target } from './fill-in.ts'
import { readRecipes } from './read-recipes.ts'
import { findSenders, senders } from './senders.ts'

const document = readFileSync(new URL('../../../docs/sending-logs.md', import.meta.url), 'utf8')
const recipes = readRecipes(document)

test('every sender has its lines in the document', () => {
  for (const { id, sections } of senders)
    for (const { key } of sections) expect(recipes.get(key)?.length, `${id}: ${key}`).toBeTruthy()
})

test('a recipe has the prose before its lines, and whether they are tried', () => {
  const [first, tls] = recipes.get('rsyslog') ?? []
  expect(first?.isTried).toBe(true)
  expect(first?.code).toContain('action(type="omfwd"')
  expect(first?.prose[0]?.[0]?.text).toMatch(/^Over TCP/)
  expect(tls?.prose[0]?.some(({ text, isCode }) => isCode && text === 'ca.pem')).toBe(true)
  expect(recipes.get('Cisco')?.every(({ isTried }) => !isTried)).toBe(true)
})

const listener = (kind: string, port: number): Listener => ({
  name: kind,
  kind,
  transport: kind.endsWith('udp') ? 'udp' : 'tcp',
  host: '0.0.0.0',
  port,
  path: null,
  tls: kind === 'syslog-tls',
  client_certificates: 'none',
  timezone: 'UTC',
  program: null,
  tags: {},
})
const target: Target = {
  host: 'log.corp',
  protocol: 'https:',
  port: 443,
  token: 'ingest-1',
  listeners: [listener('syslog-udp', 1514), listener('syslog-tcp', 2514), listener('json-tcp', 5515)],
}

test.each([
  ['server=logs.example.com:5514,facility', 'server=log.corp:1514,facility', []],
  ['Module om_tcp\nPort 5514', 'Module om_tcp\nPort 2514', []],
  [
    'port 5514\nprotocol TCP (UDP where there is no TCP)',
    'port 2514\nprotocol TCP (UDP where there is no TCP)',
    [],
  ],
  ['set port 5514\nset mode reliable', 'set port 2514\nset mode reliable', []],
  ['logging server 192.0.2.10 6 port 5514', 'logging server log.corp 6 port 1514', []],
  ['set system syslog host 192.0.2.10 port 5514', 'set system syslog host log.corp port 1514', []],
  ['port="5514" protocol="udp"', 'port="1514" protocol="udp"', []],
  ['access_log syslog:server=logs.example.com:5514', 'access_log syslog:server=log.corp:1514', []],
  ['port="6514"', 'port="6514"', ['tls']],
  ['http://logs.example.com:8080/elasticsearch', 'https://log.corp/elasticsearch', []],
  ['Host logs.example.com\n Port 8080\n tls  off', 'Host log.corp\n Port 443\n tls  on', []],
  ['serverport="8080" useHttps="off"', 'serverport="443" useHttps="on"', []],
  [
    'curl $MILLRACE_URL/gelf -H "token $MILLRACE_TOKEN"',
    'curl https://log.corp/gelf -H "token ingest-1"',
    [],
  ],
  ['source-address 192.0.2.1, host 192.0.2.10', 'source-address 192.0.2.1, host log.corp', []],
  ['udp://logs.example.com:12201', 'udp://log.corp:12201', ['gelf']],
])('%s', (code, filled, missing) => {
  expect(fillIn(code, target)).toEqual({ code: filled, missing })
})

test.each(['2001:db8::1', '[2001:db8::1]'])(
  'the IPv6 address %s has brackets only before a port; without a token its placeholder stays',
  host => {
    const code =
      'http://logs.example.com:8080/x host logs.example.com server=logs.example.com:5514 $MILLRACE_TOKEN'
    const filled = fillIn(code, { ...target, host, token: undefined })
    expect(filled.code).toBe(
      'https://[2001:db8::1]/x host 2001:db8::1 server=[2001:db8::1]:1514 $MILLRACE_TOKEN',
    )
    expect(needsToken(filled.code)).toBe(true)
  },
)

test.each([
  ['forti', ['fortigate']],
  ['k8s', ['kubernetes']],
  ['windows elastic', ['winlogbeat']],
  ['nothing of it', []],
])('a search for %s', (search, ids) => {
  expect(findSenders(search).map(({ id }) => id)).toEqual(ids)
})
