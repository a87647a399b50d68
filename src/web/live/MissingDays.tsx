import { missingDaysText } from '../../schema/query/missing-days.ts'
import type { QueryAnswer } from '../api/queries.ts'
import { resultTexts } from '../texts/search/results.ts'

/** Names the days whose events an answer may lack. Renders nothing for an answer without such days. */
export function MissingDays({ answer }: { answer: Pick<QueryAnswer, 'missing_days'> | undefined }) {
  const days = answer?.missing_days ?? []
  if (days.length === 0) return null
  return (
    <span className="tag-note" title={missingDaysText(days)}>
      {resultTexts.missingDays(days)}
    </span>
  )
}
