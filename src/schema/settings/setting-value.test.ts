import { isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../testing/depth.ts'
import { expectedValue, readSetting } from './setting-value.ts'
import { type SettingKey, settingKeys, settingName, settingSchema } from './settings.ts'

const token = `user-${'0123456789abcdef'.repeat(3)}`
const good: [SettingKey, raw: unknown, value: unknown][] = [
  ['httpHost', ' ::1 ', '::1'],
  ['httpPort', '0', 0],
  ['httpPort', 8081, 8081],
  ['httpPort', '65535', 65_535],
  ['adminPassword', ' spaces are mine ', ' spaces are mine '],
  ['adminToken', token, token],
  ['instanceKey', 'Ab'.repeat(32), 'Ab'.repeat(32)],
  ['syslogUdp', 'off', null],
  ['syslogUdp', 'OFF', null],
  ['syslogUdp', '514', { host: '0.0.0.0', port: 514 }],
  ['syslogUdp', 514, { host: '0.0.0.0', port: 514 }],
  ['syslogTcp', '127.0.0.1:0', { host: '127.0.0.1', port: 0 }],
  ['syslogTcp', 'loghost.example:5514', { host: 'loghost.example', port: 5514 }],
  ['syslogTcp', '[::1]:5514', { host: '::1', port: 5514 }],
  ['dedupWindow', '0', 0],
  ['sessionAge', '0.5', 0.5],
  ['spoolMax', '67108864', 67_108_864],
  ['spoolMax', '2GiB', 2 * 1024 ** 3],
  ['engineMemory', '1200 mb', 1_200_000_000],
  ['trustedProxies', '', []],
  ['mailDomains', '', []],
  ['mailDomains', 'Example.com, logs.example.org,example.com', ['example.com', 'logs.example.org']],
  ['retentionClasses', '', []],
  ['retentionClasses', 'debug = 7,audit=400', ['debug=7', 'audit=400']],
  ['retentionClasses', ['debug=7'], ['debug=7']],
  ['webhookAllow', '10.0.0.0/8, NMS.example.com., fd00::/8', ['10.0.0.0/8', 'nms.example.com.', 'fd00::/8']],
  ['webhookAllow', ['127.0.0.1', 'localhost'], ['127.0.0.1', 'localhost']],
  ['trustedProxies', '10.0.0.0/8, 2001:db8::/32,::1', ['10.0.0.0/8', '2001:db8::/32', '::1']],
  ['trustedProxies', ['192.0.2.1'], ['192.0.2.1']],
  ['geoipTags', '', []],
  ['geoipTags', 'SrcIP, Dst IP,SrcIP,host', ['SrcIP', 'Dst IP', 'host']],
  ['geoipTags', ['SrcIP', 'DstIP'], ['SrcIP', 'DstIP']],
  ['automaticFields', 'off', []],
  ['automaticFields', 'all', ['programs', 'cef', 'leef', 'json', 'pairs']],
  ['automaticFields', 'programs', ['programs']],
  ['automaticFields', 'pairs, cef', ['cef', 'pairs']],
  ['geoipDetails', ['country'], ['country']],
  ['logLevel', 'debug', 'debug'],
  ['publicUrl', 'https://logs.example.com/', 'https://logs.example.com'],
  ['publicUrl', 'http://192.0.2.1:8080/logs', 'http://192.0.2.1:8080/logs'],
  ['oidcIssuer', 'https://login.example.com/realms/staff/', 'https://login.example.com/realms/staff/'],
  ['ldapUrl', 'ldaps://a.example.com/, LDAP://[::1]:389', ['ldaps://a.example.com', 'LDAP://[::1]:389']],
  ['oidcIssuer', 'http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
  ['smtpUrl', 'smtps://me:p%40ss@mail.example.com', 'smtps://me:p%40ss@mail.example.com'],
  ['node', 'berlin-2', 'berlin-2'],
  ['snmpTarget', 'snmp://a%20b@nms.example.com:1162', 'snmp://a%20b@nms.example.com:1162'],
  ['snmpTarget', 'snmp://public@[2001:db8::1]', 'snmp://public@[2001:db8::1]'],
  ['mailFrom', 'Logs <logs@example.com>', 'Logs <logs@example.com>'],
  ['mailFrom', 'logs@example.com', 'logs@example.com'],
  ['demo', true, true],
  ['demo', 'No', false],
]
test.each(good)('%s takes %j', (key, raw, value) => {
  expect(readSetting(settingSchema(key), raw)).toEqual(value)
})

const bad: [SettingKey, raw: unknown][] = [
  ['retentionClasses', 'debug'],
  ['retentionClasses', 'debug=0'],
  ['retentionClasses', 'default=7'],
  ['retentionClasses', 'a=1,a=2'],
  ['retentionClasses', Array.from({ length: 33 }, (_, i) => `c${i}=7`).join()],
  ['oidcIssuer', 'http://login.example.com'],
  ['oidcIssuer', 'https://login.example.com/?tenant=7'],
  ['oidcIssuer', 'https://me:pw@login.example.com'],
  ['oidcIssuer', 'https://login.example.com/.well-known/openid-configuration'],
  ['ldapUrl', 'ldap://'],
  ['ldapUrl', 'ldap://me:pw@ldap.example.com'],
  ['ldapUrl', 'ldap://ldap.example.com/dc=example,dc=com'],
  ['ldapUrl', 'ldap://ldap.example.com:0'],
  ['ldapUrl', 'ldap://ldap.example.com:65536'],
  ['ldapUrl', Array.from({ length: 6 }, (_, index) => `ldap://ldap-${index}`)],
  ['httpPort', 'ninety'],
  ['httpPort', '-1'],
  ['httpPort', '65536'],
  ['httpPort', '80.5'],
  ['httpPort', '1e3'],
  ['httpPort', { port: 1 }],
  ['httpHost', ' '],
  ['adminPassword', 'x'.repeat(1_001)],
  ['adminToken', token.toUpperCase()],
  ['adminToken', `${token}0`],
  ['adminToken', token.replace('user', 'ingest')],
  ['syslogUdp', '65536'],
  ['syslogUdp', '::1:514'],
  ['syslogUdp', 'host'],
  ['syslogUdp', 'a b:514'],
  ['syslogUdp', false],
  ['geoipTags', 'SrcIP,,DstIP'],
  ['geoipTags', 'x'.repeat(65)],
  ['automaticFields', 'cef,xml'],
  ['automaticFields', 'off,cef'],
  ['automaticFields', ' '],
  ['publicUrl', 'logs.example.com'],
  ['publicUrl', 'https://me@logs.example.com'],
  ['publicUrl', 'https://logs.example.com/?a=b'],
  ['smtpUrl', 'http://mail.example.com'],
  ['smtpUrl', 'smtp://'],
  ['node', 'Berlin'],
  ['node', '-berlin'],
  ['node', 'a'.repeat(41)],
  ['snmpTarget', 'nms.example.com'],
  ['snmpTarget', 'snmp://nms.example.com'],
  ['snmpTarget', 'snmp://public@nms:70000'],
  ['snmpTarget', 'snmp://a%zz@nms'],
  ['snmpTarget', 'snmp://public@nms/path'],
  ['mailFrom', 'Logs'],
  ['mailFrom', 'Logs <logs@example.com>, you@example.com'],
  ['dedupWindow', '3601'],
  ['sessionAge', '0'],
  ['spoolMax', '1'],
  ['spoolMax', '4Gigs'],
  ['spoolMax', '999999999999999TB'],
  ['trustedProxies', '10.0.0.0/33'],
  ['mailDomains', 'ann@example.com'],
  ['webhookAllow', 'https://example.com'],
  ['webhookAllow', 'example.com:80'],
  ['webhookAllow', '10.1/16'],
  ['webhookAllow', '*.example.com'],
  ['mailDomains', 'example.com,'],
  ['trustedProxies', '10.0.0.256'],
  ['trustedProxies', 'proxy.example'],
  ['trustedProxies', [1]],
  ['trustedProxies', '1::2::3'],
  ['metrics', 'on'],
  ['spoolPolicy', 'drop'],
  ['diskFloor', '-1'],
  ['logLevel', 'loud'],
  ['demo', 'maybe'],
  ['demo', null],
]
test.each(bad)('%s refuses %j', (key, raw) => {
  expect(readSetting(settingSchema(key), raw)).toBeUndefined()
})

describe('every declaration', () => {
  test.each(settingKeys)('%s reads its own default, names itself by pattern and says what it takes', key => {
    const schema = settingSchema(key)
    expect(schema.title).toMatch(/^\S.*[^.]$/)
    expect(settingName(key)).toMatch(/^MILLRACE(_[A-Z0-9]+)+$/)
    expect(expectedValue(schema)).not.toMatch(/undefined/)
    if (schema.default !== undefined) expect(readSetting(schema, schema.default)).toBeDefined()
  })
})

test('an address of a proxy is what the system takes for one', () => {
  const nearlyAddress = fc
    .array(fc.constantFrom('0', '1', '255', '256', 'a', 'ffff', '12345', ':', '::', '.', '192.0.2.1'), {
      maxLength: 12,
    })
    .map(parts => parts.join(''))
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), nearlyAddress), text => {
      fc.pre(text !== '')
      const read = readSetting(settingSchema('trustedProxies'), text)
      // node:net also takes leading zeros in no IPv4 part; we leave these to it.
      fc.pre(!/(^|\.)0\d/.test(text))
      expect(read !== undefined).toBe(isIP(text) !== 0)
    }),
    { numRuns: runs(3_000) },
  )
})
