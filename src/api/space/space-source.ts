import type { StoredSpace } from '../../schema/store/stored-space.ts'
import type { DiskState } from '../../telemetry/disk-watch.ts'

/** The disk space that the store uses, and the state of the disks. */
export interface SpaceSource {
  /** Rejects with a Fault while the store does not answer. */
  read(): Promise<StoredSpace>
  disks(): DiskState
  /** Whether retention limits the disk space of events. */
  hasSizeLimit(): boolean
}
