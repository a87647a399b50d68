import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallDatabase } from '../../src/geoip/testing/places.ts'
import { Client } from '../testing/client.ts'
import { Millrace } from '../testing/millrace.ts'
import { run } from '../testing/programs.ts'
import { until } from '../testing/until.ts'

let folder: string
let millrace: Millrace
let client: Client
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'millrace-tags-'))
  const geoip = path.join(folder, 'city.mmdb')
  writeFileSync(geoip, smallDatabase())
  const rules = path.join(folder, 'rules')
  mkdirSync(rules)
  // Reads a field, and creates the address that gets geo tags.
  const file = {
    hc_tags: ['session'],
    rewrite_rules: [
      { match: { field: 'message', op: '=~', value: 'peer (\\S+) session' }, tag: { Peer: '$1' } },
      { match: { field: 'act', value: 'blocked' }, tag: { Verdict: 'no' } },
    ],
  }
  writeFileSync(path.join(rules, 'peers.json'), JSON.stringify(file))
  millrace = await Millrace.start({
    MILLRACE_AUTOMATIC_FIELDS: 'all',
    MILLRACE_GEOIP_FILE: geoip,
    MILLRACE_GEOIP_TAGS: 'src,Peer,host',
    MILLRACE_RULES_DIR: rules,
  })
  client = new Client(millrace)
})
afterAll(async () => {
  await millrace.remove()
  rmSync(folder, { recursive: true })
})

const melbourne = (of: string) => ({
  [`${of} Country`]: 'Australia',
  [`${of} State`]: 'Victoria',
  [`${of} City`]: 'Melbourne',
})

const messages: [name: string, message: string, tags: Record<string, string>][] = [
  [
    'CEF',
    'CEF:0|Acme|Gate|1.2|100|Port scan|5|src=1.120.0.1 act=blocked cs1=All of it cs1Label=Rule',
    {
      ...{ deviceVendor: 'Acme', deviceProduct: 'Gate', deviceVersion: '1.2', deviceEventClassId: '100' },
      ...{ name: 'Port scan', deviceSeverity: '5', src: '1.120.0.1', act: 'blocked', Rule: 'All of it' },
      ...{ Verdict: 'no', ...melbourne('src') },
    },
  ],
  [
    'LEEF',
    'LEEF:2.0|Acme|Gate|1.2|SCAN|^|src=8.8.8.8^act=ok',
    {
      ...{ deviceVendor: 'Acme', deviceProduct: 'Gate', deviceVersion: '1.2', deviceEventClassId: 'SCAN' },
      ...{ src: '8.8.8.8', act: 'ok', 'src Country': 'United States' },
    },
  ],
  ['JSON', '{"src":"10.0.0.1","user":{"name":"bob"}}', { src: '10.0.0.1', 'user.name': 'bob' }],
  [
    'pairs and a rule',
    'peer 1.120.0.1 session=a7 zone="north east"',
    { session: 'a7', zone: 'north east', Peer: '1.120.0.1', ...melbourne('Peer') },
  ],
]

test('fields, what rules make of them, and places of both are tags that are found and counted', async () => {
  const { host, port } = millrace.address('syslog_tcp')
  const args = ['--server', host, '--port', String(port), '--tcp', '--rfc5424=notq', '--tag', 'tagged']
  await run('logger', args, messages.map(([, message]) => message).join('\n'))
  const all = async () => await client.search({ filter: [{ field: 'program', value: 'tagged' }] })
  await until('all messages', async () => (await all()).totals.count === messages.length)
  const { objects } = (await all()).events
  for (const [name, message, tags] of messages) {
    const event = objects.find(one => one.message === message)
    expect(event?.user_tags, name).toEqual(tags)
  }
  const top = async (field: string) => {
    const { results } = await client.query('TopN', { field, time_range: { preset: 'last_1_hours' } })
    return results
  }
  expect(await top('Peer City')).toMatchObject({ totals: { values: [{ name: 'Melbourne', count: 1 }] } })
  // Flagged as high-cardinality, but still counted.
  expect(await top('session')).toMatchObject({ totals: { values: [{ name: 'a7', count: 1 }] } })
})
