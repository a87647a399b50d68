import { declareAddress, oneOf, pageNumber } from '../state/address.ts'

/** The state of the page of users and groups; the page number is of users. */
export const peoplePage = declareAddress('/people', {
  view: oneOf('view', ['users', 'groups'], 'users'),
  page: pageNumber(),
})

export const peopleAddress = peoplePage.write
