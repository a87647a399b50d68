import type { QuarantineFolder } from './quarantine.ts'
import type { SpoolFolder } from './spool-folder.ts'

/** Why the store will never have a file: it is damaged, the store refused it, or a full spool dropped it. */
export type LossReason = 'corrupted' | 'store' | 'evicted'

/** The methods of the spool folder that check files and move them to quarantine. */
export type Quarantine = Pick<SpoolFolder, 'hasRoomForRefused' | 'isWhole' | 'quarantine'>

/** A file that the store did not take. */
interface FailedFile {
  name: string
  bytes: number
  failures: number
  /** See QueuedFile in delivery.ts. */
  isHeld: boolean
}

/** A file is inspected when its failures are a multiple of this number, a held file after each failure. */
const inspectEveryFailures = 3
const noRoomForRefused =
  'there is no room for it in refused, whose files were acknowledged: look at these, and move or remove them.'

/**
 * Inspects a file that has failed, if that is due. Returns why the file is lost, `held` if it would be but
 * `refused` has no room for it, and undefined while a retry may succeed.
 */
export async function findLoss(
  files: Quarantine,
  { name, failures, bytes, isHeld }: FailedFile,
  isRefused: boolean,
): Promise<LossReason | 'held' | undefined> {
  if (failures % inspectEveryFailures !== 0 && !isHeld) return undefined
  // If the disk cannot be read now, it may be readable later.
  if (!(await files.isWhole(name).catch(() => true))) return 'corrupted'
  if (!isRefused) return undefined
  // If the folder cannot be read now, it may be readable later.
  return (await files.hasRoomForRefused(bytes).catch(() => false)) ? 'store' : 'held'
}

/** Moves a lost file to quarantine. `refusal`: why the store has refused it. */
export async function setAside(
  files: Quarantine,
  name: string,
  loss: LossReason,
  refusal: string,
  warn: (message: string) => void,
): Promise<void> {
  const folder = loss === 'corrupted' ? 'broken' : 'refused'
  const why = loss === 'corrupted' ? 'is not as it was written' : `was refused: ${refusal}`
  warn(`The spool file ${name} ${why}; it was set aside into ${folder}, its events are not in the store`)
  for (const old of await files.quarantine(name, folder)) warn(quarantineRemovedMessage(old, folder))
}

/** Log line about a file that waits for a retry. */
export function retryMessage(
  { name, isHeld }: Pick<FailedFile, 'name' | 'isHeld'>,
  { isRefused, message }: { isRefused: boolean; message: string },
): string {
  const reason = isRefused && isHeld ? `${noRoomForRefused} ${message}` : message
  return `The store did not take ${name}, trying again: ${reason}`
}

/** Log line about a file that was removed from quarantine. */
export function quarantineRemovedMessage(name: string, folder: QuarantineFolder): string {
  return `There is no room in ${folder} for more: the oldest, ${name}, was removed; its events were counted when it was set aside`
}
