import { deliveredUntil } from '../../alerts/windows/delivered-until.ts'
import type { Intake } from '../../ingest/worker/intake.ts'
import type { NodeDirectory } from '../../metadata/nodes/directory.ts'
import type { Metadata } from '../../metadata/open.ts'
import { sharedSeconds } from './shared-seconds.ts'

/** Unix seconds, by the clock of the metadata, up to which all events that any node received are stored. */
export async function deliveredByAll({
  metadata,
  intake,
  nodes,
}: {
  metadata: Metadata
  intake: Pick<Intake, 'deliveredUntil'>
  nodes: NodeDirectory | undefined
}): Promise<number> {
  const own = sharedSeconds(metadata, await intake.deliveredUntil())
  await nodes?.refresh()
  return deliveredUntil(own, nodes?.others ?? [], metadata.clock() / 1_000_000, nodes?.lastGap)
}
