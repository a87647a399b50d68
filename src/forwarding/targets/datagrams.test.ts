import { expect, onTestFinished, test } from 'vitest'
import { openSnmpEngine, stateOfSnmpEngine } from '../../outgoing/snmp/snmp-engine.ts'
import { freePort } from '../../storage/testing/free-port.ts'
import type { OutgoingEvent } from '../formats/outgoing-event.ts'
import { openDatagrams } from './datagrams.ts'
import type { Delivery } from './delivery.ts'
import { openTraps } from './snmp.ts'

const host = '127.0.0.1'
const addresses = [{ address: host, family: 4 as const }]
const event: OutgoingEvent = {
  ...{ id: '7', ts: 1_800_000_000_123_456, last: 1_800_000_000_123_456, counter: 1, host: 'fw-1' },
  ...{ program: 'asa', facility: 20, severity: 4, mnemonic: '', status: 0, tags: {}, message: 'Deny tcp' },
}
const snmpEngine = stateOfSnmpEngine(openSnmpEngine('test', 1))

const opened: [kind: string, open: (port: number) => Promise<Delivery>][] = [
  ['datagrams', port => openDatagrams({ host, port }, () => [Buffer.from('event')], addresses)],
  ['traps', port => openTraps({ host, port, version: 'v2c' }, { addresses, instance: 'one', snmpEngine })],
]
test.each(opened)('%s to a port where no process listens are not sent', async (_, open) => {
  const delivery = await open(await freePort())
  onTestFinished(() => delivery.close())
  const { signal } = new AbortController()
  await expect(delivery.send(new Array<OutgoingEvent>(100).fill(event), signal)).rejects.toThrow(
    'ECONNREFUSED',
  )
})
