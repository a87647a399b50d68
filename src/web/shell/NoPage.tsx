import { Notice } from '../components/Notice.tsx'
import { usePageTitle } from '../components/use-page-title.ts'
import { followLink } from '../state/location.ts'
import { shellTexts } from '../texts/shell.ts'

/** Shown in place of a page that does not exist, or for which the user lacks the permission. */
export function NoPage({ permission }: { permission: string | undefined }) {
  const title = permission === undefined ? shellTexts.missing : shellTexts.refused
  usePageTitle(title)
  return (
    <main className="page">
      <h1 className="unseen">{title}</h1>
      <Notice title={title}>
        {permission === undefined ? shellTexts.missingHint : shellTexts.refusedHint(permission)}
        <div className="actions">
          <a className="button" href="/search" onClick={followLink}>
            {shellTexts.toSearch}
          </a>
        </div>
      </Notice>
    </main>
  )
}
