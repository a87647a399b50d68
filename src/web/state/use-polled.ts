import { useQuery } from '@tanstack/react-query'

/** Reads an object every `seconds` while the page is visible, once for all users of its key. */
export function usePolled<T>(
  queryKey: readonly string[],
  read: (signal: AbortSignal) => Promise<T>,
  seconds: number,
  enabled = true,
) {
  return useQuery({
    enabled,
    queryKey,
    queryFn: ({ signal }) => read(signal),
    refetchInterval: seconds * 1_000,
  })
}
