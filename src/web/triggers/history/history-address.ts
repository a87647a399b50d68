import { type RunStatus, runKinds } from '../../../schema/triggers/action-run.ts'
import { declareAddress, oneOf, pageNumber, positiveInteger, searchText } from '../../state/address.ts'
import { historyTexts } from '../../texts/triggers/history.ts'

export type HistoryShow = keyof typeof historyTexts.shows
// The keys are the choices.
export const historyShows = Object.keys(historyTexts.shows) as HistoryShow[]

/** The statuses of the actions that each choice shows; an empty list: all. */
export const statusesOf: Readonly<Record<HistoryShow, readonly RunStatus[]>> = {
  all: [],
  wrong: ['dead', 'failed'],
  waiting: ['pending', 'running'],
  done: ['done'],
  suppressed: ['suppressed'],
}

/** The state of the list of past and current actions. */
export const historyPage = declareAddress('/triggers?view=history', {
  show: oneOf('show', historyShows, 'all'),
  kind: oneOf('kind', runKinds, undefined),
  text: searchText,
  trigger: positiveInteger('trigger', 10),
  page: pageNumber(),
})

export const historyAddress = historyPage.write
