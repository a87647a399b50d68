import { millisOf } from '../patterns/pattern.ts'

/** How the text of a value becomes the value of a field. */
export type Conversion =
  /** In lower case. */
  | 'lower'
  /** Seconds become milliseconds. */
  | 'seconds'
  /** A protocol number becomes its name: 6 is tcp. */
  | 'transport'
  /** The query after `?` is cut off. */
  | 'path'
  /** The address of `address:port` or `address:port:interface`. */
  | 'host'
  /** Without the brackets of `<ann@example.org>`. */
  | 'angled'
  /** yes, 1, ok, no, 0, failed become success or failure; other values become ''. */
  | 'outcome'
  /** An address of zeros (0.0.0.0, ::) becomes '', since it means no address. */
  | 'address'

/** Names of transports by protocol number (IANA). */
const transports: ReadonlyMap<string, string> = new Map([
  ['1', 'icmp'],
  ['2', 'igmp'],
  ['4', 'ipip'],
  ['6', 'tcp'],
  ['17', 'udp'],
  ['47', 'gre'],
  ['50', 'esp'],
  ['51', 'ah'],
  ['58', 'ipv6-icmp'],
  ['89', 'ospf'],
  ['132', 'sctp'],
])
const outcomes: ReadonlyMap<string, string> = new Map([
  ...['yes', '1', 'ok', 'success', 'successful', 'succeeded'].map(word => [word, 'success'] as const),
  ...['no', '0', 'fail', 'failed', 'failure'].map(word => [word, 'failure'] as const),
])

/** Converts a value; returns '' if the field has no value. */
export function convert(value: string, conversion: Conversion | undefined): string {
  switch (conversion) {
    case undefined:
      return value
    case 'lower':
      return value.toLowerCase()
    case 'seconds':
      return value === '' ? '' : millisOf(Number(value))
    case 'address':
      return value === '0.0.0.0' || value === '::' ? '' : value
    case 'outcome':
      return outcomes.get(value.toLowerCase()) ?? ''
    case 'transport':
      return (transports.get(value) ?? value).toLowerCase()
    case 'path': {
      const query = value.indexOf('?')
      return query === -1 ? value : value.slice(0, query)
    }
    case 'host':
      return value.split(':', 1)[0] ?? ''
    case 'angled':
      return value.startsWith('<') && value.endsWith('>') ? value.slice(1, -1) : value
  }
}
