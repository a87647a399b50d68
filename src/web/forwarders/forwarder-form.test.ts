import { expect, test } from 'vitest'
import type { Forwarder, ForwarderStatus } from '../../schema/forwarding/forwarder.ts'
import { changedMembers } from '../components/forms/changed-members.ts'
import { destinationText } from './destination-text.ts'
import { draftOf, formOf } from './forwarder-form.ts'

const status: ForwarderStatus = {
  state: 'sending',
  error: null,
  error_at: null,
  retry_at: null,
  sent_at: null,
  sent: 0,
  occurrences: 0,
  rate: 0,
  dropped: 0,
  refused: 0,
  skipped: 0,
  held_back: 0,
  waiting: 0,
  oldest_waiting: null,
}

function forwarder(members: Partial<Forwarder>): Forwarder {
  return {
    id: 1,
    name: 'SIEM',
    is_active: true,
    filter: [],
    window_size: 60,
    fast_forward_first: true,
    rules: [],
    rate_limit: null,
    max_age: null,
    max_waiting_mb: null,
    secrets: [],
    status,
    created_at: 0,
    updated_at: 0,
    ...members,
  }
}

test('a new forwarder has the defaults of its kind', () => {
  const form = formOf(undefined)
  const syslog = { ...form.settings.syslog, host: ' logs.example.com ' }
  expect(draftOf({ ...form, name: ' SIEM ', settings: { ...form.settings, syslog } })).toEqual({
    name: 'SIEM',
    syslog: {
      host: 'logs.example.com',
      port: 514,
      transport: 'tcp',
      protocol: 'rfc5424',
      framing: 'octet_count',
    },
    filter: [],
    window_size: 60,
    fast_forward_first: true,
    rate_limit: null,
    max_age: null,
    max_waiting_mb: null,
    rules: [],
  })
})

test('an unchanged form changes nothing', () => {
  const stored = forwarder({
    syslog: { host: 'fd00::5', port: 6514, transport: 'tls', ca: 'PEM' },
    rules: [{ match: { field: 'host', value: 'a' }, drop: true }],
    rate_limit: 100,
  })
  expect(changedMembers(draftOf(formOf(stored)), draftOf(formOf(stored)))).toEqual({})
  expect(draftOf(formOf(stored)).rules).toEqual(stored.rules)
})

test('a secret is kept, replaced or removed', () => {
  const stored = forwarder({ http: { url: 'http://siem/events' }, secrets: ['authorization'] })
  const form = formOf(stored)
  const before = draftOf(form)
  const changes = (authorization: string, removed: string[]) => {
    const http = { ...form.settings.http, authorization }
    return changedMembers(before, draftOf({ ...form, settings: { ...form.settings, http }, removed }))
  }
  expect(changes('', [])).toEqual({})
  const http = { url: 'http://siem/events', compress: false }
  expect(changes('Bearer x', [])).toEqual({ http: { ...http, authorization: 'Bearer x' } })
  expect(changes('', ['authorization'])).toEqual({ http: { ...http, authorization: '' } })
})

test('fields of a file are a list', () => {
  const stored = forwarder({ file: { name: 'a.tsv', format: 'tsv', fields: ['host', 'tag.user'] } })
  expect(draftOf(formOf(stored)).file).toEqual({
    name: 'a.tsv',
    format: 'tsv',
    fields: ['host', 'tag.user'],
    compression: 'gzip',
  })
})

test('brokers are a list, and settings of TLS and SASL that do not apply are left out', () => {
  const form = formOf(forwarder({ kafka: { brokers: ['a:9092'], topic: 'logs' } }))
  const plain = { topic: 'logs', tls: false, sasl: 'none', record_key: 'host', compression: 'none' }
  expect(draftOf(form).kafka).toEqual({ brokers: ['a:9092'], ...plain })
  const kafka = { ...form.settings.kafka, brokers: 'a:9092, b:9093', sasl: 'plain', user: 'u', tls: true }
  expect(draftOf({ ...form, settings: { ...form.settings, kafka } }).kafka).toEqual({
    ...{ ...plain, brokers: ['a:9092', 'b:9093'] },
    ...{ tls: true, verify_tls: true, sasl: 'plain', user: 'u' },
  })
})

test.each([
  [{ syslog: { host: '10.0.0.5', port: 6514 } }, 'syslog tcp 10.0.0.5:6514'],
  [{ syslog: { host: 'fd00::5', port: 514, transport: 'udp' as const } }, 'syslog udp [fd00::5]:514'],
  [{ http: { url: 'https://siem/events' } }, 'HTTP https://siem/events'],
  [{ splunk_hec: { url: 'https://splunk:8088' } }, 'Splunk https://splunk:8088'],
  [{ kafka: { brokers: ['a:9092', 'b:9092'], topic: 'logs' } }, 'Kafka logs at a:9092, b:9092'],
  [{ file: { name: 'siem.json' } }, 'file siem.json'],
])('the destination %j in words', (members, text) => {
  expect(destinationText(forwarder(members))).toBe(text)
})
