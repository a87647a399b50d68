import { sql } from 'kysely'
import { Repository } from '../repository.ts'
import { isOneOf } from '../sql-forms.ts'

/** Of one row: it is in memory as a whole. */
export const chunkBytes = 512 * 1024

/** Files of reports where all nodes reach them. A file goes with its report. */
export class ReportFiles extends Repository {
  /** Stores a file, in place of an earlier attempt, one statement a chunk: others write in between. */
  async save(id: number, chunks: AsyncIterable<Buffer>): Promise<void> {
    await this.db.deleteFrom('report_chunks').where('report_id', '=', id).execute()
    let ordinal = 0
    for await (const bytes of chunks) {
      await this.db.insertInto('report_chunks').values({ report_id: id, ordinal: ordinal++, bytes }).execute()
    }
  }

  /** The file in chunks; none when it is not there. */
  async *read(id: number): AsyncGenerator<Uint8Array> {
    for (let ordinal = 0; ; ordinal++) {
      const row = await this.db
        .selectFrom('report_chunks')
        .select('bytes')
        .where('report_id', '=', id)
        .where('ordinal', '=', ordinal)
        .executeTakeFirst()
      if (row === undefined) return
      yield row.bytes
    }
  }

  /** Which of these reports have a file here. */
  async stored(ids: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await this.db
      .selectFrom('report_chunks')
      .select('report_id')
      .where('ordinal', '=', 0)
      .where(isOneOf(sql.ref('report_id'), ids))
      .execute()
    return new Set(rows.map(({ report_id }) => report_id))
  }
}
