import { type Static, type TSchema, Type } from 'typebox'
import { nullable } from '../shapes.ts'
import { periodMembers, timeParams } from './shared-members.ts'

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

const common = {
  ...timeParams,
  host: Type.Optional(
    Type.String({
      title: 'Host',
      maxLength: 255,
      description: 'Accepted and ignored: the figures are always about the host of the service',
    }),
  ),
  node: Type.Optional(
    Type.String({
      title: 'Node',
      maxLength: 255,
      description: 'Name of a node, for figures of its machine; default: averages over all nodes',
    }),
  ),
}

const name = { minLength: 1, maxLength: 255 } as const
const strict = { additionalProperties: false } as const

/** The System_… queries: figures of the host of the service over time. */
export const SystemCpuParams = Type.Object(
  {
    ...common,
    cpu: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0 }), Type.String(name)], {
        title: 'Processor',
        default: 'totals',
        description:
          'A number from 0, or totals (also cpu-total) for all CPUs together, each with 100 percent',
      }),
    ),
  },
  strict,
)
export const SystemMemoryParams = Type.Object({ ...common }, strict)
export const SystemDfParams = Type.Object(
  { ...common, fs: Type.Optional(Type.String({ ...name, title: 'File system', default: 'root' })) },
  strict,
)
export const SystemIopsParams = Type.Object(
  {
    ...common,
    disk: Type.Optional(
      Type.String({
        ...name,
        title: 'Disk',
        default: 'totals',
        description: 'A disk, or totals for all disks together',
      }),
    ),
  },
  strict,
)
const interfaceParam = {
  interface: Type.Optional(
    Type.String({
      ...name,
      title: 'Interface',
      default: 'totals',
      description: 'An interface, or totals for all except lo',
    }),
  ),
}
export const SystemNetworkParams = Type.Object({ ...common, ...interfaceParam }, strict)
export const SystemNetworkErrorsParams = Type.Object({ ...common, ...interfaceParam }, strict)

const figure = nullable(Type.Number())
const MetricTotals = Type.Object({
  count: Type.Integer({ description: 'Periods with a known value' }),
  sum: Type.Number(),
  min: figure,
  max: figure,
  avg: figure,
  last: figure,
  last_ts: nullable(Type.Integer(), {
    description: 'Start of the last period with a known value',
  }),
})

/**
 * The results of a System_… query. The value of a period is the average of its samples, 0 without any; totals
 * cover the periods with samples.
 */
function resultsOf<Metric extends string>(metrics: readonly Metric[]) {
  return Type.Object({
    totals: Type.Object(recordOf(metrics, MetricTotals)),
    details: Type.Array(Type.Object({ ...periodMembers, ...recordOf(metrics, Type.Number()) })),
  })
}

function recordOf<Name extends string, Shape extends TSchema>(names: readonly Name[], shape: Shape) {
  // Every name has a member, and there are no other members.
  return Object.fromEntries(names.map(name => [name, shape])) as Record<Name, Shape>
}

export const SystemCpuResults = resultsOf(systemMetrics.System_CPU)
export const SystemMemoryResults = resultsOf(systemMetrics.System_Memory)
export const SystemDfResults = resultsOf(systemMetrics.System_DF)
export const SystemIopsResults = resultsOf(systemMetrics.System_IOPS)
export const SystemNetworkResults = resultsOf(systemMetrics.System_Network)
export const SystemNetworkErrorsResults = resultsOf(systemMetrics.System_NetworkErrors)

export type SystemResults<Type extends SystemType> = {
  totals: Record<(typeof systemMetrics)[Type][number], Static<typeof MetricTotals>>
  details: ({ ts_from: number; ts_to: number } & Record<(typeof systemMetrics)[Type][number], number>)[]
}
