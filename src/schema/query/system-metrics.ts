/** The metrics of the host by query type, in the order in which they are stored. */
export const systemMetrics = {
  System_CPU: [
    'usage_user',
    'usage_nice',
    'usage_system',
    'usage_irq',
    'usage_softirq',
    'usage_iowait',
    'usage_steal',
    'usage_idle',
  ],
  System_Memory: ['used', 'buffered', 'cached', 'free'],
  System_DF: ['used', 'reserved', 'free'],
  System_IOPS: ['reads', 'writes'],
  System_Network: [
    'if_packets.tx',
    'if_packets.rx',
    'if_octets.tx',
    'if_octets.rx',
    'if_errors.tx',
    'if_errors.rx',
  ],
  System_NetworkErrors: ['drop_in', 'drop_out', 'err_in', 'err_out'],
} as const
export type SystemType = keyof typeof systemMetrics

export function isSystemType(type: string): type is SystemType {
  return Object.hasOwn(systemMetrics, type)
}
