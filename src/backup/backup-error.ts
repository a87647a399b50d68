/** Why a backup or a restore stopped, as a text for people. */
export class BackupError extends Error {
  override name = 'BackupError' as const
}
