import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'

const maxRetries = 2

/** What the page has read of the service besides log queries. Emptied when another person signs in. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Another tab or person may have changed it: shown at once, and read again.
      staleTime: 0,
      // A refused request would be refused again.
      retry: (failures, error) =>
        failures < maxRetries && error instanceof ApiError && (error.status === 0 || error.status >= 500),
      // The service may be on this machine, without a network.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
