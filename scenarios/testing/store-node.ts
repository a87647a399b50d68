/**
 * A node with only a store, for scenarios/hard/several-stores.test.ts. Arguments: its options as JSON.
 * Answers the messages of its parent.
 */
import { AppendLog } from '../../src/metadata/append-log/append-log.ts'
import type { SpoolBatch } from '../../src/schema/event/row.ts'
import type { ServerAddress } from '../../src/storage/clients/server/address.ts'
import type { Read } from '../../src/storage/contract/event-store.ts'
import type { Field } from '../../src/storage/contract/field.ts'
import { openServerStore } from '../../src/storage/store/server/open.ts'
import { eagerRollups } from '../../src/storage/testing/eager-rollups.ts'
import { openLog } from '../../src/telemetry/log.ts'

export interface NodeOptions {
  address: ServerAddress
  postgresUrl: string
  id: number
}

/**
 * An order to a node. `killAt`: it kills itself once the batches have begun, or once their rows are in the
 * table.
 */
export type Order = { id: number } & (
  | { append: SpoolBatch[]; killAt?: 'begun' | 'inserted' }
  | { count: { from: number; to: number } }
)

/** All counts that a node knows, obtained in different ways. */
export interface NodeCounts {
  events: number
  occurrences: number
  periods: number[]
  hosts: Record<string, number>
  programs: Record<string, number>
  page: number[]
}

export type Answer = { id: number } & ({ value: NodeCounts | null } | { error: string })

const [argument = ''] = process.argv.slice(2)
// The parent wrote it.
const { address, postgresUrl, id } = JSON.parse(argument) as NodeOptions
const log = openLog('silent')
const postgres = { url: postgresUrl, ca: undefined, maxConnections: 2, timeoutSeconds: 10 }
const name = `node-${id}`
const sharedLog = await AppendLog.open({ postgres, node: { remainder: id, name }, folder: name, log })
let killAt: 'begun' | 'inserted' | undefined
const die = () => process.kill(process.pid, 'SIGKILL')
const [begin, end] = [sharedLog.begin.bind(sharedLog), sharedLog.end.bind(sharedLog)]
sharedLog.begin = async (...batches) => {
  const numbered = await begin(...batches)
  if (killAt === 'begun') die()
  return numbered
}
sharedLog.end = async sequences => {
  if (killAt === 'inserted') die()
  await end(sequences)
}
const common = { window: 60, retentionDays: 100_000, rollups: eagerRollups, log: () => {} }
const store = await openServerStore({ ...common, addresses: [address], owner: name, sharedLog })

const read: Read = { signal: new AbortController().signal, lane: 'short', timeout: 30 }

async function count(from: number, to: number): Promise<NodeCounts> {
  const scope = { from, to, predicate: { kind: 'const', value: true } as const }
  const bounds = Array.from({ length: 9 }, (_, index) => from + Math.floor(((to - from) * index) / 8))
  const by = async (field: Field) => {
    const { rows } = await store.topValues(scope, { field, ignoreEmpty: false, limit: 100 }, read)
    return Object.fromEntries(rows.map(({ value, count }) => [String(value), count]))
  }
  const newest = { sort: [{ field: 'last_occurrence', descending: true }], offset: 0, limit: 30 } as const
  const [events, periods, hosts, programs, page] = await Promise.all([
    store.countEvents(scope, scope, read),
    store.countPeriods(scope, bounds, read),
    by('host'),
    by('program'),
    store.page(scope, newest, read),
  ])
  return { ...events, periods, hosts, programs, page: page.events.map(({ id }) => id) }
}

async function follow(order: Order): Promise<NodeCounts | null> {
  if ('count' in order) return await count(order.count.from, order.count.to)
  killAt = order.killAt
  await store.append(...order.append)
  return null
}

process.on('message', (order: Order) => {
  const { id } = order
  follow(order).then(
    value => process.send?.({ id, value } satisfies Answer),
    error => process.send?.({ id, error: String(error) } satisfies Answer),
  )
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
