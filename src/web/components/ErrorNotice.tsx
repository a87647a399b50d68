import { errorText } from '../api/api-error.ts'
import { Notice } from './Notice.tsx'

interface Props {
  title: string
  error: unknown
  onRetry?: () => void
}

/** Says what failed and why, with a button to try again. */
export function ErrorNotice({ title, error, onRetry }: Props) {
  return (
    <Notice title={title} bad>
      {errorText(error)}
      {onRetry && (
        <div className="actions">
          <button type="button" className="button" onClick={onRetry}>
            Try again
          </button>
        </div>
      )}
    </Notice>
  )
}
