import { kindsOf, placeText, type TargetMembers } from '../../schema/forwarding/targets.ts'
import { forwarderTexts } from '../texts/settings/forwarders.ts'

/** The destination of a forwarder in words: `syslog tcp 10.0.0.5:6514`. */
export function destinationText(forwarder: TargetMembers): string {
  const [kind = 'http'] = kindsOf(forwarder)
  return `${forwarderTexts.destinations[kind]} ${placeText(forwarder)}`
}
