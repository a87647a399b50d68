import { type SqlBool, sql } from 'kysely'
import { isOneOf } from '../database/sql-forms.ts'
import { Repository } from '../repository/repository.ts'

/** Bytes of one row, all of which is in memory at once. */
export const chunkBytes = 512 * 1024

/**
 * The process that stores the file of a report: the runner that has claimed the report, or, once the report
 * is finished, any process that has the file.
 */
export type FileKeeper = { runner: string } | 'finished'

/** Files of reports, in the metadata, where all nodes reach them. A file is deleted with its report. */
export class ReportFiles extends Repository {
  /**
   * Stores a file and replaces the file of an earlier attempt. Writes each chunk with its own statement, so
   * that other writers can write in between, and each statement checks whether the keeper may still write.
   * False: it may not, since another runner has the report or the report was deleted.
   */
  async save(id: number, keeper: FileKeeper, chunks: AsyncIterable<Uint8Array>): Promise<boolean> {
    const mayWrite =
      keeper === 'finished'
        ? sql<SqlBool>`reports.status = 'SUCCESS'`
        : sql<SqlBool>`reports.status = 'IN_PROGRESS' and reports.runner = ${keeper.runner}`
    const report = this.db.selectFrom('reports').where('reports.id', '=', id).where(mayWrite)
    await this.db.deleteFrom('report_chunks').where('report_id', 'in', report.select('reports.id')).execute()
    let ordinal = 0
    for await (const bytes of chunks) {
      const chunk = [
        sql<number>`${sql.lit(ordinal++)}`.as('ordinal'),
        sql<Uint8Array>`${bytes}`.as('bytes'),
      ] as const
      const stored = await this.db
        .insertInto('report_chunks')
        .columns(['report_id', 'ordinal', 'bytes'])
        .expression(report.select(['reports.id', ...chunk]))
        .returning('ordinal')
        .executeTakeFirst()
      if (stored === undefined) return false
    }
    return true
  }

  /** The chunks of a file: no chunks if it does not exist, and some of them while it is being stored. */
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

  /** Which of these reports have their whole file here. */
  async stored(ids: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await this.db
      .selectFrom('report_chunks')
      .innerJoin('reports', 'reports.id', 'report_id')
      .select('report_id')
      .where(isOneOf(sql.ref('report_id'), ids))
      .groupBy(['report_id', 'file_size'])
      .having(sql<SqlBool>`sum(length(report_chunks.bytes)) = file_size`)
      .execute()
    return new Set(rows.map(({ report_id }) => report_id))
  }
}
