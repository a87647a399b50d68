import type { ExtractionReads } from '../../query/extraction/extraction-reads.ts'
import { ExtractionRequest, ExtractionResult } from '../../schema/filter/value-extraction.ts'
import { readerOf } from '../auth/access.ts'
import { storeFaults } from '../description/faults.ts'
import type { App } from '../http/app.ts'
import { refTo } from '../http/schemas.ts'

/** POST /api/events/extract: values that a regular expression extracts. */
export function extractionRoute(app: App, extraction: Pick<ExtractionReads, 'read'>): void {
  app.addSchema(ExtractionRequest)
  app.addSchema(ExtractionResult)
  app.post(
    '/api/events/extract',
    {
      config: { access: 'search', allowsReadOnly: true, readsEvents: true },
      schema: {
        summary: 'Values that a regular expression finds in events',
        description:
          'The most frequent values, and percentiles of the numeric ones. Waits for the answer; a client that disconnects ends it.',
        body: refTo(ExtractionRequest),
        response: { 200: refTo(ExtractionResult) },
        faults: ['query_syntax', 'sql_refused', ...storeFaults],
      },
    },
    request => extraction.read(readerOf(request), request.body, request.clientGone),
  )
}
