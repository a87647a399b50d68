/** What is wrong with a file, by the code of the system's error. */
const fileErrors: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  EISDIR: 'is a folder',
  ENOTDIR: 'lies below something that is not a folder',
  EACCES: 'may not be read or written by this user',
  EPERM: 'may not be read or written by this user',
  EROFS: 'lies on a disk that is read-only',
  ENOSPC: 'does not fit on the disk',
}

/** What went wrong, for who typed the command: of a file its name and what is wrong with it, instead of a code of the system. */
export function errorMessage(error: unknown): string {
  const path = error instanceof Error && 'path' in error ? error.path : undefined
  const reason = errorReason(error)
  if (!isFileError(error)) return reason
  // Of a folder that is opened as a file the system does not say the name.
  return `${typeof path === 'string' ? path : 'The file'} ${reason}.`
}

/** The same without the name, for who has told it. */
export function errorReason(error: unknown): string {
  if (isFileError(error)) return fileErrors[error.code] ?? error.message
  return error instanceof Error ? error.message : String(error)
}

function isFileError(error: unknown): error is Error & { code: string } {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code in fileErrors
  )
}
