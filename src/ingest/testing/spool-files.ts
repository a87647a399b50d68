import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { type SpoolBatch, spoolExtension } from '../../schema/event/row.ts'
import type { Batch } from '../spool/batch.ts'

/** Writes the rows of a batch as spool files, numbered from `sequence` on. */
export async function spoolFilesOf(batch: Batch, folder: string, sequence: number): Promise<SpoolBatch[]> {
  return (await batch.finish()).map(({ rows, buffer, minutes, names }, i) => {
    const file = path.join(folder, `${sequence + i}${spoolExtension}`)
    writeFileSync(file, buffer.bytes.subarray(0, buffer.length))
    return {
      file,
      sequence: sequence + i,
      repeated: false,
      rows,
      minutes: [...minutes].sort((a, b) => a - b),
      names: names.list(),
    }
  })
}
