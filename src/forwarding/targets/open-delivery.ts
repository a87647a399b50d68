import { hostOf } from '../../outgoing/exchange.ts'
import type { CheckedAddress, OutgoingGuard } from '../../outgoing/outgoing-guard.ts'
import type { SnmpEngineState } from '../../outgoing/snmp/snmp-engine.ts'
import { defaultTrapPort } from '../../outgoing/snmp/snmp-session.ts'
import type { Target } from '../../schema/forwarding/targets.ts'
import { openDatagrams } from './datagrams.ts'
import { type Delivery, DeliveryError, reasonOf } from './delivery.ts'
import { bulkOptions, elasticsearch } from './elasticsearch.ts'
import { gelfDatagrams, gelfFrames } from './gelf.ts'
import { type BatchProtocol, HttpBatches } from './http-batches.ts'
import type { HttpOptions } from './http-sender.ts'
import { jsonLines } from './json-lines.ts'
import { loki, pushOptions } from './loki.ts'
import { incomingUrl, millrace } from './millrace.ts'
import { logsOptions, otlp } from './otlp.ts'
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
      return openBatches(target, jsonLines(target, instance), context)
    case 'splunk_hec':
      return openBatches(target, splunkHec(target, instance), context)
    case 'elasticsearch':
      return openBatches(bulkOptions(target), elasticsearch(target, instance), context)
    case 'loki':
      return openBatches(pushOptions(target), loki(target, instance), context)
    case 'otlp':
      return openBatches(logsOptions(target), otlp(target, instance), context)
    case 'millrace':
      return openBatches({ ...target, url: incomingUrl(target.url) }, millrace(target, instance), context)
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

async function openBatches(
  options: HttpOptions,
  protocol: BatchProtocol,
  context: DeliveryContext,
): Promise<Delivery> {
  const url = new URL(options.url)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  return new HttpBatches(options, protocol, await addressesOf(hostOf(url), port, context))
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
