import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../api/testing/test-server.ts'
import type { Forwarder } from '../../schema/forwarding/forwarder.ts'
import { type CommandLine, openCommandLine, remoteOptions } from '../testing/command-line.ts'
import { forwardersCommand } from './forwarders.ts'

const siem = {
  name: 'SIEM',
  filter: [{ field: 'severity', op: 'le', value: 3 }],
  syslog: { host: 'siem.example', port: 6514, transport: 'tls' },
}
const splunk = { name: 'Splunk', splunk_hec: { url: 'https://splunk.example:8088', token: 's3cret' } }

let server: TestServer
let line: CommandLine
let remote: string[]
let answer: string | undefined
beforeEach(async () => {
  answer = undefined
  server = await testServer({ testForwarder: async () => answer })
  remote = await remoteOptions(server, 'user-admin')
  line = openCommandLine()
})
afterEach(() => server.app.close())

const forwarders = (...words: string[]) => line.run(forwardersCommand(), ...words, ...remote)
const at = (name: string, content: unknown) => line.file(name, JSON.stringify(content))
const shown = async (id: string): Promise<Forwarder> =>
  JSON.parse((await forwarders('show', id, '--json')).join('\n'))

test('forwarders are created from files, listed, shown, changed, paused, resumed and deleted', async () => {
  expect(await forwarders('create', '--file', at('siem.json', siem))).toEqual(['created 1  SIEM'])
  const yaml = line.file('all.yaml', 'name: x\nfile: {name: all.json}\n')
  expect(await forwarders('create', '-f', yaml, '--name', 'Archive')).toEqual(['created 2  Archive'])
  expect(await forwarders('list')).toEqual([
    '2  starting  file all.json  0 sent  0 waiting  Archive',
    '1  starting  syslog tls siem.example:6514  0 sent  0 waiting  SIEM',
  ])
  const lines = await forwarders('show', '1')
  expect(lines).toContain('Filter                [{"field":"severity","op":"le","value":3}]')
  expect(lines).toContain('  transport           tls')
  expect(lines).toContain('Deduplication window  60 s, the first event at once')

  const stored = await shown('1')
  expect(stored).toMatchObject({ ...siem, status: { state: 'starting' } })
  writeFileSync(line.file('siem.json'), JSON.stringify({ ...stored, window_size: 0 }))
  expect(await forwarders('update', '1', '-f', line.file('siem.json'))).toEqual(['updated 1  SIEM'])
  expect(await forwarders('update', '1', '--name', 'SIEM 2')).toEqual(['updated 1  SIEM 2'])
  expect(await shown('1')).toMatchObject({ ...siem, name: 'SIEM 2', window_size: 0 })

  expect(await forwarders('pause', '1', '2')).toEqual([
    '1  paused  syslog tls siem.example:6514  0 sent  0 waiting  SIEM 2',
    '2  paused  file all.json  0 sent  0 waiting  Archive',
  ])
  expect(await forwarders('resume', '2')).toEqual(['2  starting  file all.json  0 sent  0 waiting  Archive'])
  expect(JSON.parse((await forwarders('list', '--json')).join('\n'))).toMatchObject([{ id: 2 }, { id: 1 }])
  expect(await forwarders('delete', '1', '2')).toEqual(['deleted 1', 'deleted 2'])
  expect(await forwarders('list')).toEqual([])
})

test('a forwarder to Kafka is created and shown without its password', async () => {
  const kafka = { brokers: ['kafka-1.example:9092'], topic: 'logs', sasl: 'plain', user: 'millrace' }
  const file = at('kafka.json', { name: 'Lake', kafka: { ...kafka, password: 's3cret' } })
  await forwarders('create', '-f', file)
  expect(await forwarders('list')).toEqual([
    '1  starting  kafka logs at kafka-1.example:9092  0 sent  0 waiting  Lake',
  ])
  const lines = await forwarders('show', '1')
  expect(lines).toContain('  brokers             ["kafka-1.example:9092"]')
  expect(lines).toContain('Secrets               password')
  expect(await shown('1')).toMatchObject({ kafka, secrets: ['password'] })
  expect(lines.join('\n')).not.toContain('s3cret')
})

test('a test says what came back, and fails with the destination', async () => {
  await forwarders('create', '-f', at('splunk.json', splunk))
  expect(await forwarders('test', '1')).toEqual(['The destination took the event.'])
  expect(process.exitCode ?? 0).toBe(0)
  answer = 'connect ECONNREFUSED 192.0.2.1:8088'
  expect(await forwarders('test', '1')).toEqual(['! connect ECONNREFUSED 192.0.2.1:8088'])
  expect(process.exitCode).toBe(1)
  expect(await forwarders('skip', '1')).toEqual([
    '1  starting  splunk_hec https://splunk.example:8088  0 sent  0 waiting  Splunk',
  ])
  const all = [...(await forwarders('show', '1')), ...(await forwarders('show', '1', '--json'))]
  expect(all).toContain('Secrets               token')
  expect(all.join('\n')).not.toContain('s3cret')
})

test('a configuration of the interface is imported, and what is not supported is named', async () => {
  const file = line.file(
    'forwarder.yaml',
    `
match: {field: severity, op: le, value: err}
window_size: 0
queue: 3
forwarders:
- {type: syslog, target: 'siem.example:514', transport: udp, protocol: bsd, unsent_buffer_limit: 9}
- {type: sec, target: /run/sec}
- type: file
  target: /var/log/all.json
  rules: [{match: {field: host, op: nope, value: a}, drop: true}]
- {type: splunk-hec, target: 'https://splunk.example:8088', token: s3cret}
`,
  )
  const printed = await forwarders('import', file, '--paused')
  expect(printed.slice(0, 4)).toEqual([
    '! warning: queue: is not supported, and ignored',
    'created 1  syslog siem.example:514',
    '! warning: forwarders[0].unsent_buffer_limit: is ignored: events wait in the store; max_waiting_mb and max_age limit them',
    'created 2  splunk-hec splunk.example:8088',
  ])
  const [rest = ''] = printed.slice(4)
  expect(rest).toMatch(/^! not supported:\n {2}forwarders\[1\]\.type: sec is not supported: create a trigger/)
  expect(rest).toMatch(
    /\n {2}forwarders\[2\]: POST \/api\/forwarders was answered 400: .*rules\[0\]\.match\.op/,
  )
  expect(process.exitCode).toBe(1)
  expect(await shown('1')).toMatchObject({
    is_active: false,
    window_size: 0,
    filter: [{ field: 'severity', op: 'le', value: 3 }],
    syslog: { host: 'siem.example', port: 514, transport: 'udp', protocol: 'bsd' },
  })
  expect(await shown('2')).toMatchObject({ secrets: ['token'] })
})

test('an impossible command says why and changes nothing', async () => {
  expect(await forwarders('show', 'one')).toEqual(['! one is not an id of a forwarder: expected a number.'])
  expect((await forwarders('show', '1'))[0]).toMatch(/^! GET \/api\/forwarders\/1 was answered 404/)
  expect((await forwarders('create', '-f', line.file('bad.json', '{')))[0]).toMatch(
    /^! .*bad\.json is not json: /,
  )
  expect((await forwarders('create', '-f', line.file('list.json', '[]')))[0]).toMatch(
    /is no forwarder: expected/,
  )
  expect((await forwarders('create', '-f', at('none.json', { name: 'x' })))[0]).toMatch(
    /exactly one destination/,
  )
  expect(await forwarders('import', line.file('x.yaml', 'a: 1'))).toEqual([
    '! Expected an object with the list forwarders.',
  ])
  expect(process.exitCode).toBe(1)
  expect(await forwarders('list')).toEqual([])
})
