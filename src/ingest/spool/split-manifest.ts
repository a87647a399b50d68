import { currentFormat, type RowFormat } from '../../schema/event/row.ts'
import type { Manifest, ManifestEntry } from '../ledger/ledger.ts'
import type { SpanRows } from './batch.ts'
import { RowCursor, TornRowsError } from './rows/row-cursor.ts'

/** Numbers of first occurrences and of repeats in a spool file. */
export interface FileEventCount {
  firsts: number
  duplicates: number
}

/**
 * Splits the event counts of a commit among its files, so that the ledger can settle each file on its own.
 * Rows do not name their source, so sources are assigned to files one after the other: only the sum of each
 * file and the sum of each source are exact.
 */
export function splitManifest(manifest: Manifest, files: readonly SpanRows[]): Manifest[] {
  if (files.length <= 1 || manifest.length === 0) return [manifest]
  const counts = files.map(({ buffer }) =>
    countReadableEvents(buffer.bytes.subarray(0, buffer.length), currentFormat),
  )
  return distribute(manifest, counts)
}

/** Counts the events of a file up to the first unreadable row. */
export function countReadableEvents(bytes: Buffer, format: RowFormat): FileEventCount {
  const row = new RowCursor(bytes, format)
  const count = { firsts: 0, duplicates: 0 }
  try {
    while (row.next()) {
      if (row.repeat === 0) count.firsts++
      else count.duplicates += row.count
    }
  } catch (error) {
    if (!(error instanceof TornRowsError)) throw error
  }
  return count
}

/** Assigns the events of the manifest to files, by the files' event counts. */
function distribute(manifest: Manifest, files: readonly FileEventCount[]): Manifest[] {
  const remainingEntries = manifest.map(entry => ({ ...entry }))
  return files.map(({ firsts, duplicates }) => {
    const share: ManifestEntry[] = []
    const room = { firsts, duplicates }
    for (const entry of remainingEntries) {
      const entryPart = {
        source: entry.source,
        firsts: Math.min(entry.firsts, room.firsts),
        duplicates: Math.min(entry.duplicates, room.duplicates),
      }
      if (entryPart.firsts + entryPart.duplicates === 0) continue
      for (const kind of ['firsts', 'duplicates'] as const) {
        entry[kind] -= entryPart[kind]
        room[kind] -= entryPart[kind]
      }
      share.push(entryPart)
    }
    return share
  })
}
