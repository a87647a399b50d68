import type { Static } from 'typebox'
import type { QueryType, queryTypes } from '../../../schema/query/query.ts'
import type { QueryAnswer } from '../../api/queries.ts'
import type { DrillLinks } from '../views/drill-links.ts'
import type { View } from '../views/views.ts'
import type { Size } from './use-size.ts'

/** Properties of a component that draws the answer of a query type in a widget. */
export interface ContentProps<T extends QueryType> {
  title: string
  view: View
  config: Readonly<Record<string, unknown>>
  answer: AnswerWithResults<T>
  /** Inner size of the body in pixels. */
  size: Size
  zone: string
  links: DrillLinks
}

/** An answer that has results; the first answer to a query may have none. */
export type AnswerWithResults<T extends QueryType> = Omit<QueryAnswer<T>, 'results'> & {
  results: Static<(typeof queryTypes)[T]['results']>
}
