import type { SyslogTarget } from '../../schema/forwarding/targets/syslog.ts'
import type { OutgoingEvent } from '../formats/outgoing-event.ts'
import { bsdLine, rfc5424Line } from '../formats/syslog-line.ts'

/** Maximum bytes of a datagram over IPv4; longer lines are cut. */
const maxDatagramBytes = 65_507

/** Writes events as datagrams (RFC 5426). */
export function syslogDatagrams(target: SyslogTarget, instance: string): (event: OutgoingEvent) => Buffer[] {
  return event => [Buffer.from(lineOf(target, event, instance)).subarray(0, maxDatagramBytes)]
}

/** Writes events as frames of a stream (RFC 6587, RFC 5425). */
export function syslogFrames(target: SyslogTarget, instance: string): (event: OutgoingEvent) => string {
  if (target.framing === 'newline')
    return event => `${lineOf(target, event, instance).replace(/[\r\n]+/g, ' ')}\n`
  return event => {
    const line = lineOf(target, event, instance)
    return `${Buffer.byteLength(line)} ${line}`
  }
}

/** An event as a line of the target's format, without framing. */
function lineOf(target: SyslogTarget, event: OutgoingEvent, instance: string): string {
  return target.protocol === 'bsd' ? bsdLine(event) : rfc5424Line(event, instance)
}
