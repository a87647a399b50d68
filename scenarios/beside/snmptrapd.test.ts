import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../src/storage/testing/free-port.ts'
import { LineSender } from '../testing/line-sender.ts'
import { startMillrace } from '../testing/service.ts'
import { community, Snmptrapd } from '../testing/snmptrapd.ts'
import { until } from '../testing/until.ts'

const millrace = startMillrace()

async function startReceiver(users = '') {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-traps-'))
  const port = await freePort()
  const receiver = await Snmptrapd.start({ port, file: path.join(folder, 'traps'), users })
  onTestFinished(async () => {
    await receiver.kill()
    rmSync(folder, { recursive: true })
  })
  return { receiver, port }
}

async function sendEvent(word: string): Promise<void> {
  const sender = await LineSender.connect(millrace.address('syslog_rfc5424'))
  const line = `<12>1 ${new Date().toISOString()} fw-1 app - - - trap ${word}`
  await sender.send(`${line.length} ${line}`)
  await sender.end()
}

/** The id of the engine that sends traps, in hexadecimal, from a trap to a socket. */
async function engineOf(user: object): Promise<string> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  const arrived = once(socket, 'message')
  const snmp = { host: '127.0.0.1', port: socket.address().port, ...user }
  const created = await millrace.client.post('/api/forwarders', {
    name: 'probe',
    filter: filterOf('none'),
    snmp,
  })
  // As the interface says.
  const { id } = (await created.json()) as { id: number }
  await millrace.client.post(`/api/forwarders/${id}/test`, {})
  const [message] = (await arrived) as [Buffer] // what a socket of datagrams emits
  // The id has 17 bytes: the enterprise of the library, its format, and 12 bytes.
  const at = message.indexOf(Buffer.from('8000b98305', 'hex'))
  return message.toString('hex', at, at + 17)
}

const filterOf = (word: string) => [{ field: 'message', op: '=~', value: word }]

test('snmptrapd gets v2c traps of forwarded events', async () => {
  const { receiver, port } = await startReceiver()
  const snmp = { host: '127.0.0.1', port, version: 'v2c', community }
  const created = await millrace.client.post('/api/forwarders', {
    ...{ name: 'v2c', filter: filterOf('alpha'), snmp },
  })
  expect(created.status).toBe(201)
  await sendEvent('alpha')
  await until('the trap', () => receiver.output.includes('trap alpha'))
  const mib = '.1.3.6.1.4.1.8072.9999.9999.5514'
  expect(receiver.output).toContain(`.1.3.6.1.6.3.1.1.4.1.0 = OID: ${mib}.0.2`)
  for (const object of [
    '7.0 = STRING: "fw-1"',
    '8.0 = STRING: "app"',
    '9.0 = INTEGER: 4',
    '13.0 = Gauge32: 1',
  ])
    expect(receiver.output).toContain(`${mib}.1.${object}`)
})

test('snmptrapd gets v3 traps with objects that are set', async () => {
  const user = {
    ...{ version: 'v3', user: 'millrace', auth_protocol: 'sha', auth_password: 'auth secret' },
    ...{ priv_protocol: 'aes', priv_password: 'priv secret' },
  }
  const engineId = await engineOf(user)
  const { receiver, port } = await startReceiver(
    `createUser -e 0x${engineId} millrace SHA "auth secret" AES "priv secret"\nauthUser log millrace priv`,
  )
  const oid_map = { message: '1.3.6.1.4.1.99.1', severity: '1.3.6.1.4.1.99.2' }
  const snmp = { host: '127.0.0.1', port, ...user, trap_oid: '1.3.6.1.4.1.99.0.1', oid_map }
  const created = await millrace.client.post('/api/forwarders', {
    ...{ name: 'v3', filter: filterOf('beta'), snmp },
  })
  expect(created.status).toBe(201)
  await sendEvent('beta')
  await until('the trap', () => receiver.output.includes('trap beta'))
  expect(receiver.output).toContain('.1.3.6.1.6.3.1.1.4.1.0 = OID: .1.3.6.1.4.1.99.0.1')
  expect(receiver.output).toContain('.1.3.6.1.4.1.99.1 = STRING: "trap beta"')
  expect(receiver.output).toContain('.1.3.6.1.4.1.99.2 = INTEGER: 4')
  expect(receiver.output).not.toContain('.1.3.6.1.4.1.8072')
})
