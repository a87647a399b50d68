import { errorText } from '../api/http/api-error.ts'
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
