import type { StoredSpace } from '../../schema/stored-space.ts'
import type { DiskState } from '../../telemetry/disk-watch.ts'

/** What the store takes on disk, and how full the disks are. */
export interface SpaceSource {
  /** Rejects with a Fault while the store does not answer. */
  read(): Promise<StoredSpace>
  /** How full they are. */
  disks(): DiskState
  /** Whether retention bounds what events take. */
  hasSizeLimit(): boolean
}
