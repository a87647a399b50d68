import { missingDaysText } from '../../schema/query/missing-days.ts'
import type { QueryAnswer } from '../api/queries.ts'
import { resultTexts } from '../texts/search/results.ts'

/**
 * Names the days whose events an answer may lack, and the number of archived days that it leaves out. Renders
 * nothing for an answer without such days.
 */
export function MissingDays({
  answer,
}: {
  answer: Pick<QueryAnswer, 'missing_days' | 'archived_days'> | undefined
}) {
  const days = answer?.missing_days ?? []
  const archived = answer?.archived_days ?? 0
  return (
    <>
      {days.length > 0 && (
        <span className="tag-note" title={missingDaysText(days)}>
          {resultTexts.missingDays(days)}
        </span>
      )}
      {archived > 0 && (
        <span className="tag-note" title={resultTexts.archivedDaysHint}>
          {resultTexts.archivedDays(archived)}
        </span>
      )}
    </>
  )
}
