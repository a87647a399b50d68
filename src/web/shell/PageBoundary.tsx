import { Component, type ReactNode } from 'react'
import { Button } from '../components/Button.tsx'
import { Notice } from '../components/Notice.tsx'
import { shellTexts } from '../texts/shell.ts'

interface Props {
  /** Shown in place of the content; by default a notice with a button that reloads. */
  fallback?: ReactNode
  children: ReactNode
}

/** Shows a notice in place of content that cannot be loaded or rendered; the rest of the page stays. */
export class PageBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      this.props.fallback ?? (
        <main className="page">
          <Notice title={shellTexts.broken} bad>
            {shellTexts.brokenHint}
            <div className="actions">
              <Button className="primary" onClick={() => location.reload()}>
                {shellTexts.reload}
              </Button>
            </div>
          </Notice>
        </main>
      )
    )
  }
}
