import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { type BatchMatches, parseBatchMatches } from '../../schema/intake/batch-matches.ts'

/** Larger files are damaged: ingest never writes them, even with the maximum number of triggers. */
const maxFileBytes = 128 * 1024 * 1024

/** The content of a match file, which has the trigger matches of one spooled batch, and its size. */
export interface ReadMatches {
  matches: BatchMatches
  bytes: number
}

/**
 * Reads a match file. If the file is missing or damaged, logs a warning and returns undefined. Throws if the
 * disk cannot be read.
 */
export async function readMatches(
  file: string,
  warn: (message: string) => void,
): Promise<ReadMatches | undefined> {
  const lost = (why: string): undefined => {
    warn(`${path.basename(file)} ${why}: the trigger matches of this batch are neither counted nor reported`)
  }
  try {
    const { size } = await stat(file)
    if (size > maxFileBytes) return lost(`has ${size} bytes, which is more than any match file has`)
    const text = await readFile(file, 'utf8')
    const matches = parseBatchMatches(text)
    return matches === undefined ? lost('is damaged') : { matches, bytes: size }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return lost('is missing')
    throw error
  }
}
