import { afterEach, expect, test } from 'vitest'
import { boundListeners } from '../../ingest/listen/bound-listeners.ts'
import type { ListenerSettings } from '../../ingest/listen/settings.ts'
import { tokenHeaders } from '../testing/people.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

let server: TestServer
afterEach(() => server.app.close())

const settings: ListenerSettings[] = [
  { name: 'syslog_udp', kind: 'syslog-udp', address: { host: '0.0.0.0', port: 0 }, allow: ['192.0.2.0/24'] },
  {
    name: 'branch',
    kind: 'syslog-tls',
    address: { host: '::', port: 6514 },
    tls: {
      cert: '/etc/tls/cert.pem',
      key: '/etc/tls/key.pem',
      clientCertificates: 'required',
      ca: '/etc/tls/ca.pem',
    },
    timezone: 'Asia/Tokyo',
    program: 'branch',
    tags: { site: 'tokyo' },
  },
  { name: 'local', kind: 'syslog-unix', address: { path: '/run/millrace.sock', mode: 0o660 } },
  { name: 'taken', kind: 'json-tcp', address: { host: '0.0.0.0', port: 5515 }, skipIfTaken: true },
]
const addresses = {
  syslog_udp: { host: '0.0.0.0', port: 40_514 },
  branch: { host: '::', port: 6514 },
  local: { host: '', port: 0, path: '/run/millrace.sock' },
}
const plain = { tls: false, client_certificates: 'none', timezone: 'UTC', program: null, tags: {} }

test('GET /api/listeners answers what is bound, with real ports, and no secrets', async () => {
  server = await testServer({ listeners: boundListeners(settings, addresses, 'UTC') })
  const answer = await server.app.inject({ url: '/api/listeners', headers: tokenHeaders('user-ann') })
  expect(answer.json().list).toEqual([
    {
      name: 'syslog_udp',
      kind: 'syslog-udp',
      transport: 'udp',
      host: '0.0.0.0',
      port: 40_514,
      path: null,
      ...plain,
    },
    {
      name: 'branch',
      kind: 'syslog-tls',
      transport: 'tcp',
      host: '::',
      port: 6514,
      path: null,
      tls: true,
      client_certificates: 'required',
      timezone: 'Asia/Tokyo',
      program: 'branch',
      tags: { site: 'tokyo' },
    },
    {
      name: 'local',
      kind: 'syslog-unix',
      transport: 'unix',
      host: null,
      port: null,
      path: '/run/millrace.sock',
      ...plain,
    },
  ])
  expect(answer.body).not.toMatch(/pem|192\.0\.2/)
})
