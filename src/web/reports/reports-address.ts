import { declareAddress, flag, pageNumber, positive, type StateOf, word } from '../state/address.ts'

/** The state of the reports page. */
const address = declareAddress('/reports', {
  view: word('view', ['reports', 'schedules'], 'reports'),
  schedule: positive('schedule'),
  /** Reports of all users, with the permission manage_reports. */
  all: flag('all'),
  page: pageNumber(),
})

export type ReportsState = StateOf<typeof address>
export const readReportsState = address.read
export const reportsAddress = address.write
