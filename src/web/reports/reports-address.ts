import { declareAddress, flag, oneOf, pageNumber, positiveInteger, type StateOf } from '../state/address.ts'

/** The state of the reports page. */
export const reportsPage = declareAddress('/reports', {
  view: oneOf('view', ['reports', 'schedules'], 'reports'),
  schedule: positiveInteger('schedule'),
  /** Reports of all users, with the permission manage_reports. */
  all: flag('all'),
  page: pageNumber(),
})

export type ReportsState = StateOf<typeof reportsPage>
export const readReportsState = reportsPage.read
export const reportsAddress = reportsPage.write
