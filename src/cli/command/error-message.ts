import { thrownText } from '../../schema/thrown-text.ts'

/** Texts for file errors, by system code. */
const fileErrors: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  EISDIR: 'is a folder',
  ENOTDIR: 'lies below something that is not a folder',
  EACCES: 'may not be read or written by this user',
  EPERM: 'may not be read or written by this user',
  EROFS: 'lies on a disk that is read-only',
  ENOSPC: 'does not fit on the disk',
}

/**
 * The message of an error for the user. For a file error it has the file's name and a sentence instead of a
 * code.
 */
export function errorMessage(error: unknown): string {
  const path = error instanceof Error && 'path' in error ? error.path : undefined
  const reason = errorReason(error)
  if (!isFileError(error)) return reason
  // The system does not name a folder that was opened as a file.
  return `${typeof path === 'string' ? path : 'The file'} ${reason}.`
}

/** The message without the name of the file. */
export function errorReason(error: unknown): string {
  if (isFileError(error)) return fileErrors[error.code] ?? error.message
  return thrownText(error)
}

function isFileError(error: unknown): error is Error & { code: string } {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code in fileErrors
  )
}
