import { readGroups, readUserChoices } from '../api/people.ts'
import { useRead } from '../state/use-read.ts'

/** First part of the query keys of users and groups: a change of any of them invalidates all. */
export const peopleKey = 'people'

/** Groups by name: at most 1,000. */
export function useGroups() {
  return useRead([peopleKey, 'groups'], readGroups)
}

/** Users to choose from in a form: at most 1,000. */
export function useAllUsers() {
  return useRead([peopleKey, 'all users'], readUserChoices)
}

/** Query key of a page of the list of users. */
export const usersKey = (page: number) => [peopleKey, 'users', page]
