import { backedUpFolders, requireLocalData } from '../../backup/scope.ts'
import { makeSnapshot } from '../../backup/snapshot.ts'
import { offerSnapshots } from '../../backup/snapshot-socket.ts'
import type { Intake } from '../../ingest/worker/intake.ts'
import type { SqlStore } from '../../storage/store/sql-store.ts'
import type { StartContext } from './start-context.ts'

/** Lets `millrace backup` copy the data folder while the service runs. */
export async function startBackups(
  { settings, log, closing }: StartContext,
  { store: { client }, intake }: { store: SqlStore; intake: Intake },
): Promise<void> {
  const { dataDir } = settings
  const make = async () => {
    requireLocalData(settings)
    return await makeSnapshot({ dataDir, client, intake, folders: backedUpFolders(settings) })
  }
  closing.defer(await offerSnapshots(dataDir, make, log.child({ room: 'backup' })))
}
