import type { Forwarder } from '../../schema/forwarding/forwarder.ts'
import { forwarderTexts } from '../texts/settings/forwarders.ts'

const { destinations } = forwarderTexts

/** The destination of a forwarder in words: `syslog tcp 10.0.0.5:6514`. */
export function destinationText({ syslog, http, splunk_hec: splunk, file }: DestinationParts): string {
  if (syslog) {
    const host = syslog.host.includes(':') ? `[${syslog.host}]` : syslog.host
    return destinations.syslog(syslog.transport ?? 'tcp', `${host}:${syslog.port}`)
  }
  if (splunk) return destinations.splunk(splunk.url)
  return http?.url ?? destinations.file(file?.name ?? '')
}

type DestinationParts = Pick<Forwarder, 'syslog' | 'http' | 'splunk_hec' | 'file'>
