import { useQuery } from '@tanstack/react-query'

/**
 * Reads an object every `seconds` while the page is visible. Components with the same key share the reads.
 */
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
