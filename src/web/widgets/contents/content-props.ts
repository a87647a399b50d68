import type { Static } from 'typebox'
import type { QueryType, queryTypes } from '../../../schema/query/query.ts'
import type { QueryAnswer } from '../../api/queries.ts'
import type { Drill } from '../views/drill.ts'
import type { View } from '../views/views.ts'
import type { Size } from './use-size.ts'

export interface ContentProps<T extends QueryType> {
  title: string
  view: View
  config: Readonly<Record<string, unknown>>
  answer: AnswerWithResults<T>
  /** Inner size of the body in pixels. */
  size: Size
  zone: string
  drill: Drill
}

/** An answer whose `results` are not empty. */
export type AnswerWithResults<T extends QueryType> = Omit<QueryAnswer<T>, 'results'> & {
  results: Static<(typeof queryTypes)[T]['results']>
}
