/** The state of the page of users and groups, held by its address. */
export interface PeopleState {
  view: 'users' | 'groups'
  /** From 1, for users. */
  page: number
}

/** Invalid parts get their default. */
export function readPeopleState(query: string): PeopleState {
  const params = new URLSearchParams(query)
  const page = params.get('page') ?? ''
  return {
    view: params.get('view') === 'groups' ? 'groups' : 'users',
    page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
  }
}

/** The address, without members that have their default. */
export function peopleAddress({ view, page = 1 }: { view: PeopleState['view']; page?: number }): string {
  if (view === 'groups') return '/people?view=groups'
  return page > 1 ? `/people?page=${page}` : '/people'
}
