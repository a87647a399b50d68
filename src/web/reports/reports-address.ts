/** The state of the reports page, held by its address. */
export interface ReportsState {
  view: 'reports' | 'schedules'
  /** From 1. */
  page: number
  schedule: number | undefined
  /** Reports of all users, with the permission manage_reports. */
  all: boolean
}

/** Invalid parts get their default. */
export function readReportsState(query: string): ReportsState {
  const params = new URLSearchParams(query)
  return {
    view: params.get('view') === 'schedules' ? 'schedules' : 'reports',
    page: parsePositive(params.get('page')) ?? 1,
    schedule: parsePositive(params.get('schedule')),
    all: params.get('all') === '1',
  }
}

/** The address, without members that have their default. */
export function reportsAddress({ view, page = 1, schedule, all }: Partial<ReportsState>): string {
  const params = new URLSearchParams()
  if (view === 'schedules') params.set('view', view)
  if (schedule !== undefined) params.set('schedule', String(schedule))
  if (all) params.set('all', '1')
  if (page > 1) params.set('page', String(page))
  const query = params.toString()
  return query === '' ? '/reports' : `/reports?${query}`
}

function parsePositive(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}
