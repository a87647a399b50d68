import { type SystemType, systemMetrics } from '../../schema/query/system.ts'
import type { CellKind, Column } from '../document/document.ts'

type Metric = (typeof systemMetrics)[SystemType][number]

/** Titles and kinds of host metrics. `reads`, `writes` and metrics of interfaces are per second. */
const metricColumns: Readonly<Record<Metric, readonly [title: string, kind: CellKind]>> = {
  usage_user: ['User', 'percent'],
  usage_nice: ['Nice', 'percent'],
  usage_system: ['System', 'percent'],
  usage_irq: ['IRQ', 'percent'],
  usage_softirq: ['SoftIRQ', 'percent'],
  usage_iowait: ['I/O wait', 'percent'],
  usage_steal: ['Steal', 'percent'],
  usage_idle: ['Idle', 'percent'],
  used: ['Used', 'bytes'],
  buffered: ['Buffers', 'bytes'],
  cached: ['Cache', 'bytes'],
  free: ['Free', 'bytes'],
  reserved: ['Reserved', 'bytes'],
  reads: ['Reads/s', 'number'],
  writes: ['Writes/s', 'number'],
  'if_packets.tx': ['Packets sent/s', 'number'],
  'if_packets.rx': ['Packets received/s', 'number'],
  'if_octets.tx': ['Bytes sent/s', 'bytes'],
  'if_octets.rx': ['Bytes received/s', 'bytes'],
  'if_errors.tx': ['Errors sending/s', 'number'],
  'if_errors.rx': ['Errors receiving/s', 'number'],
  drop_in: ['Dropped coming in/s', 'number'],
  drop_out: ['Dropped going out/s', 'number'],
  err_in: ['Errors coming in/s', 'number'],
  err_out: ['Errors going out/s', 'number'],
}

/** The metrics of a type as columns, in the order of the API. */
export function metricsOf(type: SystemType): readonly Column[] {
  return systemMetrics[type].map(name => {
    const [title, kind] = metricColumns[name]
    return { name, title, kind }
  })
}
