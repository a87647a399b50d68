import { AuthProtocols, createReceiver, PrivProtocols, SecurityLevel } from 'net-snmp'
import { expect, onTestFinished, test } from 'vitest'
import { openSnmpEngine, stateOfSnmpEngine } from '../../outgoing/snmp/snmp-engine.ts'
import type { SnmpForwarding } from '../../schema/forwarding/targets/snmp.ts'
import { freePort } from '../../storage/testing/free-port.ts'
import type { OutgoingEvent } from '../formats/outgoing-event.ts'
import { eventTrapOid, openTraps } from './snmp.ts'

const event: OutgoingEvent = {
  ...{ id: '7', ts: 1_800_000_000_123_456, last: 1_800_000_003_000_000, counter: 3, host: 'fw-1' },
  ...{ program: 'asa', facility: 20, severity: 4, mnemonic: 'ASA-4-106023', status: 0 },
  ...{ tags: { SrcIP: '10.0.0.1' }, message: 'Deny tcp' },
}
const mib = '1.3.6.1.4.1.8072.9999.9999.5514.1'
const trapOid = '1.3.6.1.6.3.1.1.4.1.0'
const signal = new AbortController().signal
const snmpEngine = stateOfSnmpEngine(openSnmpEngine('test', 1))
const addresses = [{ address: '127.0.0.1', family: 4 as const }]

interface Trap {
  pdu: { varbinds: { oid: string; value: unknown }[] }
}

/** Sends the event, and resolves with the objects of the trap that a receiver got. */
async function received(settings: Partial<SnmpForwarding>): Promise<Record<string, unknown>> {
  const port = await freePort()
  const { promise, resolve, reject } = Promise.withResolvers<Trap>()
  const receiver = createReceiver(
    { port, transport: 'udp4', address: '127.0.0.1' },
    (error: Error | null, trap: Trap) => (error ? reject(error) : resolve(trap)),
  )
  onTestFinished(() => receiver.close(() => {}))
  const authorizer = receiver.getAuthorizer()
  authorizer.addCommunity('events')
  authorizer.addUser({
    ...{ name: 'millrace', level: SecurityLevel.authPriv },
    ...{ authProtocol: AuthProtocols.sha256, authKey: 'auth secret' },
    ...{ privProtocol: PrivProtocols.aes, privKey: 'priv secret' },
  })
  const target: SnmpForwarding = {
    host: '127.0.0.1',
    port,
    version: 'v2c',
    community: 'events',
    ...settings,
  }
  const delivery = await openTraps(target, { addresses, instance: 'one', snmpEngine })
  onTestFinished(() => delivery.close())
  const taken = await delivery.send([event], signal)
  await taken.confirmed
  const { pdu } = await promise
  return Object.fromEntries(
    pdu.varbinds.map(({ oid, value }) => [oid, Buffer.isBuffer(value) ? value.toString() : value]),
  )
}

test('a v2c trap has the objects of the MIB', async () => {
  expect(await received({})).toMatchObject({
    [trapOid]: eventTrapOid,
    [`${mib}.6.0`]: '7',
    [`${mib}.7.0`]: 'fw-1',
    [`${mib}.8.0`]: 'asa',
    [`${mib}.9.0`]: 4,
    [`${mib}.10.0`]: 20,
    [`${mib}.11.0`]: 'ASA-4-106023',
    [`${mib}.12.0`]: 'Deny tcp',
    [`${mib}.13.0`]: 3,
    [`${mib}.14.0`]: '2027-01-15T08:00:00.123456Z',
  })
})

test('a v3 trap is encrypted, and has the objects that are set', async () => {
  const objects = await received({
    ...{ version: 'v3', user: 'millrace', trap_oid: '1.3.6.1.4.1.99.0.1' },
    ...{ auth_protocol: 'sha256', auth_password: 'auth secret' },
    ...{ priv_protocol: 'aes', priv_password: 'priv secret' },
    oid_map: {
      'tag.SrcIP': '1.3.6.1.4.1.99.1',
      'tag.none': '1.3.6.1.4.1.99.2',
      severity: '1.3.6.1.4.1.99.3',
    },
  })
  expect(objects).toMatchObject({
    [trapOid]: '1.3.6.1.4.1.99.0.1',
    '1.3.6.1.4.1.99.1': '10.0.0.1',
    '1.3.6.1.4.1.99.2': '',
    '1.3.6.1.4.1.99.3': 4,
  })
  expect(Object.keys(objects).filter(oid => oid.startsWith(mib))).toEqual([])
})

test('a user that cannot work is an error of the destination', async () => {
  const target = { host: '127.0.0.1', version: 'v3' } as const
  await expect(openTraps(target, { addresses, instance: 'one', snmpEngine })).rejects.toThrow(
    'SNMP v3 needs a user.',
  )
})
