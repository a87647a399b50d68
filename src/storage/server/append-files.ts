import { open } from 'node:fs/promises'
import { BatchRefusedError } from '../../schema/batch-refused.ts'
import { rowStructure, type SpoolBatch } from '../../schema/row.ts'
import { appendError, appendSettings, insertRows, rowsOf } from '../append.ts'
import type { InsertFiles } from '../appender.ts'
import { text } from '../sql/literal.ts'
import type { ServerRunner } from './runner.ts'

/** Seconds. */
const insertTimeout = 120

/**
 * Streams spool files to a server, each as one block of a statement of its own. Exactly once: a statement inserts the days alone that have no
 * rows of its batch, and its id keeps the server from running two of one batch at the same time, for instance one whose connection broke and
 * its repetition.
 */
export function appendToServer(runner: ServerRunner): InsertFiles {
  return async batches => {
    // All of them end before one is repeated.
    const outcomes = await Promise.allSettled(batches.map(batch => appendFile(runner, batch)))
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }
}

async function appendFile(runner: ServerRunner, batch: SpoolBatch): Promise<void> {
  const file = await open(batch.file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new BatchRefusedError(error.message, { cause: error })
    throw error
  })
  try {
    if ((await file.stat()).size === 0) return
    const source = `input(${text(rowStructure(batch.file))})`
    const sql = `${insertRows} ${rowsOf(batch, source, true)} FORMAT RowBinary`
    const settings = { ...appendSettings, max_execution_time: insertTimeout }
    const stream = file.createReadStream({ autoClose: false })
    await runner.insert(sql, { stream, settings }, `millrace-batch-${batch.sequence}`, insertTimeout)
  } catch (error) {
    throw appendError(error)
  } finally {
    await file.close()
  }
}
