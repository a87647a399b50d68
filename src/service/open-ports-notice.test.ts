import { expect, test } from 'vitest'
import { openPortsNotice } from './open-ports-notice.ts'

test('ports that the network reaches are listed with the settings that close them', () => {
  const said = openPortsNotice({
    syslog_udp: { host: '0.0.0.0', port: 5514 },
    syslog_rfc5424: { host: '127.0.0.1', port: 5601 },
    json_tcp: { host: '::', port: 5515 },
    dmz: { host: '0.0.0.0', port: 6000 },
    local: { host: '0.0.0.0', port: 0, path: '/run/log' },
  })
  expect(said).toBe(
    'open to the network, for senders of logs: 5514 (MILLRACE_SYSLOG_UDP), 5515 (MILLRACE_JSON_TCP), ' +
      '6000 (dmz, in the file of MILLRACE_LISTENERS). Close one by its setting: off, or 127.0.0.1 and the port for this machine alone.',
  )
  expect(openPortsNotice({ syslog_udp: { host: '127.0.0.1', port: 5514 } })).toBeUndefined()
})
