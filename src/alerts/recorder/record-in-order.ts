import { setTimeout as sleep } from 'node:timers/promises'
import type { FileFailure, Sink, SlowOutcome } from '../../ingest/spool/spooled-file.ts'
import type { SpoolBatch } from '../../schema/event/row.ts'
import { isBatchRefusedError } from '../../schema/intake/batch-refused.ts'
import { thrownText } from '../../schema/thrown-text.ts'

/** Interval at which a call checks whether slow parts of the store hold all batches that it waits for. */
const checkMs = 250

/** Why a batch was not stored, and which part of the store (shard) failed; '' if recording failed. */
interface Failure {
  error: unknown
  part: string
}

/** The append of one batch. */
interface Outcome {
  /** Resolves with undefined once the batch is stored. Never rejects. */
  ended: Promise<Failure | undefined>
  /** Whether a slow part of the store has the batch, while another part takes batches promptly. */
  isHeld(): boolean
}

/** Appends batches. Returns their outcomes, in their order. */
type AppendEach = (batches: readonly SpoolBatch[]) => readonly Outcome[]

/**
 * Returns a sink that appends batches, then records what triggers matched in them. Several appends may run at
 * once, but recording keeps the order of the calls, since conditions judge events in order of arrival. A
 * batch that a slow part of the store holds is the exception: it is recorded once it is stored, later batches
 * do not wait for it, and `slowOutcome` returns its outcome.
 */
export function recordInOrder(
  appendEach: AppendEach,
  record: (batches: readonly SpoolBatch[]) => Promise<void>,
): { sink: Sink; slowOutcome: SlowOutcome } {
  let lastCall: Promise<unknown> = Promise.resolve()
  /** Batches that a slow part holds, by sequence, until `slowOutcome` takes them. */
  const slow = new Map<number, Promise<FileFailure | undefined>>()
  /** Records stored batches. Returns the failures: all of them if recording fails. */
  const recordStored = async (stored: readonly SpoolBatch[]): Promise<FileFailure[]> => {
    if (stored.length === 0) return []
    try {
      await record(stored)
      return []
    } catch (error) {
      return stored.map(batch => failureOf(batch, { error, part: '' }))
    }
  }
  /** Waits until a slow part has stored a batch, and records it. Resolves with its failure, if any. */
  const recordLate = async (batch: SpoolBatch, { ended }: Outcome) => {
    const failure = await ended
    if (failure !== undefined) return failureOf(batch, failure)
    const [unrecorded] = await recordStored([batch])
    return unrecorded
  }
  const appendAndRecord = async (batches: readonly SpoolBatch[], previousCall: Promise<unknown>) => {
    const outcomes = appendEach(batches)
    /** The batches whose append has ended: undefined if they are stored. */
    const ended = new Map<SpoolBatch, Failure | undefined>()
    const allEnded = Promise.all(
      batches.map(async (batch, i) => {
        ended.set(batch, await outcomes[i]?.ended)
      }),
    )
    const isHeld = () => batches.every((batch, i) => ended.has(batch) || outcomes[i]?.isHeld() === true)
    await untilStoredOrHeld(allEnded, isHeld)
    const failed: FileFailure[] = []
    const stored: SpoolBatch[] = []
    for (const [i, batch] of batches.entries()) {
      const outcome = outcomes[i]
      const failure = ended.get(batch)
      if (failure !== undefined) failed.push(failureOf(batch, failure))
      else if (ended.has(batch)) stored.push(batch)
      else if (outcome !== undefined) slow.set(batch.sequence, recordLate(batch, outcome))
    }
    const late = batches.map(({ sequence }) => sequence).filter(sequence => slow.has(sequence))
    // Only now: appends of several calls run at once, and only recording keeps their order.
    await previousCall
    return { failed: [...failed, ...(await recordStored(stored))], slow: late }
  }
  const sink: Sink = batches => {
    const current = appendAndRecord(batches, lastCall)
    lastCall = current
    return current
  }
  const slowOutcome: SlowOutcome = async sequence => {
    const outcome = slow.get(sequence)
    slow.delete(sequence)
    return await outcome
  }
  return { sink, slowOutcome }
}

/** Resolves when `all` does, or when slow parts of the store hold all batches that are not stored. */
async function untilStoredOrHeld(all: Promise<unknown>, isHeld: () => boolean): Promise<void> {
  const stop = new AbortController()
  const checked = async () => {
    while (!stop.signal.aborted && !isHeld())
      await sleep(checkMs, undefined, { signal: stop.signal }).catch(() => {})
  }
  await Promise.race([all, checked()])
  stop.abort()
}

/** A failure as data, because errors lose their class between threads. */
function failureOf({ sequence }: SpoolBatch, { error, part }: Failure): FileFailure {
  return { sequence, part, message: thrownText(error), isRefused: isBatchRefusedError(error) }
}
