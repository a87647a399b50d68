/** A reason, for people, why a backup or a restore does not go on. */
export class BackupError extends Error {
  override name = 'BackupError' as const
}
