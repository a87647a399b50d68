import { useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../api/http/api-error.ts'
import { readAllUsers, readGroups } from '../api/people.ts'
import { showToast } from '../components/toast.tsx'

const peopleKey = 'people'

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

/** Runs an action, shows its result, and reads all lists again. */
export function useRunAction(): (action: () => Promise<unknown>, done: string) => void {
  const reload = useReloadPeople()
  return (action, done) =>
    void action()
      .then(
        () => showToast(done),
        error => showToast(errorText(error)),
      )
      .finally(reload)
}
