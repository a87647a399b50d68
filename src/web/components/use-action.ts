import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../api/http/api-error.ts'
import { showToast } from './toast.tsx'

/**
 * Runs changes of objects whose query keys start with `key`. A toast shows that a change is done, or why it
 * failed. In both cases the objects are read again.
 */
export function useAction(...key: string[]) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (run: () => Promise<string | undefined>) => run(),
    onSuccess: text => text !== undefined && showToast(text),
    onError: error => showToast(errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
  return {
    isPending,
    /** `done`: text of the toast after a success. Without it there is no toast: the page shows the change. */
    act: <R>(run: () => Promise<R>, done?: string | ((answer: R) => string)) =>
      mutate(async () => {
        const answer = await run()
        return typeof done === 'function' ? done(answer) : done
      }),
  }
}
