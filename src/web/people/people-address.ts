import { declareAddress, oneOf, pageNumber } from '../state/address.ts'

/**
 * The state of the page of users and groups. `page` is a page of the list of users; groups are on one page.
 */
export const peoplePage = declareAddress('/people', {
  view: oneOf('view', ['users', 'groups'], 'users'),
  page: pageNumber(),
})

export const peopleAddress = peoplePage.write
