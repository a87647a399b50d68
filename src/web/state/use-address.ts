import { useCallback, useMemo } from 'react'
import { navigate, useLocation } from './location.ts'

interface Address<S> {
  read: (query: string) => S
  write: (state: Partial<S>) => string
}

/**
 * The state in the address of a page, and a function that changes it. A change goes to the first page of the
 * list, unless it contains another `page`. With `replace`, it adds no history entry.
 */
export function useAddress<S extends { page: number }>({ read, write }: Address<S>) {
  const { query } = useLocation()
  const state = useMemo(() => read(query), [read, query])
  const change = useCallback(
    (changes: Partial<S>, replace = false) => navigate(write({ ...state, page: 1, ...changes }), replace),
    [state, write],
  )
  return [state, change] as const
}
