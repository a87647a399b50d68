import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, test } from 'vitest'
import { listenerMembers, tlsMembers } from '../../ingest/listen/config/read-listeners.ts'
import { listenerKindNames } from '../../ingest/listen/kinds.ts'
import { configuredListeners, readListenersFile } from './configured-listeners.ts'
import { readSettings } from './settings.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'millrace-listeners-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = path.join(folder, 'listeners.yaml')

function read(content: string) {
  writeFileSync(file, content)
  return readListenersFile(file, ['syslog_tcp'])
}

function faultsOf(content: string): string[] {
  try {
    read(content)
  } catch (error) {
    if (error instanceof Error) return error.message.replaceAll(file, 'file').split('\n').slice(1)
  }
  return []
}

describe('listeners', () => {
  it('have all that can be said of them', () => {
    const listeners = read(`
listeners:
  - name: dmz
    kind: syslog-tls
    host: '::'
    port: 6515
    tls: {cert: tls/cert.pem, key: /etc/key.pem, ca: ca.pem, client_certificates: required}
    allow: [10.0.0.0/8, 2001:db8::/32]
    proxy_protocol: required
    trusted_proxies: [192.0.2.1]
    timezone: Europe/Berlin
    source_tag: outside
    sender_tag: Sender
    program: pix
    tags: {site: dmz}
    idle_timeout: 60
    max_connections: 10
    max_connections_per_sender: 2
    max_frame_bytes: 8192
  - {name: off-now, kind: raw-tcp, enabled: false}
  - {name: local, kind: syslog-unix, path: /run/millrace/log, mode: '0666'}
  - {name: flood, kind: raw-udp, max_rate_per_sender: 1000, allow: }
`)
    expect(listeners).toEqual([
      {
        name: 'dmz',
        kind: 'syslog-tls',
        address: { host: '::', port: 6515 },
        tls: {
          cert: path.join(folder, 'tls/cert.pem'),
          key: '/etc/key.pem',
          ca: path.join(folder, 'ca.pem'),
          clientCertificates: 'required',
        },
        allow: ['10.0.0.0/8', '2001:db8::/32'],
        trustedProxies: ['192.0.2.1'],
        timezone: 'Europe/Berlin',
        sourceTag: 'outside',
        senderTag: 'Sender',
        program: 'pix',
        tags: { site: 'dmz' },
        idleTimeoutMs: 60_000,
        maxConnections: 10,
        maxConnectionsPerSender: 2,
        maxFrameBytes: 8_192,
      },
      { name: 'local', kind: 'syslog-unix', address: { path: '/run/millrace/log', mode: 0o666 } },
      { name: 'flood', kind: 'raw-udp', address: { host: '0.0.0.0', port: 5516 }, maxRatePerSender: 1_000 },
    ])
  })

  it('may be JSON', () => {
    expect(read('{"listeners": [{"name": "a", "kind": "json-tcp", "port": 0}]}')).toEqual([
      { name: 'a', kind: 'json-tcp', address: { host: '0.0.0.0', port: 0 } },
    ])
  })

  it('tell all that is wrong with them at once, each with its line', () => {
    const faults = faultsOf(`listeners:
  - name: Dmz
    kind: syslog-tcp
  - name: a
    kind: syslog
  - name: b
    kind: syslog-tls
  - name: c
    kind: syslog-tls
    tls: {cert: a.pem, kye: b.pem}
  - name: b
    kind: syslog-udp
    prot: 5514
    port: 65536
    idle_timeout: 5
  - kind: syslog-unix
  - name: d
    kind: syslog-unix
  - name: syslog_tcp
    kind: raw-tcp
    allow: [10.0.0.0/33]
    proxy_protocol: required
    timezone: Europe/Atlantis
    mode: 660
  - just a text
`)
    expect(faults).toEqual([
      '  file:2: listeners[0].name: expected a name of at most 40 letters a to z, digits, _ and -, that begins with a letter, not "Dmz"',
      `  file:5: listeners[1].kind: expected one of ${listenerKindNames.join(', ')}, not "syslog"`,
      '  file:6: listeners[2].tls: expected cert and key: syslog-tls is TLS alone',
      '  file:10: listeners[3].tls.kye: is not known; expected one of cert, key, ca, client_certificates',
      '  file:10: listeners[3].tls.key: expected the path of a file',
      '  file:13: listeners[4].prot: is not known; did you mean port?',
      '  file:14: listeners[4].port: expected a whole number from 0 to 65535, not 65536',
      '  file:11: listeners[4].name: b is the name of another listener',
      '  file:15: listeners[4].idle_timeout: is nothing that syslog-udp has',
      '  file:16: listeners[5].name: expected a name of at most 40 letters a to z, digits, _ and -, that begins with a letter',
      '  file:17: listeners[6].path: expected an absolute path of at most 107 bytes: syslog-unix is a socket in the file system',
      '  file:21: listeners[7].allow: expected a list of 1 to 1000 addresses and networks such as 192.0.2.7, 10.0.0.0/8, 2001:db8::/32, not ["10.0.0.0/33"]',
      '  file:23: listeners[7].timezone: expected a time zone such as UTC or Europe/Berlin, not "Europe/Atlantis"',
      '  file:24: listeners[7].mode: expected permissions as a text in octal, such as "0660", not 660',
      '  file:19: listeners[7].name: syslog_tcp is the name of another listener',
      '  file:19: listeners[7].trusted_proxies: expected a list of 1 to 1000 addresses and networks such as 192.0.2.7, 10.0.0.0/8, 2001:db8::/32',
      '  file:25: listeners[8]: expected a listener: a name, a kind and more',
    ])
  })

  test('senders that must show a certificate need roots of their own', () => {
    const file = (tls: string) =>
      `listeners:\n  - name: a\n    kind: syslog-tls\n    tls: {cert: a, key: b, ${tls}}\n`
    expect(faultsOf(file('client_certificates: required'))).toEqual([
      '  file:4: listeners[0].tls.ca: expected the path of a file, which has the only root certificates that client certificates are checked against: without it, any client with a certificate of a public authority would be accepted',
    ])
    expect(() => read(file('client_certificates: required, ca: c'))).not.toThrow()
    expect(() => read(file('client_certificates: optional'))).not.toThrow()
  })

  test.each([
    ['nothing', '', /listeners: expected a list of at most 100 listeners/],
    ['a list', '- name: a', /listeners: expected a list/],
    ['no YAML', 'listeners: [', /^\S+listeners\.yaml is no YAML or JSON: /],
    [
      'twice the same name of a member',
      'listeners: []\nlisteners: []',
      /is no YAML or JSON: Map keys must be unique/,
    ],
  ])('%s is no file of listeners', (_, content, fault) => {
    expect(() => read(content)).toThrow(fault)
  })

  it('are in a file that is there', () => {
    expect(() => readListenersFile('/nowhere/a.yaml', [])).toThrow(
      'The file of listeners, /nowhere/a.yaml, is not there',
    )
  })
})

describe('listeners of the settings', () => {
  const of = (env: Record<string, string>) =>
    configuredListeners(readSettings(env).settings).map(({ name, kind, address, skipIfTaken = false }) => [
      name,
      kind,
      'port' in address ? address.port : address.path,
      skipIfTaken,
    ])

  it('are syslog, and JSON lines and raw lines where these ports are free', () => {
    expect(of({})).toEqual([
      ['syslog_udp', 'syslog-udp', 5514, false],
      ['syslog_tcp', 'syslog-tcp', 5514, false],
      ['syslog_rfc5424', 'syslog-tcp', 5601, false],
      ['json_tcp', 'json-tcp', 5515, true],
      ['raw_tcp', 'raw-tcp', 5516, true],
      ['raw_udp', 'raw-udp', 5516, true],
    ])
  })

  it('leave their default ports to the page, and to listeners that were given these ports', () => {
    writeFileSync(file, 'listeners: [{name: own, kind: json-tcp}]')
    expect(of({ MILLRACE_LISTENERS: file, MILLRACE_RAW_UDP: 'off' }).slice(3)).toEqual([
      ['own', 'json-tcp', 5515, false],
      ['json_tcp', 'json-tcp', 5515, true],
      ['raw_tcp', 'raw-tcp', 5516, true],
    ])
    expect(of({ MILLRACE_HTTP_PORT: '5516' }).slice(3)).toEqual([
      ['json_tcp', 'json-tcp', 5515, true],
      ['raw_udp', 'raw-udp', 5516, true],
    ])
  })

  it('have TLS with a certificate, and what the file has', () => {
    writeFileSync(file, 'listeners: [{name: more, kind: json-tcp, port: 1}]')
    const off = Object.fromEntries(
      ['SYSLOG_UDP', 'SYSLOG_TCP', 'SYSLOG_RFC5424', 'JSON_TCP', 'RAW_TCP', 'RAW_UDP'].map(name => [
        `MILLRACE_${name}`,
        'off',
      ]),
    )
    const pair = { MILLRACE_SYSLOG_TLS_CERT: 'c.pem', MILLRACE_SYSLOG_TLS_KEY: 'k.pem' }
    expect(of({ ...off, ...pair, MILLRACE_LISTENERS: file })).toEqual([
      ['syslog_tls', 'syslog-tls', 6514, false],
      ['more', 'json-tcp', 1, false],
    ])
    expect(of({ ...off, ...pair, MILLRACE_SYSLOG_TLS: 'off' })).toEqual([])
  })

  it.each([
    [{ MILLRACE_LISTENERS: 'a.yaml' }, 'MILLRACE_LISTENERS must be an absolute path, not "a.yaml"'],
    [
      { MILLRACE_SYSLOG_TLS_CERT: 'c.pem' },
      'MILLRACE_SYSLOG_TLS_CERT and MILLRACE_SYSLOG_TLS_KEY are needed both, or none of them',
    ],
    [
      { MILLRACE_SYSLOG_TLS: '6514' },
      'MILLRACE_SYSLOG_TLS needs MILLRACE_SYSLOG_TLS_CERT and MILLRACE_SYSLOG_TLS_KEY',
    ],
    [
      {
        MILLRACE_SYSLOG_TLS_CERT: 'c.pem',
        MILLRACE_SYSLOG_TLS_KEY: 'k.pem',
        MILLRACE_SYSLOG_TLS_CLIENTS: 'required',
      },
      'MILLRACE_SYSLOG_TLS_CLIENTS=required needs MILLRACE_SYSLOG_TLS_CA: without it anybody with a certificate of a public authority would be let in',
    ],
    [{ MILLRACE_RAW_UDP: '5514' }, 'MILLRACE_RAW_UDP and MILLRACE_SYSLOG_UDP both listen on UDP port 5514'],
  ])('%o is refused', (env, fault) => {
    expect(() => readSettings(env as Record<string, string>)).toThrow(fault)
  })
})

test('docs/listeners.md describes every kind and every member', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../../../docs/listeners.md'), 'utf8')
  const names = [...listenerKindNames, ...Object.keys(listenerMembers), ...Object.keys(tlsMembers('/'))]
  expect(names.filter(name => !text.includes(`\`${name}\``))).toEqual([])
})
