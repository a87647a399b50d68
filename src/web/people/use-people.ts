import { readGroups, readUserChoices } from '../api/people.ts'
import { useRead } from '../state/use-read.ts'

export const peopleKey = 'people'

export function useGroups() {
  return useRead([peopleKey, 'groups'], readGroups)
}

export function useAllUsers() {
  return useRead([peopleKey, 'all users'], readUserChoices)
}

export const usersKey = (page: number) => [peopleKey, 'users', page]
