import { declareAddress, flag, oneOf, pageNumber, positiveInteger, type StateOf } from '../state/address.ts'

/** The tabs of the reports page. */
export const reportViews = ['reports', 'schedules'] as const

/** The state of the reports page. */
export const reportsPage = declareAddress('/reports', {
  view: oneOf('view', reportViews, 'reports'),
  /** Shows only the reports of the schedule with this id. */
  schedule: positiveInteger('schedule'),
  /** Shows the reports of all users; requires manage_reports. */
  all: flag('all'),
  page: pageNumber(),
})

export type ReportsState = StateOf<typeof reportsPage>
export const reportsAddress = reportsPage.write
