// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of rules are written so

import { expect, test } from 'vitest'
import { readConfiguration } from './read-configuration.ts'

const syslog = { type: 'syslog', target: '10.0.0.5:514', protocol: 'bsd' }
const ofSyslog = { host: '10.0.0.5', port: 514, transport: 'tcp', protocol: 'bsd', framing: 'newline' }
const readOne = (entry: object, shared: object = {}) => readConfiguration({ ...shared, forwarders: [entry] })

test('settings at the top apply to all entries, and an event must meet the conditions of both', () => {
  const program = { field: 'program', op: 'eq', value: 'sshd', ignore_case: false }
  const rules = [{ match: { field: 'host', value: 'a' }, drop: true }]
  const read = readConfiguration({
    match: { field: 'severity', op: 'le', value: 'err' },
    window_size: 0,
    fast_forward_first: false,
    forwarders: [{ ...syslog, match: [{ field: 'program', value: 'sshd' }], rules }, syslog],
  })
  const shared = { window_size: 0, fast_forward_first: false, syslog: ofSyslog, name: 'syslog 10.0.0.5:514' }
  const severe = { field: 'severity', op: 'le', value: 3 }
  expect(read).toEqual({
    forwarders: [
      { place: 'forwarders[0]', draft: { ...shared, filter: [severe, program], rules }, ignored: [] },
      { place: 'forwarders[1]', draft: { ...shared, filter: [severe] }, ignored: [] },
    ],
    unsupported: [],
    ignored: [],
  })
})

test.each<[entry: object, draft: object, ignored?: string[]]>([
  [syslog, { syslog: ofSyslog }],
  [{ ...syslog, name: 'SIEM' }, { name: 'SIEM' }],
  [{ ...syslog, target: 'siem' }, { syslog: { ...ofSyslog, host: 'siem' } }],
  [{ ...syslog, target: '[2001:db8::1]:601' }, { syslog: { ...ofSyslog, host: '2001:db8::1', port: 601 } }],
  [{ ...syslog, octet_count: true }, { syslog: { ...ofSyslog, framing: 'octet_count' } }],
  [
    { ...syslog, transport: 'udp' },
    { syslog: { host: '10.0.0.5', port: 514, transport: 'udp', protocol: 'bsd' } },
  ],
  [
    { type: 'syslog', target: 'a:1', unsent_buffer_limit: 5, extra: 1 },
    { syslog: { host: 'a', port: 1, transport: 'tcp', framing: 'newline' } },
    ['protocol', 'unsent_buffer_limit', 'extra'],
  ],
  [
    { type: 'file', target: 'out.json' },
    { name: 'file out.json', file: { name: 'out.json' } },
  ],
  [
    {
      ...{ type: 'file', target: '/var/log/out.tsv', format: 'tsv', separator: '\t', rotate_period: '1d' },
      fields: ['host', 'ut_user', 'SrcIP', 'tag.a'],
    },
    {
      file: {
        name: 'out.tsv',
        format: 'tsv',
        fields: ['host', 'tag.user', 'tag.SrcIP', 'tag.a'],
        rotate_seconds: 86_400,
      },
    },
    ['target'],
  ],
  [{ type: 'file', target: 'a', rotate_period: 3600 }, { file: { name: 'a', rotate_seconds: 3_600 } }],
  [{ type: 'file', target: 'a', rotate_period: 'hourly' }, { file: { name: 'a', rotate_seconds: 3_600 } }],
  [
    { type: 'file', target: 'a', rotate_period: 'monthly', separator: ',' },
    { file: { name: 'a' } },
    ['separator', 'rotate_period'],
  ],
  [
    { type: 'splunk-hec', target: 'https://splunk:8088/services/collector/event', token: 't' },
    {
      name: 'splunk-hec splunk:8088',
      splunk_hec: { url: 'https://splunk:8088/services/collector/event', token: 't' },
    },
  ],
  [
    { type: 'splunk-hec', target: 'splunk:8088', token: 't', oid_map: {} },
    { splunk_hec: { url: 'https://splunk:8088/services/collector/event', token: 't' } },
    ['oid_map'],
  ],
])('the entry %j becomes %j', (entry, draft, ignored = []) => {
  const { forwarders, unsupported } = readOne(entry)
  expect(unsupported).toEqual([])
  expect(forwarders).toMatchObject([{ draft }])
  expect(forwarders[0]?.ignored.map(({ place }) => place)).toEqual(
    ignored.map(name => `forwarders[0].${name}`),
  )
})

const exactly = { ignore_case: false }
test.each<[condition: object, converted: object]>([
  [
    { field: 'host', value: 'fw-*' },
    { field: 'host', op: 'eq', value: 'fw-*', ...exactly },
  ],
  [
    { field: 'host', op: 'ne', value: ['a', 'b'] },
    { field: 'host', op: 'ne', value: ['a', 'b'], ...exactly },
  ],
  [
    { field: 'ut_user', value: 7 },
    { field: 'ut_user', op: 'eq', value: '7', ...exactly },
  ],
  [
    { field: 'program', op: '=~', value: '^s' },
    { field: 'program', op: '=~', value: '^s', ...exactly },
  ],
  [
    { field: 'SrcIP', op: '!~', value: 'a+' },
    { field: 'SrcIP', op: '!~', value: 'a+', ...exactly },
  ],
  [
    { field: 'message', op: '=*', value: 'a.b' },
    { field: 'message', op: '=~', value: 'a\\.b', ...exactly },
  ],
  [
    { field: 'host', op: '!*', value: ['a', '('] },
    { field: 'host', op: '!~', value: ['a', '\\('], ...exactly },
  ],
  [
    { field: 'message', value: 'a.b' },
    { field: 'message', op: '=~', value: 'a\\.b', ...exactly },
  ],
  [
    { field: 'message', op: 'ne', value: 'a*b?.' },
    { field: 'message', op: '!~', value: 'a.*b.\\.', ...exactly },
  ],
  [
    { field: 'message', value: '' },
    { field: 'message', op: '=~', value: '^$', ...exactly },
  ],
  [
    { field: 'severity', value: ['err', 4] },
    { field: 'severity', op: 'eq', value: [3, 4] },
  ],
  [
    { field: 'status', op: 'ne', value: 'nonactionable' },
    { field: 'status', op: 'ne', value: 2 },
  ],
  [
    { field: 'bytes', op: 'gt', value: '10' },
    { field: 'bytes', op: 'gt', value: 10 },
  ],
])('the condition %j becomes %j', (match, converted) => {
  expect(readOne({ ...syslog, match }).forwarders).toMatchObject([{ draft: { filter: [converted] } }])
})

test.each<[entry: unknown, place: string, text: RegExp]>([
  ['x', '', /expected an object/],
  [{ type: 'snmp', target: 'a:162', oid_map: {} }, '.oid_map', /an OID for each field/],
  [{ type: 'snmp', target: 'a:162', oid_map: { message: 'sysDescr' } }, '.oid_map.message', /an OID/],
  [{ type: 'snmp', target: 'a:162', trap_oid: '1' }, '.trap_oid', /an OID/],
  [{ type: 'snmp', target: 'a:162', community: 1 }, '.community', /a text/],
  [{ type: 'snmp', target: 'a:162', version: 3 }, '.version', /v2c/],
  [{ type: 'snmp', target: 'a:b' }, '.target', /host:port/],
  [{ type: 'sec', target: '/a' }, '.type', /sec is not supported/],
  [{ type: 'fluent-bit', target: 'a:24224' }, '.type', /HTTP input of Fluent Bit/],
  [{ type: 'constructor', target: 'a' }, '.type', /^expected syslog, file, snmp or splunk-hec$/],
  [{ type: 'syslog' }, '.target', /expected host:port/],
  [{ type: 'syslog', target: 'a:b' }, '.target', /expected host:port/],
  [{ type: 'syslog', target: 'a:70000' }, '.target', /expected host:port/],
  [{ ...syslog, transport: 'relp' }, '.transport', /tcp or udp/],
  [{ ...syslog, protocol: 'cef' }, '.protocol', /rfc5424 or bsd/],
  [{ ...syslog, octet_count: 1 }, '.octet_count', /true or false/],
  [{ ...syslog, rules: {} }, '.rules', /list of rules/],
  [{ type: 'file', target: '/var/log/' }, '.target', /file name/],
  [{ type: 'file', target: 'a', format: 'csv' }, '.format', /json or tsv/],
  [{ type: 'file', target: 'a', fields: [1] }, '.fields', /list of fields/],
  [{ type: 'splunk-hec', target: 'https://a' }, '.token', /token/],
  [{ type: 'splunk-hec', target: 'a b', token: 't' }, '.target', /URL/],
  [{ ...syslog, match: { field: 'host', op: 'like', value: 'a' } }, '.match.op', /expected one of/],
  [{ ...syslog, match: [{ field: '${extra:PID}', value: '1' }] }, '.match[0]', /not kept with the event/],
  [{ ...syslog, match: [{ field: 'severity', op: '=~', value: '3' }] }, '.match[0]', /no operator =~/],
  [{ ...syslog, match: [{ field: 'host', op: 'gt', value: '3' }] }, '.match[0]', /no operator gt/],
  [{ ...syslog, match: [{ field: 'a', op: 'gt', value: [1, 2] }] }, '.match[0]', /one value/],
])('the entry %j is not supported: %s', (entry, place, text) => {
  const { forwarders, unsupported } = readConfiguration({ forwarders: [entry, syslog] })
  expect(unsupported).toEqual([{ place: `forwarders[0]${place}`, message: expect.stringMatching(text) }])
  expect(forwarders.map(one => one.place)).toEqual(['forwarders[1]'])
})

test('an entry for SNMP has OIDs by field; other names are tags', () => {
  const oid_map = { message: '.1.3.6.1.4.1.9.1', ut_SrcIP: '1.3.6.1.4.1.9.2' }
  const entry = { type: 'snmp', target: 'nms.example', version: '2c', community: 'c', oid_map, retries: 1 }
  expect(readConfiguration({ forwarders: [entry] })).toMatchObject({
    forwarders: [
      {
        draft: {
          name: 'snmp nms.example',
          snmp: {
            ...{ host: 'nms.example', port: 162, version: 'v2c', community: 'c' },
            oid_map: { message: '1.3.6.1.4.1.9.1', 'tag.SrcIP': '1.3.6.1.4.1.9.2' },
          },
        },
        ignored: [{ place: 'forwarders[0].retries' }],
      },
    ],
    unsupported: [],
  })
})

test('an entry with a condition that filters do not have has no forwarder: it would send more', () => {
  const match = { field: '${extra:PID}', value: '1' }
  expect(readConfiguration({ match, window_size: 'a', forwarders: [syslog] })).toMatchObject({
    forwarders: [],
    unsupported: [{ place: 'match' }, { place: 'window_size' }],
  })
})

test('two entries do not write one file, and other settings at the top are ignored', () => {
  const file = { type: 'file', target: '/a/out.json' }
  const read = readConfiguration({ queue: 5, forwarders: [file, { ...file, target: '/b/out.json' }] })
  expect(read.forwarders).toHaveLength(1)
  expect(read.unsupported).toMatchObject([{ place: 'forwarders[1].target' }])
  expect(read.ignored).toEqual([{ place: 'queue', message: 'is not supported, and ignored' }])
})

test.each([null, [], {}, { forwarders: {} }, 'x'])('%j is no configuration', content => {
  expect(() => readConfiguration(content)).toThrow('Expected an object with the list forwarders.')
})
