import type { Snapshot, SnapshotSource } from '../../query/snapshot.ts'
import { Fault } from '../../schema/fault.ts'
import { maxRowsIn } from '../../schema/reports/export-format.ts'
import type { ReportJob, ReportRenderer } from '../document/job.ts'

/** Writes the queries of a job as JSON. */
export class StubRenderer implements ReportRenderer {
  readonly jobs: ReportJob[] = []
  readonly maxRows = maxRowsIn
  /** The last byte is written once this resolves. */
  gate: Promise<unknown> | undefined
  /** Thrown by the next calls, before the first byte. */
  readonly refusals: Fault[] = []
  /** Called when the first byte is written. */
  onStarted: () => void = () => {}

  async render(job: ReportJob, out: Parameters<ReportRenderer['render']>[1], signal: AbortSignal) {
    const refusal = this.refusals.shift()
    if (refusal !== undefined) throw refusal
    this.jobs.push(job)
    const data = job.parts.map(({ title, answer }) =>
      'query' in answer ? [title, answer.query.params] : [title, answer],
    )
    const bytes = new TextEncoder().encode(JSON.stringify(data))
    await out.write(bytes.subarray(0, 1))
    this.onStarted()
    const { promise, reject } = Promise.withResolvers<never>()
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
    await Promise.race([this.gate ?? undefined, promise]).finally(() =>
      signal.removeEventListener('abort', abort),
    )
    signal.throwIfAborted()
    await out.write(bytes.subarray(1))
    return { bytes: bytes.length, dataHash: 'ab'.repeat(32) }
  }

  async close(): Promise<void> {}
}

/** Answers every query with its params and without results, and records the caller. */
export class StubSnapshotSource implements SnapshotSource {
  readonly asked: { hosts: readonly string[]; type: string; params: unknown }[] = []
  /** Types that fail, with their faults. */
  readonly failing = new Map<string, Fault>()

  /** Thrown by the next answers. */
  readonly refusals: Fault[] = []

  async snapshot(): Promise<Snapshot> {
    throw new Fault('not_found')
  }

  async answer(
    reader: Parameters<SnapshotSource['answer']>[0],
    { type, params, timezone = 'UTC' }: Parameters<SnapshotSource['answer']>[1],
  ): Promise<Snapshot> {
    this.asked.push({ hosts: reader.hosts, type, params })
    const failure = this.refusals.shift() ?? this.failing.get(type)
    if (failure !== undefined) throw failure
    const query = {
      query_id: 'q',
      status: 'SUCCESS' as const,
      type,
      base_time: 1_780_000_000,
      progress: 100,
      results: {},
      // The runner gives an object.
      params: params as Record<string, unknown>,
      owner_id: reader.userId,
      created_at: 1_780_000_000,
      updated_at: 1_780_000_000,
    }
    return { query, timezone }
  }
}
