import type { Facts } from '../../metadata/database/facts.ts'
import type { Node, Nodes } from '../../metadata/nodes/nodes.ts'
import type { Metadata } from '../../metadata/open.ts'
import { openSnmpEngine, type SnmpEngine } from '../../outgoing/snmp/snmp-engine.ts'
import { type Clocks, systemClocks } from '../../telemetry/clock-watch.ts'

/** RFC 3414 2.2.2. Receivers ignore an engine that has reached this value. */
const maxBoots = 2 ** 31 - 1
/** 2026-01-01. */
const epochSeconds = 1_767_225_600
/** A clock beyond 2060 is wrong, and would use up the boots. */
const maxBootsByClock = 2 ** 30

/**
 * Starts the SNMP engine of this service. `node` is undefined if the metadata is not shared. Each node has
 * its own engine id, since each counts its own boots and time. The first node keeps the id of a single
 * service, which receivers may know already.
 */
export async function startSnmpEngine(
  { facts, keyring, nodes }: Pick<Metadata, 'facts' | 'keyring' | 'nodes'>,
  node: Node | undefined,
  clocks: Clocks = systemClocks,
): Promise<SnmpEngine> {
  if (node === undefined || (await isFirst(nodes, node)))
    return openSnmpEngine(keyring.fingerprint, await countBoot(facts, bootsFact, clocks), clocks)
  const boots = await countBoot(facts, `${bootsFact}_${node.id}`, clocks)
  return openSnmpEngine(`${keyring.fingerprint} node ${node.id}`, boots, clocks)
}

const bootsFact = 'snmp_boots'

/**
 * Counts this start: stores and returns the number of boots. It is one more than at the last start, and at
 * least the seconds since 2026: earlier versions counted by the clock alone, and a restored backup does not
 * contain the starts since it was made. Only one process at a time counts a fact.
 */
async function countBoot(facts: Pick<Facts, 'get' | 'set'>, fact: string, clocks: Clocks): Promise<number> {
  const byClock = Math.floor(clocks.wall() / 1_000) - epochSeconds
  const counted = Number((await facts.get(fact)) ?? 0) + 1
  const boots = Math.min(maxBoots, byClock > maxBootsByClock ? counted : Math.max(counted, byClock))
  await facts.set(fact, boots)
  return boots
}

/** Compares with all nodes that ever existed, so that the first node stays the first. */
async function isFirst(nodes: Pick<Nodes, 'list'>, { id }: Node): Promise<boolean> {
  return (await nodes.list()).every(other => other.id >= id)
}
