import { hostOf } from '../../outgoing/exchange.ts'
import type { CheckedAddress, OutgoingGuard } from '../../outgoing/outgoing-guard.ts'
import type { SnmpEngineState } from '../../outgoing/snmp/snmp-engine.ts'
import { defaultTrapPort } from '../../outgoing/snmp/snmp-session.ts'
import type { Target } from '../../schema/forwarding/targets.ts'
import { openDatagrams } from './datagrams.ts'
import { type Delivery, DeliveryError, reasonOf } from './delivery.ts'
import { gelfDatagrams, gelfFrames } from './gelf.ts'
import { HttpBatches } from './http-batches.ts'
import { jsonLines } from './json-lines.ts'
import { incomingUrl, millrace } from './millrace.ts'
import { RotatedFile } from './rotated-file.ts'
import { openTraps } from './snmp.ts'
import { splunkHec } from './splunk-hec.ts'
import { openStream } from './stream.ts'
import type { ConfirmationLimits } from './stream-confirmations.ts'
import { syslogDatagrams, syslogFrames } from './syslog.ts'

export interface DeliveryContext {
  guard: Pick<OutgoingGuard, 'check'>
  /** Names this installation in forwarded events. */
  instance: string
  /** The folder of files. */
  folder: string
  signal: AbortSignal
  /** For traps. */
  snmpEngine: SnmpEngineState
  /** Of streams; for tests. */
  confirmation?: ConfirmationLimits
}

/** Opens a destination. Rejects with a DeliveryError, or when the signal fires. */
export async function openDelivery(target: Target, context: DeliveryContext): Promise<Delivery> {
  const { instance, folder, signal, confirmation: limits } = context
  switch (target.kind) {
    case 'syslog': {
      const addresses = await addressesOf(target.host, target.port, context)
      if (target.transport === 'udp')
        return openDatagrams(target, syslogDatagrams(target, instance), addresses)
      return openStream(target, syslogFrames(target, instance), { addresses, signal, limits })
    }
    case 'gelf': {
      const addresses = await addressesOf(target.host, target.port, context)
      if (target.transport === 'udp') return openDatagrams(target, gelfDatagrams(target, instance), addresses)
      return openStream(target, gelfFrames(instance), { addresses, signal, limits })
    }
    case 'snmp': {
      const addresses = await addressesOf(target.host, target.port ?? defaultTrapPort, context)
      return openTraps(target, { addresses, instance, snmpEngine: context.snmpEngine })
    }
    case 'http':
      return new HttpBatches(target, jsonLines(target, instance), await addressesOfUrl(target.url, context))
    case 'splunk_hec':
      return new HttpBatches(target, splunkHec(target, instance), await addressesOfUrl(target.url, context))
    case 'millrace': {
      const options = { ...target, url: incomingUrl(target.url) }
      return new HttpBatches(options, millrace(target, instance), await addressesOfUrl(target.url, context))
    }
    case 'kafka': {
      // Only forwarders to Kafka pay for the client.
      const { openKafka } = await import('./kafka.ts')
      return openKafka(target, context)
    }
    case 'file':
      return RotatedFile.open(target, folder, instance).catch(error => {
        throw new DeliveryError(`The file cannot be written: ${reasonOf(error)}.`, { cause: error })
      })
  }
}

function addressesOfUrl(text: string, context: DeliveryContext): Promise<CheckedAddress[]> {
  const url = new URL(text)
  return addressesOf(hostOf(url), Number(url.port || (url.protocol === 'https:' ? 443 : 80)), context)
}

async function addressesOf(
  host: string,
  port: number,
  { guard, signal }: DeliveryContext,
): Promise<CheckedAddress[]> {
  try {
    return await guard.check(host, port, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw new DeliveryError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}
