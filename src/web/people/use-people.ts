import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readAllUsers, readGroups } from '../api/people.ts'

export const peopleKey = 'people'

export function useGroups() {
  return useQuery({ queryKey: [peopleKey, 'groups'], queryFn: ({ signal }) => readGroups(signal) })
}

export function useAllUsers() {
  return useQuery({ queryKey: [peopleKey, 'all users'], queryFn: ({ signal }) => readAllUsers(signal) })
}

export const usersKey = (page: number) => [peopleKey, 'users', page]

/** Reads all lists of users and groups again. */
export function useReloadPeople(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: [peopleKey] })
}
