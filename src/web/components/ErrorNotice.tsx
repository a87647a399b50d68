import { errorText } from '../api/http/api-error.ts'
import type { Reading } from '../state/use-read.ts'
import { componentTexts } from '../texts/components.ts'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

interface Props {
  title: string
  error: unknown
  onRetry?: () => void
}

/** Shows what failed and why, with a button to try again. */
export function ErrorNotice({ title, error, onRetry }: Props) {
  return (
    <Notice title={title} bad>
      {errorText(error)}
      {onRetry && (
        <div className="actions">
          <Button onClick={onRetry}>{componentTexts.tryAgain}</Button>
        </div>
      )}
    </Notice>
  )
}

/** The members of a `Reading` that components show. A value that cannot fail has only `data`. */
export type ReadState<T> = Pick<Reading<T>, 'data'> & Partial<Pick<Reading<T>, 'error' | 'retry' | 'isStale'>>

/**
 * Shows why a value could not be read, with a button to try again. Shows nothing if there is an earlier
 * value.
 */
export function ReadError({ of: { data, error, retry }, title }: { of: ReadState<unknown>; title: string }) {
  if (data !== undefined || error === undefined) return null
  return <ErrorNotice title={title} error={error} {...(retry && { onRetry: retry })} />
}
