import type { DiskLevel, StoredSpace } from '../../schema/stored-space.ts'

/** What the store takes on disk, and how full the disks are. */
export interface SpaceSource {
  /** Rejects with a Fault while the store does not answer. */
  read(): Promise<StoredSpace>
  /** Of the fullest disk. */
  level(): DiskLevel
}
