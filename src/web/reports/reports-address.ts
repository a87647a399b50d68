import { declareAddress, flag, pageNumber, positive, type StateOf, word } from '../state/address.ts'

/** The tabs of the reports page. */
export const reportViews = ['reports', 'schedules'] as const

/** The state of the reports page. */
export const reportsPage = declareAddress('/reports', {
  view: word('view', reportViews, 'reports'),
  schedule: positive('schedule'),
  /** Shows the reports of all users; requires manage_reports. */
  all: flag('all'),
  page: pageNumber(),
})

export type ReportsState = StateOf<typeof reportsPage>
export const readReportsState = reportsPage.read
export const reportsAddress = reportsPage.write
