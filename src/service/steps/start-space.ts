import { statfs } from 'node:fs/promises'
import type { SpaceSource } from '../../api/space/space-source.ts'
import { internalRead } from '../../storage/contract/internal-read.ts'
import { eventsTable } from '../../storage/sql/tables.ts'
import { readStoredDays } from '../../storage/store/retention/stored-space.ts'
import type { SqlStore } from '../../storage/store/sql-store.ts'
import { fullestDisk } from '../../storage/store/tables/fullest-disk.ts'
import { type DiskSpace, DiskWatch } from '../../telemetry/disk-watch.ts'
import type { StartContext } from './start-context.ts'

const read = internalRead('short', 30)

/** Watches the disks of the data folder, and of the events if they are on servers. */
export async function startSpace(
  { settings, log, closing }: StartContext,
  store: Pick<SqlStore, 'client' | 'retention' | 'ready'>,
): Promise<SpaceSource> {
  const disks = new DiskWatch({
    disks: {
      data_folder: async () => ({ ...(await freeIn(settings.dataDir)), floor: settings.diskFloor }),
      ...(settings.clickhouseUrl !== undefined && {
        events: () => fullestDisk(store.client, eventsTable, read),
      }),
    },
    warn: message => log.warn({ room: 'storage' }, message),
    info: message => log.info({ room: 'storage' }, message),
  })
  closing.defer(() => disks.stop())
  const measured = disks.start()
  // A shard that does not answer would delay the start.
  if (store.ready) await measured
  return {
    disks: () => disks.state,
    hasSizeLimit: () => store.retention.limits.bytes > 0,
    async read() {
      const days = await readStoredDays(store.client, store.retention)
      return {
        rows: days.reduce((sum, { rows }) => sum + rows, 0),
        bytes: days.reduce((sum, { bytes }) => sum + bytes, 0),
        retention: store.retention.limits,
        disks: [...disks.disks],
        days,
      }
    },
  }
}

/** The space of a folder's disk as `df` counts it: without the space reserved for the system. */
async function freeIn(folder: string): Promise<DiskSpace> {
  const { bsize, blocks, bfree, bavail } = await statfs(folder)
  return { total: (blocks - bfree + bavail) * bsize, free: bavail * bsize }
}
